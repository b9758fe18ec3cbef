import { findSubscriberBy, type SubscriberRow, updateSubscriber } from '../../store/subscribers.ts';
import type { Context } from '../context.ts';
import { emitChanges, portrait } from '../person-events.ts';
import { invalid } from '../refusals.ts';

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
  const before = portrait(person);
  person.data.lifetime_value = safely(BigInt(person.data.lifetime_value) + cents, attribute);
  await updateSubscriber(context.tx, context.accountId, person);
  await emitChanges(context, before, person);
}

/** A whole number that JSON holds exactly. */
export function safely(amount: bigint, attribute: string): number {
  if (Number.isSafeInteger(Number(amount))) return Number(amount);
  throw invalid('range_error', attribute);
}

/** Whose an order is and what it adds to their lifetime value, in cents. */
export interface Worth {
  readonly subscriberId: string;
  readonly worth: number;
}

/** Makes an order count for the person whose it is now, with what it is worth now, and for nobody else. */
// Unspecified: U-63
export async function countWorth(
  context: Context,
  person: SubscriberRow,
  before: Worth | undefined,
  worth: number,
  attribute: string,
): Promise<void> {
  if (before && before.subscriberId !== person.id) {
    const former = await findSubscriberBy(context.tx, context.accountId, 'id', before.subscriberId);
    if (former) await addToLifetimeValue(context, former, -BigInt(before.worth), attribute);
    await addToLifetimeValue(context, person, BigInt(worth), attribute);
  } else {
    await addToLifetimeValue(context, person, BigInt(worth) - BigInt(before?.worth ?? 0), attribute);
  }
}
