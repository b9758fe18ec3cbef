import * as z from 'zod/mini';
import { endpoint } from './schema/endpoint.ts';
import { pageOut, pageQuery } from './schema/envelope.ts';
import * as f from './schema/field.ts';
import { type Infer, schema } from './schema/schema.ts';

const links = {
  'campaign_subscriptions.account': '{base_url}/v2/accounts/{campaign_subscriptions.account}',
  'campaign_subscriptions.subscriber': '{base_url}/v2/subscribers/{campaign_subscriptions.subscriber}',
};

/** A subscriber's progress in an email series ("Campaign subscription"). */
export const CampaignSubscription = schema(() =>
  z.object({
    id: f.id('campaign_subscription'),
    campaign_id: f.id('campaign'),
    status: f.known('active'),
    is_complete: f.boolean(),
    lap: f.integer(),
    /** Index of the last email sent, from 0. */
    last_sent_email_index: f.maybe(f.integer()),
    last_sent_email_at: f.maybe(f.time()),
    links: z.object({ account: f.id('account'), subscriber: f.id('subscriber') }),
  }),
);
export interface CampaignSubscription extends Infer<typeof CampaignSubscription> {}

/** Page of a subscriber's campaign subscriptions. */
export const CampaignSubscriptionQuery = schema(() => z.object(pageQuery()));
export interface CampaignSubscriptionQuery extends Infer<typeof CampaignSubscriptionQuery> {}

export const campaignSubscriptions = {
  /** Lists a subscriber's campaign subscriptions. */
  list: endpoint('GET /v2/{account_id}/subscribers/{subscriber_id}/campaign_subscriptions', {
    query: CampaignSubscriptionQuery,
    response: pageOut<CampaignSubscription>('campaign_subscriptions', CampaignSubscription, { links }),
  }),
};
