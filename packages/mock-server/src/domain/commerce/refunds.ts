import type { RefundInput } from '@trickle/sdk/contract';
import { isoTime, parseTime } from '../../shared/values/time.ts';
import { findOrder, type OrderRow, refunds } from '../../store/tables/commerce.ts';
import { findSubscriberBy } from '../../store/tables/subscribers.ts';
import type { Context } from '../context/context.ts';
import { invalidAttribute } from '../errors.ts';
import { recordOnTimeline } from '../events/timeline.ts';
import { safely } from '../records/safe-integer.ts';
import { storeOrder } from './lifetime-value.ts';

/** Refunds a legacy order, or updates the refund with this `upstream_id`. */
// Unspecified: U-65
export async function upsertRefund(context: Context, refund: RefundInput): Promise<void> {
  const { services, tx, accountId } = context;
  const { provider, order_upstream_id, upstream_id, processed_at, amount, note } = refund;
  const order = await findOrder(tx, accountId, { api: 'v2', provider, externalId: order_upstream_id });
  if (!order)
    throw invalidAttribute('unavailable_error', 'order_upstream_id', 'is not an order of this provider');
  const upstreamId = upstream_id || null;
  const before =
    upstreamId === null ? undefined : await refunds.find(tx, accountId, { orderId: order.id, upstreamId });
  const processedAt = processed_at === undefined ? undefined : isoTime(parseTime(processed_at));
  const row = {
    id: before?.id ?? services.ids.letters(),
    orderId: order.id,
    upstreamId,
    data: {
      ...before?.data,
      amount,
      ...(note !== undefined && { note }),
      ...(processedAt !== undefined && { processed_at: processedAt }),
    },
  };
  await refunds.put(tx, accountId, row);
  if (!before) {
    const { processed_at: _, ...properties } = refund;
    await recordOnTimeline(context, {
      subscriberId: order.subscriberId,
      action: 'Refunded an order',
      properties,
      occurredAt: processedAt ?? isoTime(services.clock.now()),
    });
  }
  await payBack(context, order, BigInt(amount) - BigInt(before?.data.amount ?? 0));
}

/** Subtracts cents from an order's value and from its subscriber's lifetime value. */
async function payBack(context: Context, order: OrderRow, cents: bigint): Promise<void> {
  const { tx, accountId } = context;
  const { worth, refunded, ...data } = order.data;
  const value = {
    worth: safely(BigInt(worth) - cents, 'amount'),
    refunded: String(BigInt(refunded) + cents),
  };
  await storeOrder(
    context,
    order,
    { ...order, data: { ...data, ...value } },
    {
      subscriber: await findSubscriberBy(tx, accountId, 'id', order.subscriberId),
      attribute: 'amount',
      reason: `Refund of order ${order.externalId ?? order.id}`,
    },
  );
}
