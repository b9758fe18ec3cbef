import { json, text } from '../engine/column.ts';
import { sql } from '../engine/sql.ts';
import type { Transaction } from '../engine/store.ts';
import { type RowOf, table } from '../engine/table.ts';

/** A visitor's browser and first page, as the page script reported them. */
export interface VisitorData {
  readonly user_agent?: string | undefined;
  readonly original_referrer?: string | undefined;
  readonly landing_url?: string | undefined;
  readonly time_zone?: string | undefined;
}

export interface VisitorRecord extends VisitorData {
  /** Tags to apply once the visitor is identified. */
  readonly tags?: readonly string[] | undefined;
  /** The last time the visitor's cookie was renewed; ISO 8601. */
  readonly renewed_at?: string | undefined;
}

/** The browsers that have run the page script. */
export const visitors = table(
  'visitors',
  {
    uuid: text(),
    subscriberId: text().orNull(),
    createdAt: text(),
    data: json<VisitorRecord>(),
  },
  { kept: 'events', pruned: 'subscriber_id is null' },
);
export interface VisitorRow extends RowOf<typeof visitors> {}

/** Visitors retained per subscriber. Pages can identify any number of browsers as one, each of which is a visitor. */
const VISITORS_OF_SUBSCRIBER = 100;

/** Deletes a subscriber's visitors except `except` and the newest others. */
export async function pruneVisitorsOf(
  tx: Transaction,
  accountId: string,
  subscriberId: string,
  except: string,
): Promise<void> {
  const others = sql`account_id = ${accountId} and subscriber_id = ${subscriberId} and uuid <> ${except}`;
  await visitors.pruneSome(tx, accountId, others, VISITORS_OF_SUBSCRIBER);
}
