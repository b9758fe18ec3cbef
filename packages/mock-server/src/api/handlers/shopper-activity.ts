import type { ActivitiesAccepted, ActivityAccepted } from '@trickle/sdk/contract';
import type { Context } from '../../domain/context/context.ts';
import { enqueueRecords } from '../../jobs/enqueue-records.ts';
import type { Call, Handlers } from '../http/handler.ts';
import type { Reply } from '../http/reply.ts';

export const shopperActivity: Handlers<'shopperActivity'> = {
  cart: acceptOne('shopperActivity.cart'),
  cartBatch: acceptAll('shopperActivity.cartBatch'),
  order: acceptOne('shopperActivity.order'),
  orderBatch: acceptAll('shopperActivity.orderBatch'),
  product: acceptOne('shopperActivity.product'),
  productBatch: acceptAll('shopperActivity.productBatch'),
};

function acceptOne(operation: string) {
  return async ({ context, input }: Call): Promise<Reply<ActivityAccepted>> => {
    const [request_id = ''] = await accept(context, operation, [input]);
    return { output: { request_id } };
  };
}

function acceptAll(operation: string) {
  return async ({ context, input }: Call<readonly unknown[]>): Promise<Reply<ActivitiesAccepted>> => {
    return { output: { request_ids: await accept(context, operation, input) } };
  };
}

/** Accepts activities for background processing. Returns their ids. */
async function accept(context: Context, operation: string, records: readonly unknown[]): Promise<string[]> {
  const requestIds = records.map(() => context.services.ids.hex());
  const receivedAt = context.services.clock.now();
  await enqueueRecords(context, { operation, records, requestIds, receivedAt });
  return requestIds;
}
