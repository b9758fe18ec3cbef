import * as z from 'zod/mini';
import { endpoint } from './schema/endpoint.ts';
import { batchIn, emptyOut, noneOut, oneIn, oneOut, pageOut, perPageQuery } from './schema/envelope.ts';
import * as f from './schema/field.ts';
import { type Infer, type RequireOne, schema } from './schema/schema.ts';

export const subscriberLinks = { 'subscribers.account': '{base_url}/v2/accounts/{subscribers.account}' };

/** A recipient of email ("Subscriber"). Fields without a value are absent. */
export const Subscriber = schema(() =>
  z.object({
    /** Assigned by the service. */
    id: f.id('subscriber'),
    status: f.known('active', 'unsubscribed'),
    /** Status used if a request omits `status`. */
    initial_status: f.maybe(f.known('active', 'unsubscribed')),
    /** The email address. */
    email: f.text(),
    first_name: f.maybe(f.text()),
    last_name: f.maybe(f.text()),
    address1: f.maybe(f.text()),
    address2: f.maybe(f.text()),
    city: f.maybe(f.text()),
    state: f.maybe(f.text()),
    zip: f.maybe(f.text()),
    country: f.maybe(f.text()),
    phone: f.maybe(f.text()),
    /** US mobile number in E.164 format. */
    sms_number: f.maybe(f.text()),
    sms_consent: f.boolean(),
    /** Consent under European Union law. */
    eu_consent: f.known('granted', 'denied', 'unknown'),
    /** Olson time zone. Default `Etc/UTC`. */
    time_zone: f.text(),
    /** Offset from UTC, in minutes. */
    utc_offset: f.integer(),
    /** Present if the page script has seen the subscriber. */
    visitor_uuid: f.maybe(f.id('visitor')),
    /** Values by identifier, always strings. */
    custom_fields: z.record(z.string(), z.string()),
    tags: f.texts(),
    ip_address: f.maybe(f.text()),
    user_agent: f.maybe(f.text()),
    original_referrer: f.maybe(f.text()),
    landing_url: f.maybe(f.text()),
    /** Whether the subscriber is marked as a lead. */
    prospect: f.boolean(),
    lead_score: f.maybe(f.integer()),
    /** In cents. */
    lifetime_value: f.integer(),
    created_at: f.time(),
    href: f.link(),
    /** Your own identifier of the subscriber. */
    user_id: f.maybe(f.text()),
    base_lead_score: f.integer(),
    links: z.object({ account: f.id('account') }),
  }),
);
export interface Subscriber extends Infer<typeof Subscriber> {}

/** Name and mailing address, shared by several requests. */
export const nameAndAddressArguments = () => ({
  first_name: f.optional(f.text()),
  last_name: f.optional(f.text()),
  address1: f.optional(f.text()),
  address2: f.optional(f.text()),
  city: f.optional(f.text()),
  state: f.optional(f.text()),
  zip: f.optional(f.text()),
  country: f.optional(f.text()),
  phone: f.optional(f.text()),
});

/** Profile fields, shared by all requests that can create a subscriber. */
export const profileArguments = () => ({
  /** Your own identifier of the subscriber, unique in the account. */
  user_id: f.optional(f.text()),
  /** Olson time zone. Default for a new subscriber: `Etc/UTC`. */
  time_zone: f.optional(f.timeZone()),
  /** Values by identifier. null or '' clears a field. */
  custom_fields: f.optional(f.customFields()),
  /** Tags to add. */
  tags: f.optional(f.texts()),
  /** Whether to attach a lead score if lead scoring is enabled. Default true. */
  prospect: f.optional(f.boolean()),
  /** Former name of `prospect`. */
  potential_lead: f.optional(f.boolean()),
  ...consentArguments(),
});

/** Consent under European Union law. */
export const consentArguments = () => ({
  /** Consent under European Union law. */
  eu_consent: f.optional(f.oneOf('granted', 'denied')),
  /** The text that the subscriber agreed to. */
  eu_consent_message: f.optional(f.text()),
});

/** Status in requests: `active` or `unsubscribed`. */
export const subscriberStatus = () => f.optional(f.oneOf('active', 'unsubscribed'));

/** Arguments for creating or updating a subscriber. At least one of `email`, `id` and `visitor_uuid` is required. */
export const SubscriberInput = schema(() =>
  z
    .object({
      email: f.optional(f.email()),
      /** The subscriber's id. */
      id: f.optional(f.name()),
      visitor_uuid: f.optional(f.name()),
      /** New email address. If no subscriber has `email`, one is created with this address. */
      new_email: f.optional(f.email()),
      ...nameAndAddressArguments(),
      sms_number: f.optional(f.usMobile()),
      /** Default false. */
      sms_consent: f.optional(f.boolean()),
      ...profileArguments(),
      /** In cents. */
      lifetime_value: f.optional(f.cents()),
      ip_address: f.optional(f.text()),
      remove_tags: f.optional(f.texts()),
      /** Default 30. */
      base_lead_score: f.optional(f.integer()),
      status: subscriberStatus(),
      /** Status used if `status` is omitted. */
      initial_status: subscriberStatus(),
    })
    .check(...f.needsOneOf('email', 'id', 'visitor_uuid')),
);
export type SubscriberInput = RequireOne<Infer<typeof SubscriberInput>, 'email' | 'id' | 'visitor_uuid'>;

/** Filters of the subscriber list. */
export const SubscriberQuery = schema(() =>
  z.object({
    /** Default `active`. */
    status: f.optional(
      f.oneOf('all', 'active', 'unsubscribed', 'active_or_unsubscribed', 'undeliverable', 'removed'),
    ),
    /** Comma-separated tags; matches subscribers with at least one of them. */
    tags: f.optional(f.text()),
    /** ISO 8601. Matches subscribers created before this time. */
    subscribed_before: f.optional(f.isoTime()),
    /** ISO 8601. Matches subscribers created after this time. */
    subscribed_after: f.optional(f.isoTime()),
    ...perPageQuery(),
  }),
);
export interface SubscriberQuery extends Infer<typeof SubscriberQuery> {}

/** The campaign to remove the subscriber from. Default: all campaigns. */
export const RemoveQuery = schema(() =>
  z.object({
    /** The campaign. Default: all campaigns. */
    campaign_id: f.optional(f.text()),
  }),
);
export interface RemoveQuery extends Infer<typeof RemoveQuery> {}

const oneSubscriber = oneOut<Subscriber>('subscribers', Subscriber, { links: subscriberLinks });

export const subscribers = {
  /** Creates a subscriber, or updates the one identified by email, id or visitor UUID. */
  upsert: endpoint('POST /v2/{account_id}/subscribers', {
    body: oneIn<SubscriberInput>('subscribers', SubscriberInput),
    location: true,
    response: oneSubscriber,
    repeatable: true,
  }),
  /** Lists the subscribers of the account. */
  list: endpoint('GET /v2/{account_id}/subscribers', {
    query: SubscriberQuery,
    response: pageOut<Subscriber>('subscribers', Subscriber, { links: subscriberLinks }),
  }),
  /** Gets one subscriber. */
  get: endpoint('GET /v2/{account_id}/subscribers/{id_or_email_or_visitor_uuid}', {
    response: oneSubscriber,
  }),
  /** Removes a subscriber from one campaign, or from all. */
  remove: endpoint('POST /v2/{account_id}/subscribers/{id_or_email}/remove', {
    query: RemoveQuery,
    response: oneSubscriber,
    repeatable: true,
  }),
  /** Unsubscribes a subscriber from all mailings. */
  unsubscribeAll: endpoint('POST /v2/{account_id}/subscribers/{id_or_email}/unsubscribe_all', {
    response: oneSubscriber,
    repeatable: true,
  }),
  /** Deletes a subscriber. */
  delete: endpoint('DELETE /v2/{account_id}/subscribers/{id_or_email}', {
    response: noneOut,
  }),
  /** Creates or updates 1 to 1000 subscribers in the background. */
  upsertBatch: endpoint('POST /v2/{account_id}/subscribers/batches', {
    body: batchIn<SubscriberInput>('subscribers', SubscriberInput),
    status: 201,
    location: true,
    response: emptyOut,
    repeatable: true,
  }),
};
