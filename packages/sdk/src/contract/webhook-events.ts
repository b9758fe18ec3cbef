import * as z from 'zod/mini';
import * as f from './schema/field.ts';
import { schema } from './schema/schema.ts';
import { Subscriber } from './subscribers.ts';

/** Members of `data.properties` by event, as zod shapes ("Webhook notifications"). */
const shapes = {
  'subscriber.created': () => ({}),
  'subscriber.deleted': () => ({}),
  'subscriber.marked_as_deliverable': () => ({ source: f.text() }),
  'subscriber.marked_as_undeliverable': () => ({ source: f.text() }),
  'subscriber.subscribed_to_email_marketing': () => ({}),
  'subscriber.subscribed_to_campaign': ofCampaign,
  'subscriber.removed_from_campaign': ofCampaign,
  'subscriber.unsubscribed_from_campaign': ofCampaign,
  'subscriber.unsubscribed_all': () => ({}),
  'subscriber.reactivated': () => ({}),
  'subscriber.completed_campaign': ofCampaign,
  'subscriber.applied_tag': () => ({ tag: f.text() }),
  'subscriber.removed_tag': () => ({ tag: f.text() }),
  'subscriber.updated_custom_field': () => ({ identifier: f.text(), ...ofChange() }),
  'subscriber.updated_email_address': ofChange,
  'subscriber.updated_lifetime_value': () => ({
    /** In cents. */
    value: f.cents(),
    previous_value: f.orNull(f.cents()),
    source: f.text(),
  }),
  'subscriber.updated_time_zone': () => ({ value: f.text(), previous_value: f.orNull(f.text()) }),
  'subscriber.received_email': ofDelivery,
  'subscriber.opened_email': ofDelivery,
  'subscriber.clicked_email': () => ({
    ...ofDelivery(),
    url: f.text(),
    user_agent: f.orNull(f.text()),
    ip_address: f.orNull(f.text()),
  }),
  'subscriber.bounced': ofDelivery,
  'subscriber.complained': ofDelivery,
  'subscriber.clicked_trigger_link': () => ({
    url: f.text(),
    ip_address: f.orNull(f.text()),
    trigger_id: f.text(),
    source: f.text(),
  }),
  'subscriber.visited_page': () => ({ url: f.text() }),
  'subscriber.became_lead': () => ({ lead_score: f.integer() }),
  'subscriber.became_non_prospect': () => ({}),
  'subscriber.updated_lead_score': () => ({
    lead_score: f.integer(),
    previous_lead_score: f.orNull(f.integer()),
  }),
  /** The event's own properties are members beside `action`. */
  'subscriber.performed_custom_event': () => ({ action: f.text() }),
  'subscriber.updated_alias': () => ({ identifier: f.text(), ...ofChange() }),
};

function ofCampaign() {
  return { campaign_id: f.text(), campaign_name: f.text() };
}

function ofDelivery() {
  return { delivery_id: f.text(), email_id: f.text(), email_subject: f.text() };
}

function ofChange() {
  return { value: f.orNull(f.text()), previous_value: f.orNull(f.text()), source: f.text() };
}

/** The name of a webhook event, one of 29. */
export type WebhookEvent = keyof typeof shapes;

const names = Object.keys(shapes) as [WebhookEvent, ...WebhookEvent[]]; // the keys are the type

/** The names of all 29 webhook events. */
export const WEBHOOK_EVENTS: readonly [WebhookEvent, ...WebhookEvent[]] = Object.freeze(names);

/** Members of `data.properties` of an event. */
export type WebhookProperties<Event extends WebhookEvent> = z.infer<
  z.ZodMiniObject<ReturnType<(typeof shapes)[Event]>>
> &
  (Event extends 'subscriber.performed_custom_event' ? Record<string, unknown> : unknown);

/** The schema of an event's `data.properties`. */
export function webhookProperties(event: WebhookEvent): z.ZodMiniType {
  const type = z.object(shapes[event]());
  return event === 'subscriber.performed_custom_event' ? z.catchall(type, z.unknown()) : type;
}

/** The body of a webhook delivery. `occurred_at` is ISO 8601. */
export const WebhookNotification = schema(() =>
  z.object({
    event: f.known(...WEBHOOK_EVENTS),
    data: z.object({
      account_id: f.text(),
      subscriber: Subscriber(),
      /** Absent for events without properties. */
      properties: f.optional(f.properties()),
    }),
    occurred_at: f.time(),
  }),
);

/** A webhook notification, discriminated by `event`. */
export type WebhookNotification<Recipient = Subscriber> = {
  [Event in WebhookEvent]: {
    /** The name of the event. */
    readonly event: Event;
    /** The account and the subscriber of the event. */
    readonly data: {
      /** The id of the account. */
      readonly account_id: string;
      /** The subscriber after the event. */
      readonly subscriber: Recipient;
      /** The details of the event, such as the `tag` that was applied. Empty for some events. */
      readonly properties: WebhookProperties<Event>;
    };
    /** ISO 8601. */
    readonly occurred_at: string;
  };
}[WebhookEvent];
