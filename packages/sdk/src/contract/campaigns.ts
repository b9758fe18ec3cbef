import * as z from 'zod/mini';
import { Form } from './forms.ts';
import { endpoint } from './schema/endpoint.ts';
import { noneOut, oneIn, oneOut, pageOut, pageQuery, perPageQuery, sortQuery } from './schema/envelope.ts';
import * as f from './schema/field.ts';
import { type Infer, schema } from './schema/schema.ts';
import { profileArguments, Subscriber, subscriberLinks } from './subscribers.ts';

const links = {
  'campaigns.account': '{base_url}/v2/accounts/{campaigns.account}',
  'campaigns.form': '{base_url}/v2/{campaigns.account}/forms/{campaigns.forms}',
  'campaigns.subscribers': '{base_url}/v2/{campaigns.account}/campaigns/{campaigns.id}/subscribers',
};

/** An email series ("Email series campaign"). Rates are fractions of 1. */
export const Campaign = schema(() =>
  z.object({
    id: f.id('campaign'),
    status: f.known('active', 'paused', 'draft'),
    name: f.text(),
    /** Overrides the account's default, as `from_email` and `postal_address` do. */
    from_name: f.maybe(f.text()),
    from_email: f.maybe(f.text()),
    postal_address: f.maybe(f.text()),
    /** Sending time, in minutes after midnight. */
    minutes_from_midnight: f.integer(),
    /** Whether the sending time is in each subscriber's own time zone. */
    localize_sending_time: f.boolean(),
    /** Sending days: seven characters of 0 or 1, from Monday to Sunday. */
    days_of_the_week_mask: f.text(),
    /** Whether the first email is sent immediately after subscribing. */
    start_immediately: f.boolean(),
    double_optin: f.boolean(),
    /** @deprecated by the service. */
    send_to_confirmation_page: f.optional(z.unknown()),
    /** @deprecated */
    use_custom_confirmation_page: f.optional(z.unknown()),
    /** @deprecated */
    post_confirmation_url: f.optional(z.unknown()),
    confirmation_url: f.orNull(f.text()),
    /** Address notified when a form submission subscribes someone. */
    notify_subscribe_email: f.maybe(f.text()),
    /** Address notified when a subscriber unsubscribes. */
    notify_unsubscribe_email: f.maybe(f.text()),
    bcc: f.orNull(f.text()),
    /** Number of emails in the series, of any status. */
    email_count: f.tally(f.integer()),
    active_subscriber_count: f.tally(f.integer()),
    /** Number of subscribers who unsubscribed through a delivered email. */
    unsubscribed_subscriber_count: f.tally(f.integer()),
    email_open_rate: f.tally(f.number()),
    email_click_rate: f.tally(f.number()),
    created_at: f.time(),
    updated_at: f.time(),
    href: f.link(),
    links: z.object({ account: f.id('account'), forms: z.array(f.id('form')) }),
    /** The form created for the campaign, if any. */
    forms: f.maybe(Form()),
  }),
);
export interface Campaign extends Infer<typeof Campaign> {}

/** The forms that subscribe to a campaign, returned with it. */
export const LinkedForms = schema(() => z.object({ forms: z.array(Form()) }));
export interface CampaignWithForms extends Campaign {
  readonly linked: Infer<typeof LinkedForms>;
}

/** Filter and sort order of the campaign list. */
export const CampaignQuery = schema(() =>
  z.object({
    /** Default: all. */
    status: f.optional(f.oneOf('draft', 'active', 'paused')),
    ...sortQuery('created_at', 'name'),
    ...pageQuery(),
  }),
);
export interface CampaignQuery extends Infer<typeof CampaignQuery> {}

/** Filter and sort order of a campaign's subscribers. `direction` defaults to `desc`. */
export const CampaignSubscriberQuery = schema(() =>
  z.object({
    /** Default `active`. */
    status: f.optional(f.oneOf('active', 'unsubscribed', 'removed')),
    ...sortQuery('id', 'created_at'),
    ...perPageQuery(),
  }),
);
export interface CampaignSubscriberQuery extends Infer<typeof CampaignSubscriberQuery> {}

/** Arguments for subscribing a subscriber to a campaign. */
export const CampaignSubscriberInput = schema(() =>
  z.object({
    email: f.email(),
    ...profileArguments(),
    /** Offset from UTC, in minutes. */
    utc_offset: f.optional(f.integer()),
    /** Whether to send a confirmation email. Default: the campaign's setting. */
    double_optin: f.optional(f.boolean()),
    /** Index of the first email to send, from 0. Default 0. */
    starting_email_index: f.optional(f.integerFrom(0)),
    /** Whether to subscribe a removed subscriber again; if false, the response is 422. Default true. */
    reactivate_if_removed: f.optional(f.boolean()),
    /** Default 30. */
    base_lead_score: f.optional(f.integer()),
  }),
);
export interface CampaignSubscriberInput extends Infer<typeof CampaignSubscriberInput> {}

export const campaigns = {
  /** Lists the email series of the account. */
  list: endpoint('GET /v2/{account_id}/campaigns', {
    query: CampaignQuery,
    response: pageOut<Campaign>('campaigns', Campaign, { links, sorted: true }),
  }),
  /** Gets one email series, with the forms that subscribe to it. */
  get: endpoint('GET /v2/{account_id}/campaigns/{campaign_id}', {
    response: oneOut<CampaignWithForms>('campaigns', Campaign, { links, linked: LinkedForms }),
  }),
  /** Activates a draft or paused series. */
  activate: endpoint('POST /v2/{account_id}/campaigns/{campaign_id}/activate', {
    also: [422],
    response: noneOut,
  }),
  /** Pauses an active series. */
  pause: endpoint('POST /v2/{account_id}/campaigns/{campaign_id}/pause', {
    also: [422],
    response: noneOut,
  }),
  /** Lists the subscribers of a series. */
  listSubscribers: endpoint('GET /v2/{account_id}/campaigns/{campaign_id}/subscribers', {
    query: CampaignSubscriberQuery,
    response: pageOut<Subscriber>('subscribers', Subscriber, { links: subscriberLinks, sorted: true }),
  }),
  /** Subscribes a subscriber to a series. */
  subscribe: endpoint('POST /v2/{account_id}/campaigns/{campaign_id}/subscribers', {
    body: oneIn<CampaignSubscriberInput>('subscribers', CampaignSubscriberInput),
    status: 201,
    location: true,
    response: oneOut<Subscriber>('subscribers', Subscriber, { links: subscriberLinks }),
  }),
};
