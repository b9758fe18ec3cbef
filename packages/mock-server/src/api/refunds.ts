import type { Handlers } from '../http/handler.ts';
import { notYet } from './not-yet.ts';

export const refunds: Handlers<'refunds'> = {
  upsert: notYet('refunds.upsert'),
};
