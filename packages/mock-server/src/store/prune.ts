import type { Transaction } from './store.ts';

/** Tables with what pages tell of an account. */
type PageTable = 'conversions' | 'events' | 'form_submissions' | 'products';

/** Ledgers of an account, whose rows are numbered in the order in which they were written (`seq`). */
type HistoryTable = 'domain_events' | 'notices' | 'outcomes' | 'webhook_deliveries';

/** Lets go of an account's rows but for the newest ones, and for those of which a condition in SQL does not hold. */
export async function prune(
  tx: Transaction,
  table: HistoryTable,
  accountId: string,
  kept: number,
  condition = 'true',
): Promise<void> {
  await tx.run(
    `delete from ${table} where account_id = ? and ${condition} and seq <= (
       select seq from ${table} where account_id = ? order by seq desc limit 1 offset ?)`,
    accountId,
    accountId,
    kept,
  );
}

/** Deletes the rows of an account of which a condition in SQL holds, but for the newest ones. */
export async function keepNewestWhere(
  tx: Transaction,
  table: PageTable,
  accountId: string,
  kept: number,
  condition: string,
): Promise<void> {
  const chosen = `from ${table} where account_id = ? and ${condition}`;
  await tx.run(
    `delete ${chosen} and seq <= (select seq ${chosen} order by seq desc limit 1 offset ?)`,
    accountId,
    accountId,
    kept,
  );
}
