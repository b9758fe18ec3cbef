import { mapRow, number, type StoredRow } from '../engine/row-mapping.ts';
import { changeRows, insertRow, NO_ACCOUNT, type Statements, type Transaction } from '../engine/store.ts';

/** A recorded request that servers share. Its other members are stored as JSON. */
export interface RequestRow {
  /** Empty for a request to no account. */
  readonly accountId: string;
  readonly id: string;
  /** The characters that count toward the retention. */
  readonly size: number;
  readonly body: string;
  readonly responseBody: string | null;
}

/** A row with its number. */
export type Numbered<Row> = Row & { readonly seq: number };

const { columns, placeholders, toRow, values } = mapRow<RequestRow>(
  { accountId: 'account_id', id: 'id', size: number('size'), body: 'body', responseBody: 'response_body' },
  'data',
);

const numbered = (stored: StoredRow): Numbered<RequestRow> => ({ ...toRow(stored), seq: Number(stored.seq) });

/** Adds a request, unless an earlier attempt has done so. Returns its number. */
export async function insertRequestEntry(statements: Statements, row: RequestRow): Promise<number> {
  const sql = `insert into request_entries (${columns}) values (${placeholders})
    on conflict (id, account_id) do update set size = excluded.size returning seq`;
  const target = { table: 'request_entries', accountId: row.accountId };
  return Number((await statements.insertReturning(target, sql, values(row))).seq);
}

/** Adds requests that have numbers. */
export async function restoreRequestEntries(
  tx: Transaction,
  rows: readonly Numbered<RequestRow>[],
): Promise<void> {
  const sql = `insert into request_entries (seq, ${columns}) values (?, ${placeholders})`;
  for (const { seq, ...row } of rows)
    await insertRow(tx, { table: 'request_entries', accountId: row.accountId }, sql, seq, ...values(row));
}

/** The requests to one account or to all, oldest first. */
export async function listRequestEntries(
  tx: Transaction,
  accountId?: string,
): Promise<Numbered<RequestRow>[]> {
  const rows =
    accountId === undefined
      ? await tx.all<StoredRow>(`select seq, ${columns} from request_entries order by seq`)
      : await tx.all<StoredRow>(
          `select seq, ${columns} from request_entries where account_id = ? order by seq`,
          accountId,
        );
  return rows.map(numbered);
}

/** Finds a request by its id, of one account or of all. */
export async function findRequestEntry(
  tx: Transaction,
  id: string,
  accountId?: string,
): Promise<Numbered<RequestRow> | undefined> {
  const select = `select seq, ${columns} from request_entries where id = ?`;
  const row =
    accountId === undefined
      ? await tx.get<StoredRow>(select, id)
      : await tx.get<StoredRow>(`${select} and account_id = ?`, id, accountId);
  return row && numbered(row);
}

/** Deletes the requests to one account or to all. */
export async function deleteRequestEntries(statements: Statements, accountId?: string): Promise<void> {
  const target = { table: 'request_entries', accountId: accountId ?? NO_ACCOUNT };
  const sql = 'delete from request_entries';
  if (accountId === undefined) await statements.change(target, 'any', sql, []);
  else await statements.change(target, 'any', `${sql} where account_id = ?`, [accountId]);
}

/** How many of an account's requests are kept, and how many of their characters. The newest one always is. */
export interface RequestBounds {
  readonly count: number;
  readonly size: number;
}

/** Deletes an account's requests that are older than the newest ones. */
export async function pruneRequestEntries(
  statements: Statements,
  accountId: string,
  { count, size }: RequestBounds,
): Promise<void> {
  await changeRows(
    statements,
    { table: 'request_entries', accountId },
    `delete from request_entries where account_id = ? and seq <= (
       select max(seq) from (
         select seq, row_number() over (order by seq desc) as place, sum(size) over (order by seq desc) as total
         from request_entries where account_id = ?) as newest
       where place > ? or (place > 1 and total > ?))`,
    accountId,
    accountId,
    count,
    size,
  );
}
