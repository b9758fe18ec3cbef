import type { Handlers } from '../http/handler.ts';
import { notYet } from './not-yet.ts';

export const orders: Handlers<'orders'> = {
  upsert: notYet('orders.upsert'),
  upsertBatch: notYet('orders.upsertBatch'),
};
