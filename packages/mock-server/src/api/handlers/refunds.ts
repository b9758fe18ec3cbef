import { upsertRefund } from '../../domain/commerce/refunds.ts';
import { type Handlers, noContent } from '../http/handler.ts';

export const refunds: Handlers<'refunds'> = {
  upsert: noContent(({ context, input }) => upsertRefund(context, input)),
};
