// biome-ignore-all format: written by `npm run generate:operations` from the contract.

/** Which page of a person's campaign subscriptions. */
export interface CampaignSubscriptionQuery {
  /** The number of the page, from 1. */
  page?: number | undefined;
}

/** Where someone stands in an email series ("Campaign subscription"). */
export interface CampaignSubscription {
  id: string;
  campaign_id: string;
  status: 'active' | (string & {});
  is_complete: boolean;
  lap: number;
  /** Zero-based. */
  last_sent_email_index?: number | null | undefined;
  /** ISO 8601. */
  last_sent_email_at?: string | null | undefined;
  links: {
    account: string;
    subscriber: string;
  };
}
