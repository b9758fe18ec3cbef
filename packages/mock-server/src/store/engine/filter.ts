import type { Value } from './store.ts';

/** One placeholder for each value, for `in (…)`. An empty list matches nothing. */
export const placesFor = (values: readonly unknown[]): string => values.map(() => '?').join(', ') || 'null';

/** Builds the condition that rows belong to an account and have the given values; undefined matches any value. */
export function filterOf(
  accountId: string,
  columns: Readonly<Record<string, Value | undefined>>,
): { readonly sql: string; readonly values: Value[] } {
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
