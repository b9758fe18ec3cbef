import type { WebhookEvent, WebhookProperties } from '@trickle/sdk/contract';
import { systemClock } from '../../shared/platform/timers.ts';
import { isoTime } from '../../shared/values/time.ts';
import { listRecords } from '../../store/tables/records.ts';
import type { SubscriberRow } from '../../store/tables/subscribers.ts';
import { listTagsOf } from '../../store/tables/tags.ts';
import type { WebhookDeliveryRow } from '../../store/tables/webhook-deliveries.ts';
import { completeBody, insertWebhookPayload } from '../../store/tables/webhook-payloads.ts';
import { accountFeatures, type Context } from '../context/context.ts';
import { findSubscriber, subscriberResource } from '../records/subscriber.ts';
import { areMet } from '../rules.ts';
import { deliver, enabledWebhook, webhookPayload } from './fan-out.ts';
import { subscriptionRules } from './rules.ts';

interface SampleSource {
  readonly subscriber: SubscriberRow;
  readonly tag: string;
  readonly campaign: { readonly id: string; readonly name: string };
}

const sampleSubscriber = (id: string, createdAt: string): SubscriberRow => ({
  id,
  email: 'ann.sample@example.com',
  userId: 'u-1001',
  visitorUuid: null,
  status: 'active',
  createdAt,
  data: {
    first_name: 'Ann',
    last_name: 'Sample',
    city: 'Duluth',
    state: 'MN',
    country: 'USA',
    sms_consent: false,
    eu_consent: 'unknown',
    time_zone: 'America/Chicago',
    prospect: true,
    base_lead_score: 30,
    lead_score: 65,
    lifetime_value: 12_500,
    custom_fields: { boat: 'Yawl' },
  },
});

type Sample<Event extends WebhookEvent> = (source: SampleSource) => WebhookProperties<Event>;

const none = () => ({});
const ofCampaign = ({ campaign }: SampleSource) => ({
  campaign_id: campaign.id,
  campaign_name: campaign.name,
});
const ofDelivery = () => ({ delivery_id: '700100200', email_id: '700100', email_subject: 'Welcome aboard' });
const source = 'api';

const samples: { readonly [Event in WebhookEvent]: Sample<Event> } = {
  'subscriber.created': none,
  'subscriber.deleted': none,
  'subscriber.marked_as_deliverable': () => ({ source }),
  'subscriber.marked_as_undeliverable': () => ({ source }),
  'subscriber.subscribed_to_email_marketing': none,
  'subscriber.subscribed_to_campaign': ofCampaign,
  'subscriber.removed_from_campaign': ofCampaign,
  'subscriber.unsubscribed_from_campaign': ofCampaign,
  'subscriber.unsubscribed_all': none,
  'subscriber.reactivated': none,
  'subscriber.completed_campaign': ofCampaign,
  'subscriber.applied_tag': ({ tag }) => ({ tag }),
  'subscriber.removed_tag': () => ({ tag: 'Trial' }),
  'subscriber.updated_custom_field': ({ subscriber }) => {
    const [identifier, value] = Object.entries(subscriber.data.custom_fields)[0] ?? ['boat', 'Yawl'];
    return { identifier, value, previous_value: null, source };
  },
  'subscriber.updated_email_address': ({ subscriber }) => ({
    value: subscriber.email,
    previous_value: 'ann.before@example.com',
    source,
  }),
  'subscriber.updated_lifetime_value': ({ subscriber: { data } }) => ({
    value: data.lifetime_value,
    previous_value: Math.max(0, data.lifetime_value - 2_500),
    source,
  }),
  'subscriber.updated_time_zone': ({ subscriber: { data } }) => ({
    value: data.time_zone,
    previous_value: 'Etc/UTC',
  }),
  'subscriber.received_email': ofDelivery,
  'subscriber.opened_email': ofDelivery,
  'subscriber.clicked_email': () => ({
    ...ofDelivery(),
    url: 'https://www.example.com/boats?utm_source=email',
    user_agent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
    ip_address: '203.0.113.7',
  }),
  'subscriber.bounced': ofDelivery,
  'subscriber.complained': ofDelivery,
  'subscriber.clicked_trigger_link': () => ({
    url: 'https://www.example.com/upgrade',
    ip_address: '203.0.113.7',
    trigger_id: '800100',
    source: 'email',
  }),
  'subscriber.visited_page': () => ({ url: 'https://www.example.com/pricing' }),
  'subscriber.became_lead': ({ subscriber: { data } }) => ({ lead_score: data.lead_score ?? 65 }),
  'subscriber.became_non_prospect': none,
  'subscriber.updated_lead_score': ({ subscriber: { data } }) => ({
    lead_score: data.lead_score ?? 65,
    previous_lead_score: (data.lead_score ?? 65) - 5,
  }),
  'subscriber.performed_custom_event': () => ({ action: 'Viewed a boat', sku: 'Y-32', value: 12_500 }),
  'subscriber.updated_alias': ({ subscriber }) => ({
    identifier: 'user_id',
    value: subscriber.userId ?? 'u-1001',
    previous_value: null,
    source,
  }),
};

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
  const properties: Readonly<Record<string, unknown>> = samples[event]({ subscriber, tag, campaign });
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
