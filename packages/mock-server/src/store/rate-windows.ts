import type { Transaction } from './store.ts';

/** What is spent from: requests to single endpoints, requests to batches, records in batches. */
export type Budget = 'individual' | 'batch' | 'records';

export interface RateWindow {
  /** Milliseconds since 1970. */
  readonly openedAt: number;
  readonly used: number;
}

export async function findRateWindow(
  tx: Transaction,
  accountId: string,
  token: string,
  budget: Budget,
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
  token: string,
  budget: Budget,
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
