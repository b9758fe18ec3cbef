import type { Store, Transaction } from '../store/store.ts';
import { SeedError } from './validate.ts';

/** What SQLite calls a row that a rule of its table forbids, as a second one with the same id. */
const CONSTRAINT = 19;

const isConstraint = (error: unknown) =>
  error instanceof Error && 'errcode' in error && (Number(error.errcode) & 0xff) === CONSTRAINT;

/** Writes what a seed holds; throws a `SeedError` where the account has something of it already. */
export async function refuseConflicts<T>(store: Store, work: (tx: Transaction) => Promise<T>): Promise<T> {
  try {
    return await store.write(work);
  } catch (error) {
    if (!isConstraint(error)) throw error;
    throw new SeedError(['something in it is in the account already, by its id, email address or user']);
  }
}
