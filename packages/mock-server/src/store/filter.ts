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
