import { isConstraint } from '../store/engine/errors.ts';
import type { Store, Transaction } from '../store/engine/store.ts';
import { SeedError } from './validate.ts';

/** The length of a seed, as JSON, from which it is written in slices. */
const LONG = 50_000;

/** The place of a value in a seed. */
interface Place {
  /** The accounts of the seed; none if they are not known, or if nobody waits. */
  readonly accountIds: readonly string[];
  /** The account to lock for a short seed. Undefined: all. */
  readonly lock: string | undefined;
}

/** Runs work that writes a seed: in slices if it is long. Throws a `SeedError` on a conflict with existing data. */
export async function writeSeed<T>(
  store: Store,
  { accountIds, lock }: Place,
  seed: unknown,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  const isLong = accountIds.length > 0 && JSON.stringify(seed).length > LONG;
  try {
    return await (isLong ? store.writeInSlices(work, accountIds) : store.write(work, lock));
  } catch (error) {
    if (!isConstraint(error)) throw error;
    throw new SeedError([
      'the seed conflicts with existing data: an id, email address or user is already taken',
    ]);
  }
}
