import type { Handlers } from '../http/handler.ts';
import { notYet } from './not-yet.ts';

export const purchases: Handlers<'purchases'> = {
  create: notYet('purchases.create'),
  list: notYet('purchases.list'),
  get: notYet('purchases.get'),
};
