import type { Store, Transaction } from '../store/store.ts';
import { SeedError } from './validate.ts';

/** SQLite's error code for a violated constraint, such as a duplicate id. */
const CONSTRAINT = 19;

const isConstraint = (error: unknown) =>
  error instanceof Error && 'errcode' in error && (Number(error.errcode) & 0xff) === CONSTRAINT;

/** Runs a write transaction. Throws a `SeedError` on a conflict with existing data. */
export async function reportConflicts<T>(store: Store, work: (tx: Transaction) => Promise<T>): Promise<T> {
  try {
    return await store.write(work);
  } catch (error) {
    if (!isConstraint(error)) throw error;
    throw new SeedError([
      'the seed conflicts with existing data: an id, email address or user is already taken',
    ]);
  }
}
