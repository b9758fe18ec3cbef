import {
  Form,
  field as f,
  OrderInput,
  PurchaseInput,
  SubscriberInput,
  schema,
  WEBHOOK_EVENTS,
} from '@trickle/sdk/contract';
import * as z from 'zod/mini';
import { usMobile } from '../shared/coercion/us-mobile.ts';
import { olsonName } from '../shared/values/time-zone.ts';
import { FIELD_TYPES } from '../store/records/record-data.ts';
import { WorkflowStep } from './workflow-steps.ts';

/*
 * The schema of seeds: plain data with the interface's names and optional ids. Unknown members are errors, since they
 * would be ignored.
 */

/** The common members of seeded records. */
const record = () => ({ id: f.optional(f.name()), created_at: f.optional(f.isoTime()) });
const sender = () => ({
  from_name: f.optional(f.text()),
  from_email: f.optional(f.email()),
  postal_address: f.optional(f.text()),
  bcc: f.optional(f.orNull(f.emailList())),
});

/** An Olson name, case-insensitive. */
export const timeZone = () => z.stringFormat('time_zone', (text) => olsonName(text) !== undefined);

const User = schema(() =>
  z.strictObject({
    email: f.email(),
    name: f.optional(f.text()),
    time_zone: f.optional(timeZone()),
    role: f.optional(f.oneOf('owner', 'member', 'viewer')),
    /** The API token. Default: a new one. */
    token: f.optional(f.name()),
  }),
);

const Subscriber = schema(() => {
  const { id, email, new_email, remove_tags, status, ...shape } = SubscriberInput().shape;
  return z.strictObject({
    ...record(),
    ...shape,
    email: f.email(),
    sms_number: f.optional(z.stringFormat('sms', (text) => usMobile(text) === text)),
    time_zone: f.optional(timeZone()),
    status: f.optional(f.oneOf('active', 'unsubscribed', 'undeliverable', 'removed')),
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

const Purchase = schema(() =>
  z.strictObject({
    id: f.optional(f.name()),
    /** The buyer, who must be among the subscribers. */
    email: f.email(),
    ...PurchaseInput().shape,
  }),
);

const LegacyOrder = schema(() => {
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

const Email = schema(() =>
  z.strictObject({
    id: f.optional(f.name()),
    subject: f.text(),
    html_body: f.optional(f.text()),
    text_body: f.optional(f.text()),
    /** The delay after the previous email. Default: one day. */
    delay: f.optional(
      z.strictObject({
        days: f.optional(f.integerFrom(0)),
        hours: f.optional(f.integerFrom(0)),
        minutes: f.optional(f.integerFrom(0)),
      }),
    ),
  }),
);

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
const CampaignSubscriber = schema(() =>
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

const Campaign = schema(() =>
  z.strictObject({
    ...record(),
    ...sender(),
    name: f.name(),
    status: f.optional(f.oneOf('draft', 'active', 'paused')),
    minutes_from_midnight: f.optional(f.integerBetween(0, 1439)),
    localize_sending_time: f.optional(f.boolean()),
    days_of_the_week_mask: f.optional(f.dayMask()),
    start_immediately: f.optional(f.boolean()),
    double_optin: f.optional(f.boolean()),
    send_to_confirmation_page: f.optional(f.boolean()),
    use_custom_confirmation_page: f.optional(f.boolean()),
    post_confirmation_url: f.optional(f.url()),
    confirmation_url: f.optional(f.orNull(f.url())),
    notify_subscribe_email: f.optional(f.emailList()),
    notify_unsubscribe_email: f.optional(f.emailList()),
    /** Replaces the default confirmation email. Its link is `{{ confirmation_url }}`. */
    confirmation_email: f.optional(
      z.strictObject({
        subject: f.text(),
        html_body: f.optional(f.text()),
        text_body: f.optional(f.text()),
      }),
    ),
    emails: f.optional(z.array(Email())),
    subscribers: f.optional(z.array(CampaignSubscriber())),
  }),
);
export type CampaignSeed = z.infer<ReturnType<typeof Campaign>>;

/** The settings that can change while a campaign has subscribers. */
export const CampaignChange = schema(() => {
  const { name, emails, minutes_from_midnight, localize_sending_time, ...shape } = Campaign().shape;
  const { days_of_the_week_mask, start_immediately, double_optin } = shape;
  return z.strictObject({
    name: f.optional(name),
    ...sender(),
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
    ...sender(),
    name: f.name(),
    status: f.optional(f.oneOf('draft', 'canceled', 'scheduled', 'sending', 'sent')),
    subject: f.optional(f.text()),
    html_body: f.optional(f.text()),
    text_body: f.optional(f.text()),
    send_at: f.optional(f.isoTime()),
    localize_sending_time: f.optional(f.boolean()),
  }),
);

const Trigger = schema(() =>
  z.strictObject({
    id: f.optional(f.name()),
    provider: f.name(),
    trigger_type: f.name(),
    properties: f.optional(f.properties()),
  }),
);
export type TriggerSeed = z.infer<ReturnType<typeof Trigger>>;

export const Workflow = schema(() =>
  z.strictObject({
    ...record(),
    name: f.name(),
    status: f.optional(f.oneOf('draft', 'active', 'paused')),
    triggers: f.optional(z.array(Trigger())),
    /** The workflow's steps, in order. */
    steps: f.optional(z.array(WorkflowStep())),
    /** The workflow's subscribers, who must be among the account's subscribers. */
    subscribers: f.optional(
      z.array(z.strictObject({ email: f.email(), created_at: f.optional(f.isoTime()) })),
    ),
  }),
);

/** A form field. */
const FormField = schema(() =>
  z.strictObject({
    /** `email`, another subscriber attribute such as `first_name`, or the identifier of a custom field. */
    name: f.name(),
    /** Default: the name in words. */
    label: f.optional(f.text()),
    type: f.optional(f.oneOf(...FIELD_TYPES)),
    required: f.optional(f.boolean()),
    /** The options of a `select`. */
    options: f.optional(f.texts()),
    /** The initial value, or the value of a checkbox when checked. */
    value: f.optional(f.text()),
  }),
);

/** The form's own texts. Default: English. */
const FormTexts = schema(() =>
  z.strictObject({
    close: f.optional(f.text()),
    choose: f.optional(f.text()),
    sending: f.optional(f.text()),
    delayed: f.optional(f.text()),
    failed: f.optional(f.text()),
    required: f.optional(f.text()),
    email_error: f.optional(f.text()),
    invalid: f.optional(f.text()),
  }),
);

/** The position of a form on a page. */
export const ORIENTATIONS = [
  'bottom_left_tab',
  'bottom_right_tab',
  'side_left_tab',
  'side_right_tab',
  'embedded',
  'lightbox',
] as const;

// Unspecified: U-77
export const SeedForm = schema(() => {
  const { id, href, created_at, links, orientation, ...shape } = Form().shape;
  return z.strictObject({
    ...record(),
    ...z.partial(z.object(shape)).shape,
    /** The id of the campaign in this seed that the form subscribes to. */
    campaign_id: f.optional(f.name()),
    /** The form's fields, in order. Default: the email address, which is always included. */
    fields: f.optional(z.array(FormField())),
    /** Tags applied on submission. */
    tags: f.optional(f.texts()),
    /** The label of the consent checkbox. Default: no checkbox. */
    eu_consent: f.optional(f.text()),
    /** The page to redirect to after a submission. Default: the form shows its confirmation. */
    redirect_url: f.optional(f.url()),
    texts: f.optional(FormTexts()),
    orientation: f.optional(f.oneOf(...ORIENTATIONS)),
  });
});

export const Goal = schema(() =>
  z.strictObject({
    ...record(),
    name: f.name(),
    url: f.optional(f.text()),
    status: f.optional(f.oneOf('active', 'disabled')),
    default_value: f.optional(f.integerBelow(2_147_483_647)),
    counting_method: f.optional(f.oneOf('one_per_visitor', 'all')),
  }),
);

export const Webhook = schema(() =>
  z.strictObject({
    ...record(),
    post_url: f.url(),
    include_received_email: f.optional(f.boolean()),
    events: f.optional(z.array(f.oneOf(...WEBHOOK_EVENTS))),
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
export type AccountSeed = z.infer<ReturnType<typeof Account>>;

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
    accounts: f.optional(z.array(Account())),
    oauth_applications: f.optional(z.array(OAuthApplication())),
  }),
);
export interface Seed extends z.infer<ReturnType<typeof Seed>> {}
