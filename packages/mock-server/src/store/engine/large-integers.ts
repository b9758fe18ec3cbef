import type { StatementSync } from 'node:sqlite';
import type { Value } from './store.ts';

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
export const isTooLarge = (error: unknown) =>
  error instanceof RangeError && 'code' in error && error.code === 'ERR_OUT_OF_RANGE';
