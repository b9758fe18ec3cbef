import { filterOf, placesFor } from '../engine/filter.ts';
import { json, mapRow, type StoredRow } from '../engine/row-mapping.ts';
import { changeRows, insertRow, type Transaction } from '../engine/store.ts';
import type { RecordData, RecordTable } from '../records/record-data.ts';
import type { TriggerData } from '../records/workflows.ts';

/** A campaign, broadcast, workflow, trigger, form, goal or webhook. */
export interface RecordRow<Table extends RecordTable> {
  readonly id: string;
  /** The campaign of a form, the workflow of a trigger. */
  readonly parentId: string | null;
  /** A trigger's name is its type. */
  readonly name: string;
  readonly status: string;
  readonly createdAt: string;
  /** The time a broadcast is sent. */
  readonly sendAt: string | null;
  readonly data: RecordData[Table];
}

const { columns, placeholders, toRow, values } = mapRow<RecordRow<RecordTable>>({
  id: 'id',
  parentId: 'parent_id',
  name: 'name',
  status: 'status',
  createdAt: 'created_at',
  sendAt: 'send_at',
  data: json('data'),
});

export async function insertRecord<Table extends RecordTable>(
  tx: Transaction,
  accountId: string,
  table: Table,
  record: RecordRow<Table>,
): Promise<void> {
  await insertRow(
    tx,
    { table: table, accountId: accountId },
    `insert into ${table} (account_id, ${columns}) values (?, ${placeholders})`,
    accountId,
    ...values(record),
  );
}

export async function findRecord<Table extends RecordTable>(
  tx: Transaction,
  accountId: string,
  table: Table,
  id: string,
): Promise<RecordRow<Table> | undefined> {
  const sql = `select ${columns} from ${table} where account_id = ? and id = ?`;
  const row = await tx.get<StoredRow>(sql, accountId, id);
  return row && (toRow(row) as RecordRow<Table>); // the table says what its data is
}

/** Whether an account has records of a kind. */
export async function hasRecords(tx: Transaction, accountId: string, table: RecordTable): Promise<boolean> {
  return (
    (await tx.get(`select 1 as there from ${table} where account_id = ? limit 1`, accountId)) !== undefined
  );
}

/** Updates a record's status and data, and its name if given. */
export async function updateRecord<Table extends RecordTable>(
  tx: Transaction,
  accountId: string,
  table: Table,
  { id, name, status, data }: Pick<RecordRow<Table>, 'id' | 'status' | 'data'> & { readonly name?: string },
): Promise<void> {
  await changeRows(
    tx,
    { table: table, accountId: accountId },
    `update ${table} set name = coalesce(?, name), status = ?, data = ? where account_id = ? and id = ?`,
    name ?? null,
    status,
    JSON.stringify(data),
    accountId,
    id,
  );
}

/** Updates the campaign that a form subscribes to. */
export async function updateParent(
  tx: Transaction,
  accountId: string,
  formId: string,
  campaignId: string | null,
): Promise<void> {
  await changeRows(
    tx,
    { table: 'forms', accountId: accountId },
    'update forms set parent_id = ? where account_id = ? and id = ?',
    campaignId,
    accountId,
    formId,
  );
}

/** Updates the time a broadcast is sent; ISO 8601. */
export async function updateSendAt(
  tx: Transaction,
  accountId: string,
  id: string,
  sendAt: string,
): Promise<void> {
  await changeRows(
    tx,
    { table: 'broadcasts', accountId: accountId },
    'update broadcasts set send_at = ? where account_id = ? and id = ?',
    sendAt,
    accountId,
    id,
  );
}

/** Deletes a record; false when it does not exist. */
export async function deleteRecord(
  tx: Transaction,
  accountId: string,
  table: RecordTable,
  id: string,
): Promise<boolean> {
  return (
    (await changeRows(
      tx,
      { table: table, accountId: accountId },
      `delete from ${table} where account_id = ? and id = ?`,
      accountId,
      id,
    )) > 0
  );
}

/** Lists the triggers of a type in all active workflows. */
export async function listActiveTriggers(
  tx: Transaction,
  accountId: string,
  type: string,
): Promise<{ readonly workflowId: string; readonly data: TriggerData }[]> {
  const rows = await tx.all<{ parent_id: string; data: string }>(
    `select t.parent_id, t.data from workflow_triggers t
     join workflows w on w.account_id = t.account_id and w.id = t.parent_id
     where t.account_id = ? and t.name = ? and w.status = 'active' order by t.seq`,
    accountId,
    type,
  );
  return rows.map((row) => ({ workflowId: row.parent_id, data: JSON.parse(row.data) }));
}

/** The sort orders of lists. Names compare case-insensitively; records without a time come last. */
const orders = {
  created_at: (direction: Direction) => `created_at ${direction}`,
  name: (direction: Direction) => `lower(name) ${direction}`,
  send_at: (direction: Direction) => `case when send_at is null then 1 else 0 end, send_at ${direction}`,
};
export type RecordSort = keyof typeof orders;
export type Direction = 'asc' | 'desc';

export interface RecordList {
  /** Any status when absent. */
  readonly status?: string | undefined;
  /** Only records of these parents. */
  readonly parentIds?: readonly string[] | undefined;
  readonly sort?: RecordSort | undefined;
  readonly direction?: Direction | undefined;
  /** All records when absent. */
  readonly slice?: { readonly limit: number; readonly offset: number } | undefined;
}

/** Lists a slice of a collection, with the total. Ties are broken by order of creation. */
// Unspecified: U-50
export async function listRecords<Table extends RecordTable>(
  tx: Transaction,
  accountId: string,
  table: Table,
  { status, parentIds, sort = 'created_at', direction = 'asc', slice }: RecordList = {},
): Promise<{ rows: RecordRow<Table>[]; total: number }> {
  const { sql, values: bound } = filterOf(accountId, { status });
  const parents = parentIds ? ` and parent_id in (${placesFor(parentIds)})` : '';
  if (parentIds) bound.push(...parentIds);
  const where = `where ${sql}${parents}`;
  const order = `order by ${orders[sort](direction)}, seq ${direction}`;
  const part = slice ? 'limit ? offset ?' : '';
  const counted =
    slice && (await tx.get<{ total: number }>(`select count(*) as total from ${table} ${where}`, ...bound));
  if (slice) bound.push(slice.limit, slice.offset);
  const stored = await tx.all<StoredRow>(
    `select ${columns} from ${table} ${where} ${order} ${part}`,
    ...bound,
  );
  return {
    rows: stored.map(toRow) as RecordRow<Table>[], // the rows of a table have one type
    total: counted ? Number(counted.total) : stored.length,
  };
}
