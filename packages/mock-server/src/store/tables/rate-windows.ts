import { number, text } from '../engine/column.ts';
import { sql } from '../engine/sql.ts';
import type { Transaction } from '../engine/store.ts';
import { type RowOf, table } from '../engine/table.ts';

/** A limit on single-record or batch requests, records in batches, page script requests, or pages' signups. */
export type Budget = 'individual' | 'batch' | 'records' | 'script' | 'signups';

/** The use of each rate limit by a token. */
export const rateWindows = table(
  'rate_windows',
  {
    token: text(),
    budget: text<Budget>(),
    /** Milliseconds since 1970. */
    openedAt: number(),
    used: number(),
  },
  { key: ['token', 'budget'], order: ['token', 'budget'] },
);
export interface RateWindow extends RowOf<typeof rateWindows> {}

/** Adds to what is used of a window. If the stored one ended before it opened, it takes its place. */
export async function addToRateWindow(
  tx: Transaction,
  accountId: string,
  { token, budget, openedAt, used }: RateWindow,
  length: number,
): Promise<void> {
  const isOpen = sql`opened_at + ${length} > excluded.opened_at`;
  await rateWindows.change(
    tx,
    accountId,
    sql`insert into rate_windows (account_id, token, budget, opened_at, used)
      values (${[accountId, token, budget, openedAt, used]})
      on conflict (account_id, token, budget) do update set
        opened_at = case when ${isOpen} then opened_at else excluded.opened_at end,
        used = case when ${isOpen} then used + excluded.used else excluded.used end`,
  );
}

/** Deletes an account's windows that opened before a time in milliseconds since 1970. */
export async function dropRateWindows(
  tx: Transaction,
  accountId: string,
  budget: Budget,
  before: number,
): Promise<void> {
  const old = sql`account_id = ${accountId} and budget = ${budget} and opened_at < ${before}`;
  await rateWindows.change(tx, accountId, sql`delete from rate_windows where ${old}`);
}
