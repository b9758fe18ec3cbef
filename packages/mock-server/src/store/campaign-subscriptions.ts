import { json, mapRow, nullable, number, type StoredRow } from './row-mapping.ts';
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
  /** Where the person stands; told by the members above where it is missing. */
  readonly position?: SeriesPosition | undefined;
  /** What the link in the confirmation email holds. */
  readonly confirmation_token?: string | undefined;
  /** Whether the person came by a form, so that the account is notified of it. */
  readonly is_by_form?: boolean | undefined;
}

/** Where someone stands in a lap of a series. */
export interface SeriesPosition {
  /** The email that comes next, from 0. */
  readonly next: number;
  /** When the email before was due, or the lap began; milliseconds since 1970. */
  readonly since: number;
  /** Whether an email of this lap was due already. */
  readonly isBegun: boolean;
  /** Whether the next email waits for its content. */
  readonly isPending?: boolean | undefined;
}

export interface SubscriptionRow {
  readonly id: string;
  readonly campaignId: string;
  readonly subscriberId: string;
  readonly status: SubscriptionStatus;
  readonly createdAt: string;
  /** When the next email is due, in milliseconds since 1970; null while none is. */
  readonly nextSendAt: number | null;
  readonly data: SubscriptionData;
}

const { columns, placeholders, toRow, values } = mapRow<SubscriptionRow>({
  id: 'id',
  campaignId: 'campaign_id',
  subscriberId: 'subscriber_id',
  status: 'status',
  createdAt: 'created_at',
  nextSendAt: nullable(number('next_send_at')),
  data: json('data'),
});

/** Keeps a subscription: a new one, or what has become of the one that the person had. */
export async function putSubscription(
  tx: Transaction,
  accountId: string,
  row: SubscriptionRow,
): Promise<void> {
  await tx.run(
    `insert into campaign_subscriptions (account_id, ${columns}) values (?, ${placeholders})
     on conflict (account_id, campaign_id, subscriber_id)
     do update set status = excluded.status, next_send_at = excluded.next_send_at, data = excluded.data`,
    accountId,
    ...values(row),
  );
}

export async function findSubscription(
  tx: Transaction,
  accountId: string,
  campaignId: string,
  subscriberId: string,
): Promise<SubscriptionRow | undefined> {
  const row = await tx.get<StoredRow>(
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
  const rows = await tx.all<StoredRow>(
    `select ${columns} from campaign_subscriptions
     where account_id = ? and subscriber_id = ? order by seq limit ? offset ?`,
    accountId,
    subscriberId,
    limit,
    offset,
  );
  return { rows: rows.map(toRow), total: Number(counted?.total ?? 0) };
}

/** The subscription with this id. */
export async function findSubscriptionById(
  tx: Transaction,
  accountId: string,
  id: string,
): Promise<SubscriptionRow | undefined> {
  const sql = `select ${columns} from campaign_subscriptions where account_id = ? and id = ?`;
  const row = await tx.get<StoredRow>(sql, accountId, id);
  return row && toRow(row);
}

/** Keeps when the next email of a subscription is due, and where the person stands. */
export async function updateProgress(
  tx: Transaction,
  accountId: string,
  { id, nextSendAt, data }: Pick<SubscriptionRow, 'id' | 'nextSendAt' | 'data'>,
): Promise<void> {
  await tx.run(
    'update campaign_subscriptions set next_send_at = ?, data = ? where account_id = ? and id = ?',
    nextSendAt,
    JSON.stringify(data),
    accountId,
    id,
  );
}

/** Subscriptions of a campaign with an email that is due, the longest due first. */
export async function listDueSubscriptions(
  tx: Transaction,
  accountId: string,
  { campaignId, now, limit }: { campaignId: string; now: number; limit: number },
): Promise<SubscriptionRow[]> {
  const rows = await tx.all<StoredRow>(
    `select ${columns} from campaign_subscriptions
     where account_id = ? and campaign_id = ? and next_send_at <= ? order by next_send_at, seq limit ?`,
    accountId,
    campaignId,
    now,
    limit,
  );
  return rows.map(toRow);
}

/** Running subscriptions of a campaign that were made after the one numbered `after`, with their numbers. */
export async function listRunningSubscriptions(
  tx: Transaction,
  accountId: string,
  { campaignId, after, limit }: { campaignId: string; after: number; limit: number },
): Promise<{ rows: SubscriptionRow[]; last: number }> {
  const rows = await tx.all<StoredRow>(
    `select seq, ${columns} from campaign_subscriptions
     where account_id = ? and campaign_id = ? and status = 'active' and seq > ? order by seq limit ?`,
    accountId,
    campaignId,
    after,
    limit,
  );
  return { rows: rows.map(toRow), last: Number(rows.at(-1)?.seq ?? after) };
}
