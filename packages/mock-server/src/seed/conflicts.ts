import { isConstraint } from '../store/errors.ts';
import type { Store, Transaction } from '../store/store.ts';
import { SeedError } from './validate.ts';

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
