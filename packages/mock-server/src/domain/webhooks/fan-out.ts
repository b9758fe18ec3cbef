import type { WebhookEvent } from '@trickle/sdk/contract';
import { enqueue } from '../../jobs/queue.ts';
import type { WebhookData } from '../../store/record-data.ts';
import { listRecords, type RecordRow } from '../../store/records.ts';
import { findSubscriberBy } from '../../store/subscribers.ts';
import {
  insertWebhookDelivery,
  pruneWebhookDeliveries,
  type WebhookDeliveryRow,
} from '../../store/webhook-deliveries.ts';
import type { Context } from '../../world/context.ts';
import { accountFeatures } from '../lookup/account-features.ts';
import { invalidAttribute } from '../lookup/errors.ts';
import { requireRecord } from '../lookup/find-record.ts';
import { subscriberResource } from '../lookup/subscriber-resource.ts';
import { webhookPayload } from './payload.ts';

/** Something that happened to a person. */
export interface DomainEvent {
  readonly subscriberId: string;
  readonly event: WebhookEvent;
  readonly properties: Readonly<Record<string, unknown>>;
  /** ISO 8601. */
  readonly occurredAt: string;
}

/** The enabled webhooks of an account, as long as one transaction works for it. */
const known = new WeakMap<Context, readonly RecordRow<'webhooks'>[]>();

async function enabledWebhooks(context: Context): Promise<readonly RecordRow<'webhooks'>[]> {
  const before = known.get(context);
  if (before) return before;
  const { rows } = await listRecords(context.tx, context.accountId, 'webhooks', { status: 'active' });
  known.set(context, rows);
  return rows;
}

/** Whether a webhook is told of an event. */
// Unspecified: U-58
export const wants = ({ events, include_received_email }: WebhookData, event: WebhookEvent): boolean =>
  events.includes(event) && (event !== 'subscriber.received_email' || include_received_email);

/** Writes a delivery for each webhook that is told of what happened, with the person as they are now. */
export async function fanOut(context: Context, domainEvent: DomainEvent): Promise<void> {
  if (context.source === 'seed') return; // what a seed says happened before
  if (!(await accountFeatures(context)).hasWebhooks) return;
  const { event, subscriberId } = domainEvent;
  const webhooks = (await enabledWebhooks(context)).filter(({ data }) => wants(data, event));
  if (webhooks.length === 0) return;
  const body = await bodyOf(context, domainEvent);
  if (body === undefined) return;
  for (const webhook of webhooks) {
    await deliver(context, webhook, { event, subscriberId, body, origin: 'event', replayOf: null });
  }
}

async function bodyOf(context: Context, { subscriberId, ...told }: DomainEvent): Promise<string | undefined> {
  const { tx, accountId, world } = context;
  const person = await findSubscriberBy(tx, accountId, 'id', subscriberId);
  if (!person) return undefined;
  const subscriber = await subscriberResource(context, person, world.baseUrl());
  return webhookPayload({ ...told, accountId, subscriber });
}

/** The webhook that something is sent to by hand; refuses one that is disabled, since nothing would come of it. */
// Unspecified: U-87
export async function enabledWebhook(context: Context, id: string): Promise<RecordRow<'webhooks'>> {
  const webhook = await requireRecord(context, 'webhooks', id);
  if (webhook.status === 'active') return webhook;
  throw invalidAttribute(
    'unavailable_error',
    'webhook_id',
    `The webhook ${id} is disabled: enable it first.`,
  );
}

/** What is delivered, and why. */
type Notification = Pick<WebhookDeliveryRow, 'event' | 'subscriberId' | 'body' | 'origin' | 'replayOf'>;

/** Writes a delivery and accepts its first attempt, which comes after those of earlier ones for the same person. */
// Unspecified: U-85
export async function deliver(
  context: Pick<Context, 'world' | 'tx' | 'accountId'>,
  { id: webhookId, data }: RecordRow<'webhooks'>,
  notification: Notification,
): Promise<WebhookDeliveryRow> {
  const { world, tx, accountId } = context;
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
  };
  await insertWebhookDelivery(tx, accountId, delivery);
  // Once in a while is enough, since it looks at the whole ledger.
  if (world.random() < 0.01) await pruneWebhookDeliveries(tx, accountId);
  const lane = `${webhookId} ${notification.subscriberId}`;
  await enqueue(context, 'webhook', { deliveryId: delivery.id }, { queue: webhookId, lane });
  return delivery;
}
