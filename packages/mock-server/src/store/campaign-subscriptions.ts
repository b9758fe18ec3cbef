import type { Transaction } from './store.ts';

/** Where someone stands in a series. Whom `unconfirmed` has been asked to confirm, and gets nothing until then. */
// Unspecified: U-53
export type SubscriptionStatus = 'active' | 'unconfirmed' | 'unsubscribed' | 'removed';

/** What is kept of a subscription beside the columns that are searched; the interface's names. */
export interface SubscriptionData {
  readonly is_complete: boolean;
  /** Counts from 1: how many times the person has begun. */
  readonly lap: number;
  /** The email to begin with, from 0. */
  readonly starting_email_index: number;
  /** Zero-based; there once an email of this lap was sent. */
  readonly last_sent_email_index?: number | undefined;
  readonly last_sent_email_at?: string | undefined;
}

export interface SubscriptionRow {
  readonly id: string;
  readonly campaignId: string;
  readonly subscriberId: string;
  readonly status: SubscriptionStatus;
  readonly createdAt: string;
  readonly data: SubscriptionData;
}

interface Stored {
  id: string;
  campaign_id: string;
  subscriber_id: string;
  status: SubscriptionStatus;
  created_at: string;
  data: string;
}

const columns = 'id, campaign_id, subscriber_id, status, created_at, data';
const toRow = (row: Stored): SubscriptionRow => ({
  id: row.id,
  campaignId: row.campaign_id,
  subscriberId: row.subscriber_id,
  status: row.status,
  createdAt: row.created_at,
  data: JSON.parse(row.data),
});

/** Keeps a subscription: a new one, or what has become of the one that the person had. */
export async function putSubscription(
  tx: Transaction,
  accountId: string,
  row: SubscriptionRow,
): Promise<void> {
  await tx.run(
    `insert into campaign_subscriptions (account_id, ${columns}) values (?, ?, ?, ?, ?, ?, ?)
     on conflict (account_id, campaign_id, subscriber_id)
     do update set status = excluded.status, data = excluded.data`,
    accountId,
    row.id,
    row.campaignId,
    row.subscriberId,
    row.status,
    row.createdAt,
    JSON.stringify(row.data),
  );
}

export async function findSubscription(
  tx: Transaction,
  accountId: string,
  campaignId: string,
  subscriberId: string,
): Promise<SubscriptionRow | undefined> {
  const row = await tx.get<Stored>(
    `select ${columns} from campaign_subscriptions
     where account_id = ? and campaign_id = ? and subscriber_id = ?`,
    accountId,
    campaignId,
    subscriberId,
  );
  return row && toRow(row);
}

/** One page of someone's subscriptions in the order in which they were made, and how many there are in all. */
export async function listSubscriptions(
  tx: Transaction,
  accountId: string,
  subscriberId: string,
  { limit, offset }: { limit: number; offset: number } = { limit: Number.MAX_SAFE_INTEGER, offset: 0 },
): Promise<{ rows: SubscriptionRow[]; total: number }> {
  const counted = await tx.get<{ total: number }>(
    'select count(*) as total from campaign_subscriptions where account_id = ? and subscriber_id = ?',
    accountId,
    subscriberId,
  );
  const rows = await tx.all<Stored>(
    `select ${columns} from campaign_subscriptions
     where account_id = ? and subscriber_id = ? order by seq limit ? offset ?`,
    accountId,
    subscriberId,
    limit,
    offset,
  );
  return { rows: rows.map(toRow), total: Number(counted?.total ?? 0) };
}
