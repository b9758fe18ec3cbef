import type { WebhookEvent } from '@trickle/sdk/contract';
import { stopwatch, systemClock } from '../../shared/platform/timers.ts';
import { below, causeOf, nameOf, type Place } from '../../store/engine/place.ts';
import { eventName } from '../../store/tables/domain-events.ts';
import { listRecords, type RecordRow } from '../../store/tables/records.ts';
import { subscriberVersion } from '../../store/tables/subscriber-totals.ts';
import { findSubscriberBy } from '../../store/tables/subscribers.ts';
import {
  type NewWebhookDelivery,
  pruneWebhookDeliveries,
  webhookDeliveries,
} from '../../store/tables/webhook-deliveries.ts';
import {
  deleteUnusedPayloads,
  findWaitingPayload,
  insertWebhookPayload,
  pruneListenedPayloads,
  type StoredPayload,
  setWaiting,
  type WaitingPayload,
} from '../../store/tables/webhook-payloads.ts';
import { type AccountTransaction, accountFeatures, type Context } from '../context/context.ts';
import { invalidAttribute } from '../errors.ts';
import { enqueue, SLICE } from '../queue.ts';
import { requireRecord } from '../records/record.ts';
import { subscriberResource } from '../records/subscriber.ts';
import { areMet, isMet } from '../rules.ts';
import { webhookEnabled, webhookRules } from './rules.ts';

export interface DomainEvent {
  readonly subscriberId: string;
  readonly event: WebhookEvent;
  readonly properties: Readonly<Record<string, unknown>>;
  /** ISO 8601. */
  readonly occurredAt: string;
}

/** The account's enabled webhooks by the events that they want. */
const webhooksByEvent = ({ tx, accountId }: Context) =>
  tx.cached(`webhooks ${accountId}`, ['webhooks'], async () => {
    const { rows } = await listRecords(tx, accountId, 'webhooks', { status: 'active' });
    const byEvent = new Map<WebhookEvent, RecordRow<'webhooks'>[]>();
    for (const row of rows) {
      for (const event of new Set(row.data.events)) {
        if (!areMet(webhookRules(row, event))) continue;
        const others = byEvent.get(event);
        if (others) others.push(row);
        else byEvent.set(event, [row]);
      }
    }
    return byEvent;
  });

/** Whether a seed caused an event: it is in the past, so nobody is told. */
const isFromSeed = ({ parent }: Place): boolean => parent?.startsWith('seed') === true;

export async function isReported(context: Context, event: WebhookEvent): Promise<boolean> {
  if (isFromSeed(context.place)) return false;
  const { hasWebhooks, listenedUntil } = await accountFeatures(context);
  if (listenedUntil > systemClock.now()) return true;
  return hasWebhooks && (await webhooksByEvent(context)).has(event);
}

/** The most deliveries that a transaction creates, since other accounts can wait for it. */
const MAX_DELIVERIES = 200;

/**
 * Creates a delivery for each webhook that wants the event, which `isReported`, and records the payload if the account has a
 * listener. Beyond the limit of a transaction, and behind other deliveries that wait, a job creates them. `number` is that of
 * the event.
 */
// Unspecified: U-310
export async function fanOut(
  origin: Context,
  domainEvent: DomainEvent,
  number: Promise<number>,
): Promise<void> {
  const { hasWebhooks, listenedUntil } = await accountFeatures(origin);
  const { event, subscriberId } = domainEvent;
  const webhooks = (hasWebhooks && (await webhooksByEvent(origin)).get(event)) || [];
  const isListened = listenedUntil > systemClock.now();
  const payload = await keepPayload(origin, domainEvent, { number, isListened });
  if (payload === undefined) return;
  const context = { ...origin, place: below(origin.place, eventName(payload.eventSeq)) };
  const { cache } = context;
  const left = payload.isBehind ? 0 : (cache.deliveriesLeft ?? MAX_DELIVERIES);
  const later = webhooks.slice(left);
  if (later.length > 0) await deliverLater(context, payload, later);
  const { seq, eventSeq } = payload;
  const notification = { event, subscriberId, eventSeq, origin: 'event', replayOf: null } as const;
  for (const webhook of webhooks.slice(0, left)) await deliver(context, webhook, notification, seq);
  cache.deliveriesLeft = Math.max(0, left - webhooks.length);
}

type EventPayload = StoredPayload & { readonly eventSeq: number };

/** Stores the payload of an event, with the subscriber's state unless it is stored already. */
// Unspecified: U-199
async function keepPayload(
  context: Context,
  { subscriberId, ...event }: DomainEvent,
  { number, isListened }: { readonly number: Promise<number>; readonly isListened: boolean },
): Promise<EventPayload | undefined> {
  const { tx, accountId, services, cache } = context;
  const version = await subscriberVersion(tx);
  const step = Math.floor(services.clock.now() / OFFSET_STEP);
  const known = cache.state?.subscriberId === subscriberId ? cache.state : undefined;
  const isSame = known?.version === version && known.step === step;
  const subscriber = (isSame && known.seq) || (await stateOf(context, subscriberId));
  if (subscriber === undefined) return undefined;
  const body = webhookPayload({ ...event, accountId });
  const eventSeq = await number; // its response has arrived with those of the state
  const terms = { event: event.event, subscriberId, body, subscriber, eventSeq, isListened };
  const payload = await insertWebhookPayload(tx, accountId, terms);
  cache.state = { subscriberId, version, step, seq: payload.stateSeq };
  // Pruning reads an index with all payloads, so it runs for one payload in a hundred.
  if (isListened && services.random() < 0.01) await pruneListenedPayloads(tx, accountId);
  return { ...payload, eventSeq };
}

/** Milliseconds within which the time alone changes no state: UTC offsets change at quarters of an hour. */
const OFFSET_STEP = 15 * 60_000;

/** The JSON of a subscriber in the format of the interface; undefined if it does not exist. */
async function stateOf(context: Context, subscriberId: string): Promise<string | undefined> {
  const { tx, accountId, services } = context;
  const row = await findSubscriberBy(tx, accountId, 'id', subscriberId);
  return row && JSON.stringify(await subscriberResource(context, row, services.baseUrl()));
}

/** Has a job create the deliveries of a payload. One job creates all that wait in an account, in order. */
async function deliverLater(
  context: Context,
  { seq, isBehind }: StoredPayload,
  webhooks: readonly RecordRow<'webhooks'>[],
): Promise<void> {
  const { tx, accountId, place } = context;
  await setWaiting(tx, accountId, seq, { webhooks: webhooks.map(({ id }) => id), place });
  if (!isBehind) await enqueue(context, 'webhook_fan_out', {});
}

/** Creates the next waiting deliveries of an account. Returns whether others still wait. */
export async function continueFanOut(context: AccountTransaction): Promise<boolean> {
  const { tx, accountId } = context;
  const { rows } = await listRecords(tx, accountId, 'webhooks');
  const webhooks = new Map(rows.map((row) => [row.id, row]));
  const elapsed = stopwatch();
  for (let left = MAX_DELIVERIES; left > 0 && elapsed() < SLICE; ) {
    const payload = await findWaitingPayload(tx, accountId);
    if (payload === undefined) return false;
    left -= await deliverWaiting(context, payload, { webhooks, limit: left });
  }
  return (await findWaitingPayload(tx, accountId)) !== undefined;
}

/** Creates deliveries of a waiting payload. Returns how many were due. */
async function deliverWaiting(
  context: AccountTransaction,
  { seq, event, subscriberId, eventSeq, waiting, ...place }: WaitingPayload,
  {
    webhooks,
    limit,
  }: { readonly webhooks: ReadonlyMap<string, RecordRow<'webhooks'>>; readonly limit: number },
): Promise<number> {
  const { tx, accountId } = context;
  const now = waiting.slice(0, limit);
  const later = waiting.slice(limit);
  await setWaiting(tx, accountId, seq, later.length > 0 ? { webhooks: later, place } : undefined);
  const notification = { event, subscriberId, eventSeq, origin: 'event', replayOf: null } as const;
  const remaining = now.flatMap((id) => webhooks.get(id) ?? []); // others were deleted
  for (const webhook of remaining) await deliver({ ...context, place }, webhook, notification, seq);
  if (remaining.length === 0 && later.length === 0) await deleteUnusedPayloads(tx, accountId, [seq]);
  return now.length;
}

/** Finds the webhook for a manual delivery. Throws if it is disabled, since nothing would be sent. */
// Unspecified: U-87
export async function enabledWebhook(context: Context, id: string): Promise<RecordRow<'webhooks'>> {
  const webhook = await requireRecord(context, 'webhooks', id);
  if (isMet(webhookEnabled(webhook))) return webhook;
  throw invalidAttribute(
    'unavailable_error',
    'webhook_id',
    `The webhook ${id} is disabled. Enable it first.`,
  );
}

type Notification = Pick<NewWebhookDelivery, 'event' | 'subscriberId' | 'eventSeq' | 'origin' | 'replayOf'>;

/** Creates a delivery and enqueues its first attempt, after earlier deliveries for the same subscriber. */
// Unspecified: U-85
export async function deliver(
  context: AccountTransaction,
  { id: webhookId, data }: RecordRow<'webhooks'>,
  notification: Notification,
  payloadSeq: number,
): Promise<NewWebhookDelivery> {
  const { services, tx, accountId, place } = context;
  const now = services.clock.now();
  const delivery: NewWebhookDelivery = {
    ...notification,
    id: services.ids.letters(),
    webhookId,
    url: data.post_url,
    createdAt: now,
    state: 'pending',
    attempts: [],
    answer: null,
    nextAttemptAt: now,
    cause: causeOf(place.parent),
  };
  await webhookDeliveries.insert(tx, accountId, { ...delivery, ...place, payloadSeq, attemptSeqs: '' });
  // Pruning reads an index with all deliveries, so it runs for one delivery in a hundred.
  if (services.random() < 0.01) await pruneWebhookDeliveries(tx, accountId);
  const lane = `${webhookId} ${notification.subscriberId}`;
  const attempts = { ...context, place: below(place, nameOf('webhook_delivery', delivery.id)) };
  await enqueue(attempts, 'webhook', { deliveryId: delivery.id }, { queue: webhookId, lane });
  return delivery;
}

/** The events without `data.properties`. For other events, it may be an empty object. */
const BARE: ReadonlySet<WebhookEvent> = new Set([
  'subscriber.created',
  'subscriber.deleted',
  'subscriber.subscribed_to_email_marketing',
  'subscriber.became_non_prospect',
]);

interface PayloadParts {
  readonly event: WebhookEvent;
  readonly accountId: string;
  readonly properties: Readonly<Record<string, unknown>>;
  /** ISO 8601. */
  readonly occurredAt: string;
}

/** The JSON body of a webhook delivery ("Webhook notifications"), with `null` in place of the subscriber. */
export function webhookPayload({ event, accountId, properties, occurredAt }: PayloadParts): string {
  const data = { account_id: accountId, subscriber: null, ...(!BARE.has(event) && { properties }) };
  return JSON.stringify({ event, data, occurred_at: occurredAt });
}
