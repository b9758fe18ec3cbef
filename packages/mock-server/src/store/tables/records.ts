import { json, text } from '../engine/column.ts';
import { allOf, plain, selectRows, selectValue, sql } from '../engine/sql.ts';
import type { Transaction } from '../engine/store.ts';
import { table } from '../engine/table.ts';
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

const declare = (name: RecordTable) =>
  table(name, {
    id: text(),
    parentId: text().orNull(),
    name: text(),
    status: text(),
    createdAt: text(),
    sendAt: text().orNull(),
    data: json<RecordData[RecordTable]>(),
  });

/** The tables of records, which have the same columns. */
export const records: Readonly<Record<RecordTable, ReturnType<typeof declare>>> = {
  broadcasts: declare('broadcasts'),
  campaigns: declare('campaigns'),
  forms: declare('forms'),
  goals: declare('goals'),
  webhooks: declare('webhooks'),
  workflows: declare('workflows'),
  workflow_triggers: declare('workflow_triggers'),
};

export const insertRecord = <Table extends RecordTable>(
  tx: Transaction,
  accountId: string,
  table: Table,
  record: RecordRow<Table>,
): Promise<unknown> => records[table].insert(tx, accountId, record);

export const findRecord = async <Table extends RecordTable>(
  tx: Transaction,
  accountId: string,
  table: Table,
  id: string,
): Promise<RecordRow<Table> | undefined> =>
  (await records[table].find(tx, accountId, { id })) as RecordRow<Table> | undefined; // the table says what its data is

/** Updates a record's status and data, and its name if given. */
export const updateRecord = <Table extends RecordTable>(
  tx: Transaction,
  accountId: string,
  table: Table,
  { id, name, status, data }: Pick<RecordRow<Table>, 'id' | 'status' | 'data'> & { readonly name?: string },
): Promise<number> =>
  records[table].update(tx, accountId, { id }, { status, data, ...(name !== undefined && { name }) });

/** Deletes a record; false when it does not exist. */
export const deleteRecord = async (
  tx: Transaction,
  accountId: string,
  table: RecordTable,
  id: string,
): Promise<boolean> => (await records[table].remove(tx, accountId, { id })) > 0;

export async function listActiveTriggers(
  tx: Transaction,
  accountId: string,
  type: string,
): Promise<{ readonly workflowId: string; readonly data: TriggerData }[]> {
  const rows = await selectRows<{ workflow_id: string; data: string }>(
    tx,
    sql`select w.id as workflow_id, t.data from workflow_triggers t
      join workflows w on w.account_id = t.account_id and w.id = t.parent_id
      where t.account_id = ${accountId} and t.name = ${type} and w.status = 'active' order by t.seq`,
  );
  return rows.map((row) => ({ workflowId: row.workflow_id, data: JSON.parse(row.data) }));
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
  const where = allOf([
    sql`account_id = ${accountId}`,
    ...(status === undefined ? [] : [sql`status = ${status}`]),
    ...(parentIds === undefined ? [] : [sql`parent_id in (${parentIds})`]),
  ]);
  const rows = await records[table].all(
    tx,
    accountId,
    sql`${where} order by ${plain(orders[sort](direction))}, seq ${plain(direction)}
      ${slice ? sql`limit ${slice.limit} offset ${slice.offset}` : plain('')}`,
  );
  const count = sql`select count(*) from ${plain(table)} where ${where}`;
  return {
    rows: rows as RecordRow<Table>[], // the rows of a table have one type
    total: slice ? ((await selectValue<number>(tx, count)) ?? 0) : rows.length,
  };
}
