// biome-ignore-all format: written by `npm run generate:operations` from the contract.

/** Page of a subscriber's campaign subscriptions. */
export interface CampaignSubscriptionQuery {
  /** The number of the page, from 1. */
  page?: number | undefined;
}

/** A subscriber's progress in an email series ("Campaign subscription"). */
export interface CampaignSubscription {
  id: string;
  campaign_id: string;
  status: 'active' | (string & {});
  is_complete: boolean;
  lap: number;
  /** Index of the last email sent, from 0. */
  last_sent_email_index?: number | null | undefined;
  /** ISO 8601. */
  last_sent_email_at?: string | null | undefined;
  links: {
    account: string;
    subscriber: string;
  };
}
