import type { Transaction } from '../engine/store.ts';

/**
 * A rate limit: single-record requests, batch requests, records in batches, page script requests, or commands and
 * forms of pages that can create a subscriber.
 */
export type Budget = 'individual' | 'batch' | 'records' | 'script' | 'signups';

export interface RateWindow {
  /** Milliseconds since 1970. */
  readonly openedAt: number;
  readonly used: number;
}

/** The rate limit of a token. */
interface WindowKey {
  readonly token: string;
  readonly budget: Budget;
}

export async function findRateWindow(
  tx: Transaction,
  accountId: string,
  { token, budget }: WindowKey,
): Promise<RateWindow | undefined> {
  const row = await tx.get<{ opened_at: number; used: number }>(
    'select opened_at, used from rate_windows where account_id = ? and token = ? and budget = ?',
    accountId,
    token,
    budget,
  );
  return row && { openedAt: Number(row.opened_at), used: Number(row.used) };
}

export async function putRateWindow(
  tx: Transaction,
  accountId: string,
  { token, budget }: WindowKey,
  { openedAt, used }: RateWindow,
): Promise<void> {
  await tx.run(
    `insert into rate_windows (account_id, token, budget, opened_at, used) values (?, ?, ?, ?, ?)
     on conflict (account_id, token, budget) do update set opened_at = excluded.opened_at, used = excluded.used`,
    accountId,
    token,
    budget,
    openedAt,
    used,
  );
}

/** Deletes an account's windows that opened before a time in milliseconds since 1970. */
export async function dropRateWindows(
  tx: Transaction,
  accountId: string,
  budget: Budget,
  before: number,
): Promise<void> {
  const sql = 'delete from rate_windows where account_id = ? and budget = ? and opened_at < ?';
  await tx.run(sql, accountId, budget, before);
}
