import { json, mapRow, nullable, number, type StoredRow } from '../engine/row-mapping.ts';
import type { Transaction } from '../engine/store.ts';

/** The status of a subscription. `unconfirmed` subscribers were asked to confirm and receive no emails before. */
// Unspecified: U-53
export type SubscriptionStatus = 'active' | 'unconfirmed' | 'unsubscribed' | 'removed';

/** The members of a subscription that share a column, under the interface's names. */
export interface SubscriptionData {
  readonly is_complete: boolean;
  /** The number of times the subscriber has started the series, from 1. */
  readonly lap: number;
  /** Index of the first email to send, from 0. */
  readonly starting_email_index: number;
  /** Zero-based; absent until an email of this lap is sent. */
  readonly last_sent_email_index?: number | undefined;
  readonly last_sent_email_at?: string | undefined;
  /** The subscriber's position; when absent, it follows from the members above. */
  readonly position?: SeriesPosition | undefined;
  /** The token in the confirmation email's link. */
  readonly confirmation_token?: string | undefined;
  /** Whether the subscriber signed up through a form, so that the account is notified. */
  readonly is_by_form?: boolean | undefined;
}

/** A subscriber's position in one lap of a series. */
export interface SeriesPosition {
  /** Index of the next email, from 0. */
  readonly next: number;
  /** The time the previous email was due, or the lap began, in milliseconds since 1970. */
  readonly since: number;
  /** Whether an email of this lap has already been due. */
  readonly isBegun: boolean;
  /** Whether the next email is waiting for content. */
  readonly isPending?: boolean | undefined;
}

export interface SubscriptionRow {
  readonly id: string;
  readonly campaignId: string;
  readonly subscriberId: string;
  readonly status: SubscriptionStatus;
  readonly createdAt: string;
  /** The time the next email is due, in milliseconds since 1970; null when none is scheduled. */
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

/** Inserts a subscription, or updates the subscriber's existing one. */
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

/** Lists one page of a subscriber's subscriptions in order of creation, with the total. */
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

export async function findSubscriptionById(
  tx: Transaction,
  accountId: string,
  id: string,
): Promise<SubscriptionRow | undefined> {
  const sql = `select ${columns} from campaign_subscriptions where account_id = ? and id = ?`;
  const row = await tx.get<StoredRow>(sql, accountId, id);
  return row && toRow(row);
}

/** Updates when a subscription's next email is due, and the subscriber's position. */
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

/** Lists a campaign's subscriptions with a due email, longest overdue first. */
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

/** Lists a campaign's active subscriptions created after number `after`, and the number of the last one. */
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
