import { type OrderRow, orders } from '../../store/tables/commerce.ts';
import { findSubscriberBy, type SubscriberRow, updateSubscriber } from '../../store/tables/subscribers.ts';
import type { Context } from '../context/context.ts';
import { safely } from '../records/safe-integer.ts';
import { emitChanges, snapshot, type ValueReason } from '../subscribers/change-events.ts';

/** Why a lifetime value changes, and the attribute of the input that changes it. */
interface LifetimeReason extends ValueReason {
  readonly attribute: string;
}

/** Adds cents, which may be negative. Throws a `range_error` if the sum or the difference is not a safe integer. */
export async function addToLifetimeValue(
  context: Context,
  subscriber: SubscriberRow,
  cents: bigint,
  why: LifetimeReason,
): Promise<void> {
  if (cents === 0n) return;
  const before = snapshot(subscriber);
  subscriber.data.lifetime_value = safely(BigInt(subscriber.data.lifetime_value) + cents, why.attribute);
  await updateSubscriber(context.tx, context.accountId, subscriber);
  await emitChanges(context, before, subscriber, why);
}

/** Stores an order, and updates lifetime values if its value or its subscriber has changed. */
// Unspecified: U-63
export async function storeOrder(
  context: Context,
  before: OrderRow | undefined,
  order: OrderRow,
  {
    subscriber,
    ...why
  }: Omit<LifetimeReason, 'orderId'> & {
    /** That of the order; undefined if it has been deleted. */
    readonly subscriber: SubscriberRow | undefined;
  },
): Promise<void> {
  const { tx, accountId } = context;
  await orders.put(tx, accountId, order);
  const reason = { ...why, orderId: order.id };
  let counted = BigInt(before?.data.worth ?? 0);
  if (before && before.subscriberId !== order.subscriberId) {
    const former = await findSubscriberBy(tx, accountId, 'id', before.subscriberId);
    if (former) await addToLifetimeValue(context, former, -counted, reason);
    counted = 0n;
  }
  if (subscriber) await addToLifetimeValue(context, subscriber, BigInt(order.data.worth) - counted, reason);
}
