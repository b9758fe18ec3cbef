import { number, others, rowNumber, text } from '../engine/column.ts';
import { plain, sql } from '../engine/sql.ts';
import { NO_ACCOUNT, type Statements, type Transaction } from '../engine/store.ts';
import { type RowOf, table } from '../engine/table.ts';

const columns = {
  /** Empty for a request to no account. */
  accountId: text(),
  id: text(),
  /** The characters that count toward the retention. */
  size: number(),
  body: text(),
  responseBody: text().orNull(),
  data: others<object>(),
};

/** Recorded requests that servers share. */
const entries = table('request_entries', { seq: rowNumber(), ...columns }, { isShared: true });

/** The same, with numbers that the database does not assign. */
const numbered = table('request_entries', { seq: number(), ...columns }, { isShared: true });

/** A row with its number. Its other members are stored as JSON. */
export interface NumberedRequest extends RowOf<typeof entries> {}

export type RequestRow = Omit<NumberedRequest, 'seq'>;

/** Adds a request, unless an earlier attempt has done so. Returns its number. */
export async function insertRequestEntry(statements: Statements, row: RequestRow): Promise<number> {
  const statement = sql`insert into request_entries (${plain(entries.writtenColumns.join(', '))})
    values (${entries.valuesOf(NO_ACCOUNT, row)})
    on conflict (id, account_id) do update set size = excluded.size returning seq`;
  const target = { table: entries.name, accountId: row.accountId };
  return Number((await statements.insertReturning(target, statement.sql, statement.values)).seq);
}

export async function restoreRequestEntries(
  tx: Transaction,
  rows: readonly NumberedRequest[],
): Promise<void> {
  for (const row of rows) await numbered.insert(tx, row.accountId, row);
}

/** The requests to one account or to all, oldest first. */
export const listRequestEntries = (tx: Transaction, accountId?: string): Promise<NumberedRequest[]> =>
  numbered.list(tx, NO_ACCOUNT, { accountId });

export const findRequestEntry = (
  tx: Transaction,
  id: string,
  accountId?: string,
): Promise<NumberedRequest | undefined> => numbered.find(tx, NO_ACCOUNT, { id, accountId });

export const deleteRequestEntries = (statements: Statements, accountId?: string): Promise<number> =>
  entries.remove(statements, accountId ?? NO_ACCOUNT, { accountId });

/** The most requests that are kept of an account, and the most characters of them. The newest one always is. */
export interface RequestBounds {
  readonly count: number;
  readonly size: number;
}

export async function pruneRequestEntries(
  statements: Statements,
  accountId: string,
  { count, size }: RequestBounds,
): Promise<void> {
  await entries.change(
    statements,
    accountId,
    sql`delete from request_entries where account_id = ${accountId} and seq <= (
      select max(seq) from (
        select seq, row_number() over (order by seq desc) as place, sum(size) over (order by seq desc) as total
        from request_entries where account_id = ${accountId}) as newest
      where place > ${count} or (place > 1 and total > ${size}))`,
  );
}
