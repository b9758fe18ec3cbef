import { upsertLegacyOrder } from '../../domain/commerce/legacy-orders.ts';
import { type Handlers, noContent } from '../http/handler.ts';
import { acceptBatch } from './accept-batch.ts';

export const orders: Handlers<'orders'> = {
  upsert: noContent(({ context, input }) => upsertLegacyOrder(context, input)),
  upsertBatch: acceptBatch('orders.upsertBatch'),
};
