import { createHash } from 'node:crypto';
import type { TimelineEvent } from '@trickle/sdk/contract';
import { isObject } from '../../shared/values/json.ts';
import { isoTime, parseTime } from '../../shared/values/time.ts';
import { events } from '../../store/tables/events.ts';
import { findSubscriberBy, type SubscriberRow } from '../../store/tables/subscribers.ts';
import type { Context } from '../context/context.ts';
import { NotFoundError } from '../errors.ts';
import { recordOnTimeline } from '../events/timeline.ts';
import { createSubscriber } from '../subscribers/subscribers.ts';

/** The common members of cart and order activities. */
interface Activity {
  readonly person_id?: string | undefined;
  readonly email?: string | undefined;
  readonly initial_status?: 'active' | 'unsubscribed' | undefined;
  readonly occurred_at?: string | undefined;
  readonly [attribute: string]: unknown;
}

/** Finds the subscriber of an activity by `person_id`, otherwise by `email`. Creates the subscriber of an unknown address. */
// Unspecified: U-67
export async function shopperOf(
  context: Context,
  { person_id, email, initial_status }: Activity,
): Promise<SubscriberRow> {
  const { tx, accountId } = context;
  if (person_id !== undefined) {
    const subscriber = await findSubscriberBy(tx, accountId, 'id', person_id);
    if (!subscriber) throw new NotFoundError('subscriber', person_id);
    return subscriber;
  }
  const subscriber = await findSubscriberBy(tx, accountId, 'email', email ?? '');
  return subscriber ?? createSubscriber(context, { email, initial_status });
}

interface ReceivedActivity {
  readonly subscriber: SubscriberRow;
  readonly activity: Activity;
  /** Milliseconds since 1970. */
  readonly receivedAt: number;
}

/**
 * Records an activity on the subscriber's timeline. Returns false for a duplicate: an activity that has `occurred_at`
 * and equals an earlier one in every member.
 */
// Unspecified: U-68
export async function recordActivity(
  context: Context,
  action: TimelineEvent,
  { subscriber, activity, receivedAt }: ReceivedActivity,
): Promise<boolean> {
  const { id: subscriberId } = subscriber;
  const { occurred_at } = activity;
  const occurredAt = isoTime(occurred_at === undefined ? receivedAt : parseTime(occurred_at));
  const properties = ownAttributes(activity);
  const id =
    occurred_at === undefined ? undefined : fingerprint(subscriberId, action, occurredAt, properties);
  if (id !== undefined && (await events.count(context.tx, context.accountId, { id })) > 0) return false;
  await recordOnTimeline(context, { id, subscriberId, action, properties, occurredAt });
  return true;
}

const fingerprint = (...parts: readonly unknown[]) =>
  createHash('sha256').update(JSON.stringify(parts, inOrder)).digest('hex').slice(0, 32);

/** The order of members is no difference. */
const inOrder = (_: string, value: unknown) =>
  isObject(value) ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))) : value;

/** The attributes of an activity's cart or order, including custom ones. */
export function ownAttributes({
  person_id,
  email,
  initial_status,
  action,
  occurred_at,
  ...members
}: Activity) {
  return members;
}
