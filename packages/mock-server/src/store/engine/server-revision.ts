import { NO_ACCOUNT, type Transaction } from './store.ts';

/** The number of changes to accounts and clocks, which every server of the database keeps in memory. */
export async function findRevision(tx: Pick<Transaction, 'get'>): Promise<number> {
  const row = await tx.get<{ revision: number }>('select revision from server_revision');
  return Number(row?.revision ?? 0);
}

/** Returns the new number. */
export async function raiseRevision(tx: Transaction): Promise<number> {
  const target = { table: 'server_revision', accountId: NO_ACCOUNT };
  const sql = 'update server_revision set revision = revision + 1 returning revision';
  return Number((await tx.insertReturning(target, sql, [])).revision);
}
