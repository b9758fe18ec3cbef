import { mapInTurns } from '../../shared/platform/timers.ts';
import type { Fragment } from './sql.ts';
import type { StoredRow, Transaction, Value } from './store.ts';

/** A part of a list; all of it by default. */
export interface PageChoice {
  readonly limit?: number | undefined;
  /** The position of the last row before the page. */
  readonly after?: Position | undefined;
  /** Whether the order is reversed. */
  readonly isReversed?: boolean | undefined;
  /** The conditions that the rows must meet besides. */
  readonly conditions?: readonly Fragment[] | undefined;
}

/** The values of a row by which its list is sorted. */
export type Position = readonly Value[];

export interface Page<Row> {
  readonly rows: Row[];
  readonly positions: readonly Position[];
  /** The position of the last row if more rows follow. */
  readonly next: Position | null;
}

/** A list in the order of some columns, which no two rows share. */
export interface SortedList<Row> {
  readonly columns: string;
  readonly table: string;
  readonly where: { readonly sql: string; readonly values: readonly Value[] };
  /** The columns to sort by. None may be null. */
  readonly key: readonly string[];
  toRow(stored: StoredRow): Row;
}

/**
 * Whether to test a condition row by row, in the order of the list, instead of collecting the rows that meet it first. On
 * average, a full page is found among the first `limit * all / total` rows, if `total` of `all` rows meet the condition.
 */
export const isCommonEnough = (total: number, all: number, limit: number): boolean =>
  total * total > limit * all;

export async function countRows(
  tx: Transaction,
  { table, where }: Pick<SortedList<unknown>, 'table' | 'where'>,
): Promise<number> {
  const sql = `select count(*) as count from ${table} where ${where.sql}`;
  return Number((await tx.get<{ count: number }>(sql, ...where.values))?.count ?? 0);
}

const orderOf = (key: readonly string[], isReversed: boolean) =>
  key.map((column) => `${column} ${isReversed ? 'desc' : 'asc'}`).join(', ');

/** Finds the position of the row with a number, from 1 on; undefined if there are fewer rows. */
export async function positionOf(
  tx: Transaction,
  { table, where, key }: Pick<SortedList<unknown>, 'table' | 'where' | 'key'>,
  number: number,
  isReversed: boolean,
): Promise<Position | undefined> {
  const row = await tx.get<Record<string, Value>>(
    `select ${key.join(', ')} from ${table} where ${where.sql} order by ${orderOf(key, isReversed)} limit 1 offset ?`,
    ...where.values,
    number - 1,
  );
  return row && key.map((column) => row[column] ?? null);
}

export async function selectPage<Row>(
  tx: Transaction,
  { columns, table, where, key, toRow }: SortedList<Row>,
  { limit, after, isReversed = false }: PageChoice = {},
): Promise<Page<Row>> {
  const places = key.map(() => '?').join(', ');
  const beyond = after ? `and (${key.join(', ')}) ${isReversed ? '<' : '>'} (${places})` : '';
  const order = orderOf(key, isReversed);
  const found = await tx.all<StoredRow>(
    `select ${columns}, ${key.map((column, i) => `${column} as key_${i}`).join(', ')}
     from ${table} where ${where.sql} ${beyond} order by ${order} ${limit === undefined ? '' : 'limit ?'}`,
    ...where.values,
    ...(after ?? []),
    ...(limit === undefined ? [] : [limit + 1]),
  );
  const stored = limit === undefined ? found : found.slice(0, limit);
  const positions = stored.map((row) => key.map((_, i) => row[`key_${i}`] ?? null));
  const isMore = stored.length < found.length;
  return { rows: await mapInTurns(stored, toRow), positions, next: (isMore && positions.at(-1)) || null };
}
