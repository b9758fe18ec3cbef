import { isoTime } from '../../shared/values/iso-time.ts';
import type { SubscriberRow } from '../../store/tables/subscribers.ts';
import { insertValueChange, type ValueChange } from '../../store/tables/value-changes.ts';
import type { Context } from '../context/context.ts';
import { pruneValueChanges } from '../events/retention.ts';
import { safely } from '../records/safe-integer.ts';

/** Why a lead score or a lifetime value changed. */
export interface ValueReason {
  readonly reason: string;
  /** The order that the change comes from. */
  readonly orderId?: string | null | undefined;
  /** The attribute of the input that changes the value, if it has another name. */
  readonly attribute?: string | undefined;
}

/** The values of a subscriber; the score is undefined while the subscriber is not scored. */
interface SubscriberValues {
  readonly leadScore: number | undefined;
  readonly lifetimeValue: number;
}

/**
 * Records how a subscriber's lead score and lifetime value changed, and why. Throws a `range_error` if the difference is
 * not a safe integer.
 */
// Unspecified: U-188
export async function recordValueChanges(
  context: Context,
  before: SubscriberValues,
  { id: subscriberId, data }: SubscriberRow,
  { reason, orderId, attribute }: ValueReason,
): Promise<void> {
  const record = (kind: ValueChange['kind'], was: number, is: number | undefined) =>
    insertChange(context, {
      subscriberId,
      kind,
      change: safely(BigInt(is ?? 0) - BigInt(was), attribute ?? ATTRIBUTES[kind]),
      total: is ?? null,
      reason,
      orderId: orderId ?? null,
    });
  const { lead_score: score, lifetime_value: value } = data;
  if (score !== before.leadScore) await record('lead_score', before.leadScore ?? 0, score);
  if (value !== before.lifetimeValue) await record('lifetime_value', before.lifetimeValue, value);
}

/** The attributes that set the values. */
const ATTRIBUTES = { lead_score: 'base_lead_score', lifetime_value: 'lifetime_value' } as const;

async function insertChange(
  context: Context,
  change: Omit<ValueChange, 'changedAt' | 'cause'>,
): Promise<void> {
  const { world, tx, accountId, cause = null } = context;
  await insertValueChange(tx, accountId, { ...change, changedAt: isoTime(world.clock.now()), cause });
  await pruneValueChanges(context);
}
