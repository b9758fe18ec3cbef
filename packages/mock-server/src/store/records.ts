import type { RecordTable } from './schema.ts';
import type { Transaction } from './store.ts';

/** A campaign, broadcast, workflow, trigger, form, goal or webhook. */
export interface RecordRow {
  readonly id: string;
  readonly name: string;
  readonly status: string;
  readonly createdAt: string;
  /** Its other members, in the interface's names. */
  readonly data: Readonly<Record<string, unknown>>;
}

export async function insertRecord(
  tx: Transaction,
  accountId: string,
  table: RecordTable,
  record: RecordRow,
): Promise<void> {
  await tx.run(
    `insert into ${table} (account_id, id, name, status, created_at, data) values (?, ?, ?, ?, ?, ?)`,
    accountId,
    record.id,
    record.name,
    record.status,
    record.createdAt,
    JSON.stringify(record.data),
  );
}

/** Whether the account has a record with this id. */
export async function hasRecord(
  tx: Transaction,
  accountId: string,
  table: RecordTable,
  id: string,
): Promise<boolean> {
  const sql = `select 1 as there from ${table} where account_id = ? and id = ?`;
  return (await tx.get(sql, accountId, id)) !== undefined;
}
