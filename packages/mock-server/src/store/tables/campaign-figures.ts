import type { Transaction } from '../engine/store.ts';

/** A campaign's statistics. */
export interface CampaignFigures {
  readonly active: number;
  /** The numbers of emails sent, opened and clicked. */
  readonly sent: number;
  readonly opened: number;
  readonly clicked: number;
  /** Subscribers who unsubscribed through one of the emails. */
  readonly unsubscribed: number;
}

/** Counts the statistics of one campaign. */
export async function countCampaign(
  tx: Transaction,
  accountId: string,
  campaignId: string,
): Promise<CampaignFigures> {
  const subscriptions = await tx.get<{ active: number }>(
    `select count(*) as active from campaign_subscriptions
     where account_id = ? and campaign_id = ? and status = 'active'`,
    accountId,
    campaignId,
  );
  const emails = await tx.get<Omit<CampaignFigures, 'active'>>(
    `select count(*) as sent, count(opened_at) as opened, count(clicked_at) as clicked,
            count(distinct case when unsubscribed_at is not null then subscriber_id end) as unsubscribed
     from deliveries where account_id = ? and campaign_id = ?`,
    accountId,
    campaignId,
  );
  return {
    active: Number(subscriptions?.active ?? 0),
    sent: Number(emails?.sent ?? 0),
    opened: Number(emails?.opened ?? 0),
    clicked: Number(emails?.clicked ?? 0),
    unsubscribed: Number(emails?.unsubscribed ?? 0),
  };
}
