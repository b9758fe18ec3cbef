import { selectRows, sql } from '../engine/sql.ts';
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
  const of = sql`account_id = ${accountId} and campaign_id = ${campaignId}`;
  const [figures] = await selectRows<CampaignFigures>(
    tx,
    sql`select (select count(*) from campaign_subscriptions where ${of} and status = 'active') as active,
        count(*) as sent, count(opened_at) as opened, count(clicked_at) as clicked,
        count(distinct case when unsubscribed_at is not null then subscriber_id end) as unsubscribed
      from deliveries where ${of}`,
  );
  return figures as CampaignFigures; // an aggregate always has a row
}
