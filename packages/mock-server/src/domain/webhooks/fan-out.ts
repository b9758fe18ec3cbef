import type { WebhookEvent } from '@trickle/sdk/contract';
import { enqueue } from '../../jobs/queue.ts';
import { systemClock } from '../../platform/clock.ts';
import { lastEventNumber } from '../../store/domain-events.ts';
import type { WebhookData } from '../../store/record-data.ts';
import { listRecords, type RecordRow } from '../../store/records.ts';
import { remembered } from '../../store/store.ts';
import { findSubscriberBy } from '../../store/subscribers.ts';
import {
  insertWebhookDelivery,
  pruneWebhookDeliveries,
  type WebhookDeliveryRow,
} from '../../store/webhook-deliveries.ts';
import {
  insertWebhookPayload,
  pruneWebhookPayloads,
  type WebhookPayload,
} from '../../store/webhook-payloads.ts';
import type { Context, WebhooksByEvent } from '../../world/context.ts';
import { accountFeatures } from '../lookup/account-features.ts';
import { invalidAttribute } from '../lookup/errors.ts';
import { requireRecord } from '../lookup/find-record.ts';
import { subscriberResource } from '../lookup/subscriber-resource.ts';
import { webhookPayload } from './payload.ts';

/** An event of a subscriber. */
export interface DomainEvent {
  readonly subscriberId: string;
  readonly event: WebhookEvent;
  readonly properties: Readonly<Record<string, unknown>>;
  /** ISO 8601. */
  readonly occurredAt: string;
}

/** The account's enabled webhooks by the events that they want, cached for the rest of the transaction. */
function webhooksByEvent({ tx, accountId, cache }: Context): Promise<WebhooksByEvent> {
  cache.webhooksByEvent ??= remembered(tx, `webhooks ${accountId}`, ['webhooks'], async () => {
    const { rows } = await listRecords(tx, accountId, 'webhooks', { status: 'active' });
    const byEvent = new Map<WebhookEvent, RecordRow<'webhooks'>[]>();
    for (const row of rows) {
      for (const event of new Set(row.data.events)) {
        if (!wants(row.data, event)) continue;
        const others = byEvent.get(event);
        if (others) others.push(row);
        else byEvent.set(event, [row]);
      }
    }
    return byEvent;
  });
  return cache.webhooksByEvent;
}

/** Whether a webhook is subscribed to an event. */
// Unspecified: U-58
export const wants = ({ events, include_received_email }: WebhookData, event: WebhookEvent): boolean =>
  events.includes(event) && (event !== 'subscriber.received_email' || include_received_email);

/**
 * Creates a delivery for each webhook that wants the event, with the subscriber's current state, and records the payload
 * if the account has a listener.
 */
export async function fanOut(context: Context, domainEvent: DomainEvent): Promise<void> {
  if (context.source === 'seed') return; // seeded events are in the past
  const { hasWebhooks, listenedUntil } = await accountFeatures(context);
  const { event, subscriberId } = domainEvent;
  const webhooks = (hasWebhooks && (await webhooksByEvent(context)).get(event)) || [];
  const hasListener = listenedUntil > systemClock.now();
  if (webhooks.length === 0 && !hasListener) return;
  const body = await bodyOf(context, domainEvent);
  if (body === undefined) return;
  if (hasListener) await keepPayload(context, { event, subscriberId, body });
  const eventSeq = await lastEventNumber(context.tx); // the event was inserted just before
  for (const webhook of webhooks) {
    const notification = { event, subscriberId, body, eventSeq, origin: 'event', replayOf: null } as const;
    await deliver(context, webhook, notification);
  }
}

/** Records a payload for listeners. */
// Unspecified: U-199
async function keepPayload({ world, tx, accountId }: Context, payload: WebhookPayload): Promise<void> {
  await insertWebhookPayload(tx, accountId, payload);
  // Pruning reads the whole table, so it runs for one payload in a hundred.
  if (world.random() < 0.01) await pruneWebhookPayloads(tx, accountId);
}

async function bodyOf(
  context: Context,
  { subscriberId, ...event }: DomainEvent,
): Promise<string | undefined> {
  const { tx, accountId, world } = context;
  const row = await findSubscriberBy(tx, accountId, 'id', subscriberId);
  if (!row) return undefined;
  const subscriber = await subscriberResource(context, row, world.baseUrl());
  return webhookPayload({ ...event, accountId, subscriber });
}

/** Finds the webhook for a manual delivery. Throws if it is disabled, since nothing would be sent. */
// Unspecified: U-87
export async function enabledWebhook(context: Context, id: string): Promise<RecordRow<'webhooks'>> {
  const webhook = await requireRecord(context, 'webhooks', id);
  if (webhook.status === 'active') return webhook;
  throw invalidAttribute(
    'unavailable_error',
    'webhook_id',
    `The webhook ${id} is disabled. Enable it first.`,
  );
}

/** The content and origin of a delivery. */
type Notification = Pick<
  WebhookDeliveryRow,
  'event' | 'subscriberId' | 'body' | 'eventSeq' | 'origin' | 'replayOf'
>;

/** Creates a delivery and enqueues its first attempt, after those of earlier deliveries for the same subscriber. */
// Unspecified: U-85
export async function deliver(
  context: Pick<Context, 'world' | 'tx' | 'accountId' | 'cause'>,
  { id: webhookId, data }: RecordRow<'webhooks'>,
  notification: Notification,
): Promise<WebhookDeliveryRow> {
  const { world, tx, accountId, cause = null } = context;
  const now = world.clock.now();
  const delivery: WebhookDeliveryRow = {
    ...notification,
    id: world.ids.letters(),
    webhookId,
    url: data.post_url,
    createdAt: now,
    state: 'pending',
    attempts: [],
    answer: null,
    nextAttemptAt: now,
    cause,
  };
  await insertWebhookDelivery(tx, accountId, delivery);
  // Pruning reads the whole table, so it runs for one delivery in a hundred.
  if (world.random() < 0.01) await pruneWebhookDeliveries(tx, accountId);
  const lane = `${webhookId} ${notification.subscriberId}`;
  await enqueue(context, 'webhook', { deliveryId: delivery.id }, { queue: webhookId, lane });
  return delivery;
}
