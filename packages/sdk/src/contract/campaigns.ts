import * as z from 'zod/mini';
import { Form } from './forms.ts';
import { endpoint } from './schema/endpoint.ts';
import { noneOut, oneIn, oneOut, pageOut } from './schema/envelope.ts';
import * as f from './schema/field.ts';
import { pageQuery, perPageQuery, sortQuery } from './schema/paging.ts';
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
    id: f.text(),
    status: f.known('active', 'paused', 'draft'),
    name: f.text(),
    /** Overrides the account's default, like `from_email` and `postal_address`. */
    from_name: f.maybe(f.text()),
    from_email: f.maybe(f.text()),
    postal_address: f.maybe(f.text()),
    /** When emails go out: minutes after midnight. */
    minutes_from_midnight: f.integer(),
    /** Whether that time is of the subscriber's zone. */
    localize_sending_time: f.boolean(),
    /** Seven characters of 0 or 1 from Monday on. */
    days_of_the_week_mask: f.text(),
    /** Whether the first email goes out right after subscribing. */
    start_immediately: f.boolean(),
    double_optin: f.boolean(),
    /** @deprecated by the service, as are the next two. */
    send_to_confirmation_page: f.optional(z.unknown()),
    /** @deprecated */
    use_custom_confirmation_page: f.optional(z.unknown()),
    /** @deprecated */
    post_confirmation_url: f.optional(z.unknown()),
    confirmation_url: f.orNull(f.text()),
    /** The address told of a form subscription. */
    notify_subscribe_email: f.maybe(f.text()),
    /** The address told of an unsubscription. */
    notify_unsubscribe_email: f.maybe(f.text()),
    bcc: f.orNull(f.text()),
    /** All emails, whatever their status. */
    email_count: f.integer(),
    active_subscriber_count: f.integer(),
    /** People who unsubscribed by a delivered email. */
    unsubscribed_subscriber_count: f.integer(),
    email_open_rate: f.number(),
    email_click_rate: f.number(),
    /** ISO 8601. */
    created_at: f.text(),
    /** ISO 8601. */
    updated_at: f.text(),
    href: f.text(),
    links: z.object({ account: f.text(), forms: f.texts() }),
    /** The form made for the campaign, when there is one. */
    forms: f.maybe(Form()),
  }),
);
export interface Campaign extends Infer<typeof Campaign> {}

/** The forms that feed a campaign, sent beside it. */
export const LinkedForms = schema(() => z.object({ forms: z.array(Form()) }));
export interface CampaignWithForms extends Campaign {
  readonly linked: Infer<typeof LinkedForms>;
}

/** Filter and order of the campaign list. */
export const CampaignQuery = schema(() =>
  z.object({
    /** Default: all. */
    status: f.optional(f.oneOf('draft', 'active', 'paused')),
    ...sortQuery('created_at', 'name'),
    ...pageQuery(),
  }),
);
export interface CampaignQuery extends Infer<typeof CampaignQuery> {}

/** Filter and order of a campaign's people. `direction` is `desc` unless given. */
export const CampaignSubscriberQuery = schema(() =>
  z.object({
    /** Default `active`. */
    status: f.optional(f.oneOf('active', 'unsubscribed', 'removed')),
    ...sortQuery('id', 'created_at'),
    ...perPageQuery(),
  }),
);
export interface CampaignSubscriberQuery extends Infer<typeof CampaignSubscriberQuery> {}

/** Arguments of subscribing someone to a campaign. */
export const CampaignSubscriberInput = schema(() =>
  z.object({
    email: f.email(),
    ...profileArguments(),
    /** Minutes from UTC. */
    utc_offset: f.optional(f.integer()),
    /** Whether to send the confirmation email; default: the campaign's setting. */
    double_optin: f.optional(f.boolean()),
    /** Zero-based; default 0. */
    starting_email_index: f.optional(f.integerFrom(0)),
    /** Whether someone who was removed is subscribed again; when false, 422. Default true. */
    reactivate_if_removed: f.optional(f.boolean()),
    /** Default 30. */
    base_lead_score: f.optional(f.integer()),
  }),
);
export interface CampaignSubscriberInput extends Infer<typeof CampaignSubscriberInput> {}

export const campaigns = {
  /** The email series of the account. */
  list: endpoint({
    method: 'GET',
    path: '/v2/{account_id}/campaigns',
    query: CampaignQuery,
    status: 200,
    response: pageOut<Campaign>('campaigns', Campaign, { links, sorted: true }),
  }),
  /** One email series, with the forms that feed it. */
  get: endpoint({
    method: 'GET',
    path: '/v2/{account_id}/campaigns/{campaign_id}',
    status: 200,
    response: oneOut<CampaignWithForms>('campaigns', Campaign, { links, linked: LinkedForms }),
  }),
  /** Makes a draft or paused series active. */
  activate: endpoint({
    method: 'POST',
    path: '/v2/{account_id}/campaigns/{campaign_id}/activate',
    status: 204,
    also: [422],
    response: noneOut,
  }),
  /** Pauses an active series. */
  pause: endpoint({
    method: 'POST',
    path: '/v2/{account_id}/campaigns/{campaign_id}/pause',
    status: 204,
    also: [422],
    response: noneOut,
  }),
  /** The people on a series. */
  listSubscribers: endpoint({
    method: 'GET',
    path: '/v2/{account_id}/campaigns/{campaign_id}/subscribers',
    query: CampaignSubscriberQuery,
    status: 200,
    response: pageOut<Subscriber>('subscribers', Subscriber, { links: subscriberLinks, sorted: true }),
  }),
  /** Subscribes someone to a series. */
  subscribe: endpoint({
    method: 'POST',
    path: '/v2/{account_id}/campaigns/{campaign_id}/subscribers',
    body: oneIn<CampaignSubscriberInput>('subscribers', CampaignSubscriberInput),
    status: 201,
    location: true,
    response: oneOut<Subscriber>('subscribers', Subscriber, { links: subscriberLinks }),
  }),
};
