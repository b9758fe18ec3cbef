import { type Fragment, plain, sql } from './sql.ts';
import type { Value } from './store.ts';

/** A span of time, as times that a column can have. */
export interface Span<Time extends Value> {
  /** The first time. */
  readonly since?: Time | undefined;
  /** The first time after it. */
  readonly until?: Time | undefined;
}

export const within = <Time extends Value>(column: string, { since, until }: Span<Time>): Fragment[] => [
  ...(since === undefined ? [] : [{ sql: `${column} >= ?`, values: [since] }]),
  ...(until === undefined ? [] : [{ sql: `${column} < ?`, values: [until] }]),
];

/**
 * The distinct values of a column, as a common table expression: `value` of `found`, with a last row of null. An index
 * jumps from one value to the next, so its cost grows with the values rather than with the rows.
 */
export function distinctValues(table: string, column: string, condition: Fragment): Fragment {
  const least = plain(`select min(${column}) from ${table} where`);
  return sql`with recursive found (value) as (
     ${least} ${condition}
     union all
     select (${least} ${condition} and ${plain(column)} > value) from found where value is not null
   )`;
}

/** The columns that a search reads: texts, and texts in JSON. */
interface Searched {
  readonly columns?: readonly string[];
  readonly json?: readonly string[];
}

/** Rows with a string in a column, or in their subscriber's address, name, id or user id; case-insensitive. */
export function searched(
  accountId: string,
  search: string | undefined,
  { columns = [], json = [] }: Searched,
): Fragment[] {
  if (search === undefined) return [];
  const text = search.toLowerCase();
  const inJson = JSON.stringify(text).slice(1, -1);
  const inColumns = [...columns.map((column) => [column, text]), ...json.map((column) => [column, inJson])];
  return [
    {
      sql: `(${inColumns.map(([column]) => `instr(lower(${column}), ?) > 0 or`).join(' ')} subscriber_id in (
        select id from subscribers where account_id = ? and instr(search_text, ?) > 0))`,
      values: [...inColumns.map(([, sought = '']) => sought), accountId, text],
    },
  ];
}
