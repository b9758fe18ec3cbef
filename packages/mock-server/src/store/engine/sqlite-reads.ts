import type { StatementSync } from 'node:sqlite';
import { turns } from '../../shared/platform/timers.ts';
import type { Sql, Transaction, Value } from './store.ts';

/** A row as SQLite returns it to a program that asks for exact integers. */
type ExactRow = Readonly<Record<string, Value | bigint>>;

/**
 * Reads rows. Node.js throws for integers that numbers cannot represent exactly. Here they become the nearest numbers,
 * as from PostgreSQL, so that whatever a database contains stays readable.
 */
export function readNearest<Result>(statement: StatementSync, read: () => Result): Result {
  try {
    return read();
  } catch (error) {
    // A statement that writes must not run twice.
    if (!isTooLarge(error) || !/^\s*select\b/i.test(statement.sourceSQL)) throw error;
  }
  statement.setReadBigInts(true);
  try {
    const rows = read();
    // The statement determines whether the result is one row or a list, and its columns are not binary.
    return (Array.isArray(rows) ? rows.map(toNumbers) : toNumbers(rows as ExactRow)) as Result;
  } finally {
    statement.setReadBigInts(false);
  }
}

const toNumbers = (row: ExactRow) =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, typeof value === 'bigint' ? Number(value) : value]),
  );

/** Whether an integer was read that a number cannot represent exactly. */
const isTooLarge = (error: unknown) =>
  error instanceof RangeError && 'code' in error && error.code === 'ERR_OUT_OF_RANGE';

/** A transaction that reads long lists in several turns of the event loop. Nobody else may use its connection. */
export function inTurns(tx: Transaction, prepare: (sql: Sql) => StatementSync): Transaction {
  const pause = turns();
  return {
    ...tx,
    async all<Row>(sql: Sql, ...values: Value[]) {
      const rows: unknown[] = [];
      try {
        for (const row of prepare(sql).iterate(...values)) {
          rows.push(row);
          await pause();
        }
      } catch (error) {
        if (!isTooLarge(error)) throw error;
        return tx.all<Row>(sql, ...values); // which reads the nearest numbers
      }
      return rows as Row[]; // the caller's statement determines the rows
    },
  };
}
