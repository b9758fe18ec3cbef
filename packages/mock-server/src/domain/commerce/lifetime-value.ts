import { findSubscriberBy, type SubscriberRow, updateSubscriber } from '../../store/tables/subscribers.ts';
import type { Context } from '../context/context.ts';
import { safely } from '../records/safe-integer.ts';
import { emitChanges, snapshot, type ValueReason } from '../subscribers/change-events.ts';

/** Why a lifetime value changes, and the attribute of the input that changes it. */
export interface LifetimeReason extends ValueReason {
  readonly attribute: string;
}

/**
 * Adds cents, which may be negative, to a subscriber's lifetime value. Throws a `range_error` for the attribute if the
 * sum, or the difference to the value before, is not a safe integer.
 */
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

/** The subscriber of an order and its contribution to their lifetime value, in cents. */
interface OrderValue {
  readonly subscriberId: string;
  readonly value: number;
}

/** Updates lifetime values after an order changed its value or its subscriber. */
// Unspecified: U-63
export async function applyOrderValue(
  context: Context,
  before: OrderValue | undefined,
  { subscriber, value }: { readonly subscriber: SubscriberRow; readonly value: number },
  why: LifetimeReason,
): Promise<void> {
  if (before && before.subscriberId !== subscriber.id) {
    const former = await findSubscriberBy(context.tx, context.accountId, 'id', before.subscriberId);
    if (former) await addToLifetimeValue(context, former, -BigInt(before.value), why);
    await addToLifetimeValue(context, subscriber, BigInt(value), why);
  } else {
    await addToLifetimeValue(context, subscriber, BigInt(value) - BigInt(before?.value ?? 0), why);
  }
}
