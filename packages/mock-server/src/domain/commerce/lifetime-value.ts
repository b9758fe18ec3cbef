import { findSubscriberBy, type SubscriberRow, updateSubscriber } from '../../store/subscribers.ts';
import type { Context } from '../../world/context.ts';
import { invalidAttribute } from '../lookup/errors.ts';
import { emitChanges, snapshot } from '../subscribers/change-events.ts';

/**
 * Adds cents to a person's lifetime value, or takes them off when there are fewer than none. Refuses `attribute`
 * with `range_error` when the value would be more than a JSON number holds exactly.
 */
export async function addToLifetimeValue(
  context: Context,
  person: SubscriberRow,
  cents: bigint,
  attribute: string,
): Promise<void> {
  if (cents === 0n) return;
  const before = snapshot(person);
  person.data.lifetime_value = safely(BigInt(person.data.lifetime_value) + cents, attribute);
  await updateSubscriber(context.tx, context.accountId, person);
  await emitChanges(context, before, person);
}

/** A whole number that JSON holds exactly. */
export function safely(amount: bigint, attribute: string): number {
  if (Number.isSafeInteger(Number(amount))) return Number(amount);
  throw invalidAttribute('range_error', attribute);
}

/** Whose an order is and what it adds to their lifetime value, in cents. */
export interface OrderValue {
  readonly subscriberId: string;
  readonly value: number;
}

/** Makes an order count for the person whose it is now, with what it is worth now, and for nobody else. */
// Unspecified: U-63
export async function applyOrderValue(
  context: Context,
  person: SubscriberRow,
  before: OrderValue | undefined,
  value: number,
  attribute: string,
): Promise<void> {
  if (before && before.subscriberId !== person.id) {
    const former = await findSubscriberBy(context.tx, context.accountId, 'id', before.subscriberId);
    if (former) await addToLifetimeValue(context, former, -BigInt(before.value), attribute);
    await addToLifetimeValue(context, person, BigInt(value), attribute);
  } else {
    await addToLifetimeValue(context, person, BigInt(value) - BigInt(before?.value ?? 0), attribute);
  }
}
