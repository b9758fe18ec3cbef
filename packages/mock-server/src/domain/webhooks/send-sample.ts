import type { WebhookEvent } from '@trickle/sdk/contract';
import { systemClock } from '../../shared/platform/timers.ts';
import { isoTime } from '../../shared/values/time.ts';
import { listRecords } from '../../store/tables/records.ts';
import { listTagsOf } from '../../store/tables/tags.ts';
import type { WebhookDeliveryRow } from '../../store/tables/webhook-deliveries.ts';
import { completeBody, insertWebhookPayload } from '../../store/tables/webhook-payloads.ts';
import type { Context } from '../context/context.ts';
import { accountFeatures } from '../records/account-features.ts';
import { findSubscriber, subscriberResource } from '../records/subscriber.ts';
import { areMet } from '../rules.ts';
import { deliver, enabledWebhook, webhookPayload } from './fan-out.ts';
import { subscriptionRules } from './rules.ts';
import { sampleProperties, sampleSubscriber } from './samples.ts';

/** Sends a sample of an event to one webhook, or to all enabled webhooks that subscribe to it and to listeners. */
// Unspecified: U-87
export async function triggerSample(
  context: Context,
  event: WebhookEvent,
  options: { readonly webhookId?: string | undefined; readonly subscriberId?: string | undefined },
): Promise<WebhookDeliveryRow[]> {
  const { services, tx, accountId } = context;
  const now = isoTime(services.clock.now());
  const subscriber =
    options.subscriberId === undefined
      ? sampleSubscriber(services.ids.letters(), now)
      : await findSubscriber(context, options.subscriberId);
  const [tag = 'Customer'] = await listTagsOf(tx, accountId, subscriber.id);
  const { rows: campaigns } = await listRecords(tx, accountId, 'campaigns');
  const campaign = campaigns[0] ?? { id: '111111', name: 'Welcome series' };
  const resource = await subscriberResource(context, subscriber, services.baseUrl());
  const sample = options.subscriberId === undefined ? { ...resource, tags: [tag] } : resource;
  const properties = sampleProperties(event, { subscriber, tag, campaign });
  const body = webhookPayload({ event, accountId, properties, occurredAt: now });
  const { rows } = await listRecords(tx, accountId, 'webhooks', { status: 'active' });
  const webhooks =
    options.webhookId === undefined
      ? rows.filter((row) => areMet(subscriptionRules(row, event)))
      : [await enabledWebhook(context, options.webhookId)];
  const isListened =
    options.webhookId === undefined && (await accountFeatures(context)).listenedUntil > systemClock.now();
  if (webhooks.length === 0 && !isListened) return [];
  const [state, subscriberId] = [JSON.stringify(sample), subscriber.id];
  const terms = { event, subscriberId, body, subscriber: state, eventSeq: null, isListened };
  const { seq } = await insertWebhookPayload(tx, accountId, terms);
  const notification = { event, subscriberId, eventSeq: null, origin: 'trigger', replayOf: null } as const;
  const deliveries: WebhookDeliveryRow[] = [];
  for (const webhook of webhooks) {
    const delivery = await deliver(context, webhook, notification, seq);
    deliveries.push({ ...delivery, body: completeBody(body, state) });
  }
  return deliveries;
}
