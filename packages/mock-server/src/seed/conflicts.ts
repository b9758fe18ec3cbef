import { isConstraint } from '../store/engine/errors.ts';
import type { Store, Transaction } from '../store/engine/store.ts';
import { SeedError } from './validate.ts';

/** Runs a write transaction on an account, or on any. Throws a `SeedError` on a conflict with existing data. */
export async function reportConflicts<T>(
  store: Store,
  work: (tx: Transaction) => Promise<T>,
  accountId: string | undefined,
): Promise<T> {
  try {
    return await store.write(work, accountId);
  } catch (error) {
    if (!isConstraint(error)) throw error;
    throw new SeedError([
      'the seed conflicts with existing data: an id, email address or user is already taken',
    ]);
  }
}
