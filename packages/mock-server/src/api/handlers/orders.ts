import { upsertLegacyOrder } from '../../domain/commerce/legacy-orders.ts';
import type { Handlers } from '../http/handler.ts';
import { acceptBatch } from './accept-batch.ts';

export const orders: Handlers<'orders'> = {
  async upsert({ context, input }) {
    await upsertLegacyOrder(context, input);
    return { output: undefined };
  },
  upsertBatch: acceptBatch('orders.upsertBatch'),
};
