import { json, number, text } from '../engine/column.ts';
import { belowOwn, nameOf, type Place } from '../engine/place.ts';
import { sql } from '../engine/sql.ts';
import type { Transaction } from '../engine/store.ts';
import { type RowOf, table } from '../engine/table.ts';

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
  readonly confirmation_token?: string | undefined;
  /** Whether the subscriber signed up through a form, so that the account is notified. */
  readonly is_by_form?: boolean | undefined;
  readonly confirmation_email?: string | undefined;
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

export const subscriptions = table(
  'campaign_subscriptions',
  {
    id: text(),
    campaignId: text(),
    subscriberId: text(),
    status: text<SubscriptionStatus>(),
    createdAt: text(),
    /** Milliseconds since 1970; null when none is scheduled. */
    nextSendAt: number().orNull(),
    /** The place of this lap. */
    root: text().orNull(),
    parent: text().orNull(),
    data: json<SubscriptionData>(),
  },
  { key: ['campaignId', 'subscriberId'] },
);
export interface SubscriptionRow extends RowOf<typeof subscriptions> {}

/** The place of emails and events of this lap. */
export const placeOfLap = (row: SubscriptionRow): Place =>
  belowOwn(row, nameOf('campaign', row.campaignId), lapName(row));

/** The name of this lap of a subscription. */
export const lapName = ({ campaignId, id, data }: SubscriptionRow): string =>
  nameOf('subscription', `${campaignId}/${id}/${data.lap}`);

export async function updateProgress(
  tx: Transaction,
  accountId: string,
  { id, nextSendAt, data }: Pick<SubscriptionRow, 'id' | 'nextSendAt' | 'data'>,
): Promise<void> {
  await subscriptions.update(tx, accountId, { id }, { nextSendAt, data });
}

/** Lists a campaign's subscriptions with a due email, longest overdue first. */
export function listDueSubscriptions(
  tx: Transaction,
  accountId: string,
  { campaignId, now, limit }: { campaignId: string; now: number; limit: number },
): Promise<SubscriptionRow[]> {
  const due = sql`campaign_id = ${campaignId} and next_send_at <= ${now} order by next_send_at, seq limit ${limit}`;
  return subscriptions.all(tx, accountId, due);
}

/** Lists a campaign's active subscriptions created after number `after`, and the number of the last one. */
export async function listRunningSubscriptions(
  tx: Transaction,
  accountId: string,
  { campaignId, after, limit }: { campaignId: string; after: number; limit: number },
): Promise<{ rows: SubscriptionRow[]; last: number }> {
  const active = sql`campaign_id = ${campaignId} and status = 'active' and seq > ${after} order by seq limit ${limit}`;
  const rows = await subscriptions.allStored(tx, accountId, active);
  return { rows: rows.map(([row]) => row), last: Number(rows.at(-1)?.[1].seq ?? after) };
}
