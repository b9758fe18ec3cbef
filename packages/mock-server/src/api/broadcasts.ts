import type { Handlers } from '../http/handler.ts';
import { notYet } from './not-yet.ts';

export const broadcasts: Handlers<'broadcasts'> = {
  list: notYet('broadcasts.list'),
  get: notYet('broadcasts.get'),
};
