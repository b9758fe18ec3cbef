import { field as f, OrderInput, PurchaseInput, SubscriberInput, schema } from '@trickle/sdk/contract';
import * as z from 'zod/mini';
import { usMobile } from '../shared/coercion/text-formats.ts';
import { olsonName } from '../shared/values/time.ts';
import { broadcastMembers, senderMembers } from '../store/records/broadcasts.ts';
import { campaignMembers, emailMembers } from '../store/records/campaigns.ts';
import { formMembers } from '../store/records/forms.ts';
import { goalMembers } from '../store/records/goals.ts';
import { webhookMembers } from '../store/records/webhooks.ts';
import type { ReadonlyValues } from '../store/records/with-defaults.ts';
import { triggerMembers, WorkflowStepSeed } from '../store/records/workflows.ts';

/*
 * The schema of seeds: plain data with the interface's names and optional ids. Unknown members are errors, since they
 * would be ignored.
 */

/** The common members of seeded records. */
const record = () => ({ id: f.optional(f.name()), created_at: f.optional(f.isoTime()) });
/** An Olson name, case-insensitive. */
export const timeZone = () => z.stringFormat('time_zone', (text) => olsonName(text) !== undefined);

export const User = schema(() =>
  z.strictObject({
    email: f.email(),
    name: f.optional(f.text()),
    time_zone: f.optional(timeZone()),
    role: f.optional(f.oneOf('owner', 'member', 'viewer')),
    /** The API token. Default: a new one. */
    token: f.optional(f.name()),
  }),
);

export const Subscriber = schema(() => {
  const { id, email, new_email, remove_tags, status, ...shape } = SubscriberInput().shape;
  return z.strictObject({
    ...record(),
    ...shape,
    email: f.email(),
    sms_number: f.optional(z.stringFormat('sms', (text) => usMobile(text) === text)),
    time_zone: f.optional(timeZone()),
    status: f.optional(f.oneOf('active', 'unsubscribed', 'undeliverable', 'removed')),
    /** The status of an undeliverable subscriber without regard to bounces. Default `active`. */
    deliverable_status: f.optional(f.oneOf('active', 'unsubscribed')),
    user_agent: f.optional(f.text()),
    original_referrer: f.optional(f.text()),
    landing_url: f.optional(f.text()),
  });
});

const Event = schema(() =>
  z.strictObject({
    /** The subscriber of the event, who must be among the subscribers. */
    email: f.email(),
    action: f.name(),
    properties: f.optional(f.properties()),
    occurred_at: f.optional(f.isoTime()),
  }),
);

export const Purchase = schema(() =>
  z.strictObject({
    id: f.optional(f.name()),
    /** The buyer, who must be among the subscribers. */
    email: f.email(),
    ...PurchaseInput().shape,
  }),
);

export const LegacyOrder = schema(() => {
  const { id, email, ...shape } = OrderInput().shape;
  /** The buyer, who must be among the subscribers. */
  return z.strictObject({ email: f.email(), ...shape });
});

const LeadScoring = schema(() =>
  z.strictObject({
    /** The score that makes a subscriber a lead. */
    threshold: f.integer(),
    /** Points by the action of a custom event. */
    points: f.optional(z.record(z.string(), f.integer())),
  }),
);

/** The endpoints that provide dynamic content for emails. */
const DynamicContent = schema(() =>
  z.strictObject({
    /** Default true. */
    is_enabled: f.optional(f.boolean()),
    endpoints: z.array(
      z.strictObject({
        /** Templates access the content as `my.<shortcode>`. */
        shortcode: f.name(),
        base_url: f.url(),
        /** The subscriber fields to send, including custom fields. */
        subscriber: f.optional(z.array(f.name())),
        /** The event properties to send within a workflow. */
        event: f.optional(z.array(f.name())),
      }),
    ),
  }),
);

export const Email = schema(() => z.strictObject(emailMembers()));

const Delivery = schema(() =>
  z.strictObject({
    /** The index of the campaign's email, from 0. */
    email_index: f.integerFrom(0),
    sent_at: f.isoTime(),
    opened_at: f.optional(f.isoTime()),
    clicked_at: f.optional(f.isoTime()),
    /** When the subscriber unsubscribed through this email. */
    unsubscribed_at: f.optional(f.isoTime()),
  }),
);

/** A campaign's subscriber, who must be among the account's subscribers. */
export const CampaignSubscriber = schema(() =>
  z.strictObject({
    email: f.email(),
    /** Default `active`. */
    status: f.optional(f.oneOf('active', 'unconfirmed', 'unsubscribed', 'removed')),
    created_at: f.optional(f.isoTime()),
    starting_email_index: f.optional(f.integerFrom(0)),
    is_complete: f.optional(f.boolean()),
    lap: f.optional(f.integerFrom(1)),
    /** The emails sent to the subscriber. */
    deliveries: f.optional(z.array(Delivery())),
  }),
);

export const Campaign = schema(() =>
  z.strictObject({
    ...record(),
    ...senderMembers(),
    name: f.name(),
    status: f.optional(f.oneOf('draft', 'active', 'paused')),
    ...campaignMembers(),
    emails: f.optional(z.array(Email())),
    subscribers: f.optional(z.array(CampaignSubscriber())),
  }),
);
export type CampaignSeed = NonNullable<AccountSeed['campaigns']>[number];

/** The settings that can change while a campaign has subscribers. */
export const CampaignChange = schema(() => {
  const { name, emails, minutes_from_midnight, localize_sending_time, ...shape } = Campaign().shape;
  const { days_of_the_week_mask, start_immediately, double_optin } = shape;
  return z.strictObject({
    name: f.optional(name),
    ...senderMembers(),
    emails,
    minutes_from_midnight,
    localize_sending_time,
    days_of_the_week_mask,
    start_immediately,
    double_optin,
  });
});
export interface CampaignChange extends z.infer<ReturnType<typeof CampaignChange>> {}

export const Broadcast = schema(() =>
  z.strictObject({
    ...record(),
    name: f.name(),
    status: f.optional(f.oneOf('draft', 'canceled', 'scheduled', 'sending', 'sent')),
    send_at: f.optional(f.isoTime()),
    ...broadcastMembers(),
  }),
);

export const Trigger = schema(() => z.strictObject({ id: f.optional(f.name()), ...triggerMembers() }));
export type TriggerSeed = ReadonlyValues<z.infer<ReturnType<typeof Trigger>>>;

export const Workflow = schema(() =>
  z.strictObject({
    ...record(),
    name: f.name(),
    status: f.optional(f.oneOf('draft', 'active', 'paused')),
    triggers: f.optional(z.array(Trigger())),
    /** The workflow's steps, in order. */
    steps: f.optional(z.array(WorkflowStepSeed())),
    /** The workflow's subscribers, who must be among the account's subscribers. */
    subscribers: f.optional(
      z.array(
        z.strictObject({
          email: f.email(),
          created_at: f.optional(f.isoTime()),
          /** The index of the next step, from 0. Default: 0. */
          step: f.optional(f.integerFrom(0)),
        }),
      ),
    ),
  }),
);

export const SeedForm = schema(() =>
  z.strictObject({
    ...record(),
    ...formMembers(),
    /** The id of the campaign in this seed that the form subscribes to. */
    campaign_id: f.optional(f.name()),
  }),
);

export const Goal = schema(() =>
  z.strictObject({
    ...record(),
    name: f.name(),
    status: f.optional(f.oneOf('active', 'disabled')),
    ...goalMembers(),
  }),
);

export const Webhook = schema(() =>
  z.strictObject({
    ...record(),
    /** Default: `active`. */
    status: f.optional(f.oneOf('active', 'disabled')),
    ...webhookMembers(),
  }),
);

/** One account of a seed. */
export const Account = schema(() =>
  z.strictObject({
    ...record(),
    /** Default: the URL. */
    name: f.optional(f.text()),
    url: f.optional(f.text()),
    default_from_name: f.optional(f.text()),
    default_from_email: f.optional(f.email()),
    default_postal_address: f.optional(f.text()),
    primary_email: f.optional(f.email()),
    enable_third_party_cookies: f.optional(f.boolean()),
    phone_number: f.optional(f.text()),
    /** Default: leads are not scored. */
    lead_scoring: f.optional(LeadScoring()),
    dynamic_content: f.optional(DynamicContent()),
    /** Links in emails whose clicks emit `clicked_trigger_link` events. */
    trigger_links: f.optional(z.array(z.strictObject({ id: f.name(), url: f.url() }))),
    /** Origins, such as `https://shop.example`, that may use the page script. Default: any. */
    script_origins: f.optional(f.texts()),
    /**
     * Whether nothing leaves the account for other servers: its webhook deliveries are `held`, dynamic content is `{}`, and
     * emails are not forwarded. Default: false.
     */
    is_offline: f.optional(f.boolean()),
    /** Identifiers of custom fields that no subscriber has to have. Those of subscribers are added. */
    custom_fields: f.optional(z.array(f.name())),
    /** Tags that no subscriber has to have. Those of subscribers are added. */
    tags: f.optional(z.array(f.name())),
    /** Actions of custom events that nobody has to have performed. Those of events are added. */
    event_actions: f.optional(z.array(f.name())),
    /** Default: one owner with a new token. */
    users: f.optional(z.array(User())),
    subscribers: f.optional(z.array(Subscriber())),
    events: f.optional(z.array(Event())),
    /** Purchases add to their subscriber's `lifetime_value`, as orders do. */
    purchases: f.optional(z.array(Purchase())),
    /** Legacy orders. */
    orders: f.optional(z.array(LegacyOrder())),
    campaigns: f.optional(z.array(Campaign())),
    broadcasts: f.optional(z.array(Broadcast())),
    workflows: f.optional(z.array(Workflow())),
    forms: f.optional(z.array(SeedForm())),
    goals: f.optional(z.array(Goal())),
    webhooks: f.optional(z.array(Webhook())),
  }),
);
/** The kinds of seeded records with ids. */
export const SEED_NOUNS = [
  'subscribers',
  'campaigns',
  'broadcasts',
  'workflows',
  'forms',
  'goals',
  'webhooks',
] as const;

/** One account of a seed. */
export type AccountSeed = ReadonlyValues<z.infer<ReturnType<typeof Account>>>;

const OAuthApplication = schema(() =>
  z.strictObject({
    client_id: f.name(),
    client_secret: f.name(),
    name: f.name(),
    redirect_uris: z.array(f.url()),
  }),
);

/** A seed: the initial data of a server. */
export const Seed = schema(() =>
  z.strictObject({
    /** The JSON Schema of seeds, for editors. The server ignores it. */
    $schema: f.optional(f.text()),
    /** In an exported seed: what a seed cannot express, as numbers by kind. The server ignores it. */
    $left_out: f.optional(z.record(z.string(), z.int())),
    accounts: f.optional(z.array(Account())),
    oauth_applications: f.optional(z.array(OAuthApplication())),
  }),
);
export interface Seed extends ReadonlyValues<z.infer<ReturnType<typeof Seed>>> {}
