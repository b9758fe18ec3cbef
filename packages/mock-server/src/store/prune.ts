import type { Transaction } from './store.ts';

/** Tables that pages can fill without an API token. */
type PageTable = 'conversions' | 'events' | 'form_submissions' | 'products';

/** Tables with an account's history, whose rows `seq` numbers in the order written. */
type HistoryTable = 'domain_events' | 'notices' | 'outcomes' | 'webhook_deliveries';

/** Deletes an account's rows that match an SQL condition and are older than the `kept` newest rows. */
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

/** Deletes an account's rows that match an SQL condition, except the `kept` newest of them. */
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
