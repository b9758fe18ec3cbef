import { isoTime } from '../../shared/values/time.ts';
import type { SubscriberRow } from '../../store/tables/subscribers.ts';
import { type ValueChange, valueChanges } from '../../store/tables/value-changes.ts';
import { accountFeatures, type Context } from '../context/context.ts';
import { emit } from '../events/emit.ts';
import { prune } from '../events/retention.ts';
import { safely } from '../records/safe-integer.ts';

export interface SubscriberSnapshot {
  readonly email: string;
  readonly userId: string | null;
  readonly status: SubscriberRow['status'];
  readonly consent: SubscriberRow['status'];
  readonly timeZone: string;
  readonly lifetimeValue: number;
  readonly leadScore: number | undefined;
  readonly customFields: ReadonlyMap<string, string>;
}

export function snapshot({ email, userId, status, data }: SubscriberRow): SubscriberSnapshot {
  return {
    email,
    userId,
    status,
    consent: consentOf({ status, data }),
    timeZone: data.time_zone,
    lifetimeValue: data.lifetime_value,
    leadScore: data.lead_score,
    customFields: new Map(Object.entries(data.custom_fields)),
  };
}

/** Emits the events of a new subscriber. Initial values emit no update events. */
// Unspecified: U-23
export async function emitCreation(context: Context, subscriber: SubscriberRow): Promise<void> {
  const { id, status } = subscriber;
  await emit(context, id, 'subscriber.created', {});
  if (status === 'active') await emit(context, id, 'subscriber.subscribed_to_email_marketing', {});
  const nothing = { leadScore: undefined, lifetimeValue: 0 };
  await recordValueChanges(context, nothing, subscriber, { reason: 'Created' });
  await emitLeadship(context, undefined, subscriber);
}

/** Emits an event for each changed attribute. Tags and campaigns emit their own events. `why` explains new values. */
export async function emitChanges(
  context: Context,
  before: SubscriberSnapshot,
  subscriber: SubscriberRow,
  why: ValueReason = { reason: 'Updated' },
): Promise<void> {
  const after = snapshot(subscriber);
  const { source } = context;
  const change = <T>(previous_value: T, value: T) => ({ value, previous_value, source });
  const { id } = subscriber;
  if (before.email !== after.email) {
    await emit(context, id, 'subscriber.updated_email_address', change(before.email, after.email));
  }
  if (before.userId !== after.userId) {
    const alias = { identifier: 'user_id', ...change(before.userId, after.userId) };
    await emit(context, id, 'subscriber.updated_alias', alias);
  }
  if (before.timeZone !== after.timeZone) {
    const zones = { value: after.timeZone, previous_value: before.timeZone };
    await emit(context, id, 'subscriber.updated_time_zone', zones);
  }
  if (before.lifetimeValue !== after.lifetimeValue) {
    const values = change(before.lifetimeValue, after.lifetimeValue);
    await emit(context, id, 'subscriber.updated_lifetime_value', values);
  }
  for (const identifier of new Map([...before.customFields, ...after.customFields]).keys()) {
    const was = before.customFields.get(identifier) ?? null;
    const is = after.customFields.get(identifier) ?? null;
    if (was === is) continue;
    await emit(context, id, 'subscriber.updated_custom_field', { identifier, ...change(was, is) });
  }
  await recordValueChanges(context, before, subscriber, why);
  await emitStatus(context, before, subscriber);
  await emitLead(context, before, subscriber);
}

/** The status without regard to bounces. */
const consentOf = ({ status, data }: Pick<SubscriberRow, 'status' | 'data'>) =>
  status === 'undeliverable' ? (data.deliverable_status ?? 'active') : status;

async function emitStatus(
  context: Context,
  before: SubscriberSnapshot,
  { id, status, data }: SubscriberRow,
): Promise<void> {
  if (status === 'active' && before.status === 'undeliverable') {
    await emit(context, id, 'subscriber.marked_as_deliverable', { source: context.source });
  }
  const consent = consentOf({ status, data });
  if (consent === before.consent) return;
  if (consent === 'unsubscribed') await emit(context, id, 'subscriber.unsubscribed_all', {});
  if (consent === 'active') {
    await emit(context, id, 'subscriber.reactivated', {});
    await emit(context, id, 'subscriber.subscribed_to_email_marketing', {});
  }
}

async function emitLead(
  context: Context,
  before: SubscriberSnapshot,
  subscriber: SubscriberRow,
): Promise<void> {
  const { lead_score, prospect } = subscriber.data;
  if (before.leadScore !== undefined && lead_score === undefined && !prospect) {
    await emit(context, subscriber.id, 'subscriber.became_non_prospect', {});
  }
  if (lead_score === undefined || lead_score === before.leadScore) return;
  const scores = { lead_score, previous_lead_score: before.leadScore ?? null };
  await emit(context, subscriber.id, 'subscriber.updated_lead_score', scores);
  await emitLeadship(context, before.leadScore, subscriber);
}

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

/** Records changes of lead score and lifetime value. Throws a `range_error` if the difference is not a safe integer. */
// Unspecified: U-188
async function recordValueChanges(
  context: Context,
  before: SubscriberValues,
  { id: subscriberId, data }: SubscriberRow,
  { reason, orderId, attribute }: ValueReason,
): Promise<void> {
  const { services, tx, accountId, place } = context;
  const record = async (kind: ValueChange['kind'], was: number, is: number | undefined) => {
    await valueChanges.insert(tx, accountId, {
      subscriberId,
      kind,
      changedAt: isoTime(services.clock.now()),
      change: safely(BigInt(is ?? 0) - BigInt(was), attribute ?? ATTRIBUTES[kind]),
      total: is ?? null,
      reason,
      orderId: orderId ?? null,
      ...place,
    });
    await prune(context, valueChanges);
  };
  const { lead_score: score, lifetime_value: value } = data;
  if (score !== before.leadScore) await record('lead_score', before.leadScore ?? 0, score);
  if (value !== before.lifetimeValue) await record('lifetime_value', before.lifetimeValue, value);
}

const ATTRIBUTES = { lead_score: 'base_lead_score', lifetime_value: 'lifetime_value' } as const;

/** Updates a lead score: base score plus earned points. Throws a `range_error` if the sum is not a safe integer. */
// Unspecified: U-31
export async function score(context: Context, { data }: SubscriberRow, attribute: string): Promise<void> {
  const { scoring } = await accountFeatures(context);
  if (scoring && data.prospect) data.lead_score = sumOf(data.base_lead_score, data.lead_points, attribute);
  else delete data.lead_score;
}

const sumOf = (value: number, more = 0, attribute: string) => safely(BigInt(value) + BigInt(more), attribute);

/** Adds the points that the account gives for an action, and returns them. */
export async function earnPoints(context: Context, { data }: SubscriberRow, action: string): Promise<number> {
  const { points: byAction = {} } = (await accountFeatures(context)).scoring ?? {};
  const points = Object.hasOwn(byAction, action) ? (byAction[action] ?? 0) : 0; // an action may be called `constructor`
  if (points !== 0) data.lead_points = sumOf(points, data.lead_points, 'action');
  return points;
}

/** Emits `became_lead` if the score has passed the account's threshold with this change. */
async function emitLeadship(
  context: Context,
  before: number | undefined,
  { id, data: { lead_score } }: SubscriberRow,
): Promise<void> {
  if (lead_score === undefined || lead_score === before) return;
  const { scoring } = await accountFeatures(context);
  if (!scoring || lead_score <= scoring.threshold) return;
  if (before !== undefined && before > scoring.threshold) return;
  await emit(context, id, 'subscriber.became_lead', { lead_score });
}
