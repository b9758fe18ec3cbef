import type { Transaction } from './store.ts';

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

interface StoredWindow {
  readonly opened_at: number;
  readonly used: number;
}

const windowOf = ({ opened_at, used }: StoredWindow): RateWindow => ({
  openedAt: Number(opened_at),
  used: Number(used),
});

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
  const row = await tx.get<StoredWindow>(
    'select opened_at, used from rate_windows where account_id = ? and token = ? and budget = ?',
    accountId,
    token,
    budget,
  );
  return row && windowOf(row);
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

/** What to spend from a rate limit, and how long its windows are, in milliseconds. */
interface Spending {
  readonly amount: number;
  readonly limit: number;
  readonly length: number;
  /** When a window opens if none is open, in milliseconds since 1970. */
  readonly opensAt: number;
  readonly now: number;
}

/**
 * Spends an amount if enough is left, in the open window or in a new one. A negative amount refunds. Returns the window
 * afterwards, or undefined if not enough is left.
 */
export async function spendFromWindow(
  tx: Transaction,
  accountId: string,
  { token, budget }: WindowKey,
  { amount, limit, length, opensAt, now }: Spending,
): Promise<RateWindow | undefined> {
  if (amount > limit) return undefined;
  const closed = now - length;
  const row = await tx.get<StoredWindow>(
    `insert into rate_windows (account_id, token, budget, opened_at, used) values (?, ?, ?, ?, ?)
     on conflict (account_id, token, budget) do update set
       opened_at = case when rate_windows.opened_at <= ? then excluded.opened_at else rate_windows.opened_at end,
       used = case when rate_windows.opened_at <= ? then excluded.used
         when rate_windows.used + ? < 0 then 0 else rate_windows.used + ? end
     where rate_windows.opened_at <= ? or rate_windows.used + ? <= ?
     returning opened_at, used`,
    accountId,
    token,
    budget,
    opensAt,
    Math.max(0, amount),
    closed,
    closed,
    amount,
    amount,
    closed,
    amount,
    limit,
  );
  return row && windowOf(row);
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
