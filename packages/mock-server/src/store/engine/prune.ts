import type { Transaction } from './store.ts';

/** Tables that pages can fill without an API token. */
type PageTable = 'conversions' | 'events' | 'form_submissions' | 'products';

/** Tables with an account's history, whose rows `seq` numbers in the order written. */
type HistoryTable = 'domain_events' | 'notices' | 'outcomes' | 'value_changes';

/** How many rows one call deletes at most, since nobody else is served in the meantime. A later call deletes the rest. */
export const MAX_PRUNED = 2000;

/** The statement that deletes the oldest rows that match a condition, whose values it takes twice. */
export const deleteOldest = (table: string, condition: string): string =>
  `delete from ${table} where seq in (
     select seq from ${table} where ${condition} and seq <= (
       select seq from ${table} where ${condition} order by seq desc limit 1 offset ?
     ) order by seq limit ${MAX_PRUNED}
   )`;

interface HistoryLimit {
  readonly table: HistoryTable | PageTable;
  /** The SQL condition of the rows that count and may be deleted. Default: all. */
  readonly condition?: string;
  /** How many of the newest of these rows are retained. */
  readonly kept: number;
}

/** Deletes the oldest of an account's rows that match a condition. */
export async function prune(
  tx: Transaction,
  accountId: string,
  { table, condition = 'true', kept }: HistoryLimit,
): Promise<void> {
  await tx.run(deleteOldest(table, `account_id = ? and ${condition}`), accountId, accountId, kept);
}
