import { upsertRefund } from '../../domain/commerce/refunds.ts';
import type { Handlers } from '../http/handler.ts';

export const refunds: Handlers<'refunds'> = {
  async upsert({ context, input }) {
    await upsertRefund(context, input);
    return { output: undefined };
  },
};
