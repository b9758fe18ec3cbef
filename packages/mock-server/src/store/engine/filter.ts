import type { Value } from './store.ts';

/** One placeholder for each value, for `in (…)`. An empty list matches nothing. */
export const placesFor = (values: readonly unknown[]): string => values.map(() => '?').join(', ') || 'null';

/** A condition on rows, with the values to bind. */
export interface Condition {
  readonly sql: string;
  readonly values: readonly Value[];
}

/** A span of time, as times that a column can have. */
export interface Span<Time extends Value> {
  /** The first time. */
  readonly since?: Time | undefined;
  /** The first time after it. */
  readonly until?: Time | undefined;
}

/** The conditions for times in a span. */
export const within = <Time extends Value>(column: string, { since, until }: Span<Time>): Condition[] => [
  ...(since === undefined ? [] : [{ sql: `${column} >= ?`, values: [since] }]),
  ...(until === undefined ? [] : [{ sql: `${column} < ?`, values: [until] }]),
];

/** Builds the condition that rows belong to an account and have the given values; undefined matches any value. */
export function filterOf(
  accountId: string,
  columns: Readonly<Record<string, Value | undefined>>,
): Condition & { readonly values: Value[] } {
  const conditions = ['account_id = ?'];
  const values: Value[] = [accountId];
  for (const [column, value] of Object.entries(columns)) {
    if (value === undefined) continue;
    conditions.push(`${column} = ?`);
    values.push(value);
  }
  return { sql: conditions.join(' and '), values };
}

/**
 * The distinct values of a column, as a common table expression: `value` of `found`, with a last row of null. An index
 * jumps from one value to the next, so its cost grows with the values rather than with the rows. Bind the values of
 * `condition` twice.
 */
export const distinctValues = (table: string, column: string, condition: string): string =>
  `with recursive found (value) as (
     select min(${column}) from ${table} where ${condition}
     union all
     select (select min(${column}) from ${table} where ${condition} and ${column} > value)
     from found where value is not null
   )`;
