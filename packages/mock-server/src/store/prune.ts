import type { Transaction } from './store.ts';

/** Tables that pages can fill without an API token. */
type PageTable = 'conversions' | 'events' | 'form_submissions' | 'products';

/** Tables with an account's history, whose rows `seq` numbers in the order written. */
type HistoryTable =
  | 'domain_events'
  | 'notices'
  | 'outcomes'
  | 'value_changes'
  | 'webhook_deliveries'
  | 'webhook_payloads';

interface HistoryLimit {
  readonly table: HistoryTable;
  /** How many of the newest rows are retained. */
  readonly kept: number;
  /** The SQL condition of the rows that may be deleted. Default: all. */
  readonly condition?: string;
}

/** Deletes an account's rows that are older than the newest ones. */
export async function prune(
  tx: Transaction,
  accountId: string,
  { table, kept, condition = 'true' }: HistoryLimit,
): Promise<void> {
  await tx.run(
    `delete from ${table} where account_id = ? and ${condition} and seq <= (
       select seq from ${table} where account_id = ? order by seq desc limit 1 offset ?)`,
    accountId,
    accountId,
    kept,
  );
}

interface PageRowLimit {
  readonly table: PageTable;
  /** The SQL condition of the rows that count and may be deleted. Default: all. */
  readonly condition?: string;
  /** How many of the newest of these rows are retained. */
  readonly kept: number;
}

/** Deletes the oldest of an account's rows that match a condition. */
export async function pruneMatching(
  tx: Transaction,
  accountId: string,
  { table, condition = 'true', kept }: PageRowLimit,
): Promise<void> {
  const chosen = `from ${table} where account_id = ? and ${condition}`;
  await tx.run(
    `delete ${chosen} and seq <= (select seq ${chosen} order by seq desc limit 1 offset ?)`,
    accountId,
    accountId,
    kept,
  );
}
