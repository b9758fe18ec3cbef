import { readRows } from '../../store/engine/rows.ts';
import type { Scope } from '../scope.ts';
import { toPublic } from './checkpoint.ts';
import { rowsOf } from './copy.ts';
import { compareStates, type Difference } from './difference.ts';
import { loadCheckpoint } from './find.ts';

/** The earlier checkpoint, and the later one. Default: the current state. */
interface Two {
  readonly id: string;
  readonly with?: string | undefined;
}

/** Compares two checkpoints, or a checkpoint with the current state. */
export async function compareCheckpoints(scope: Scope, { id, with: laterId }: Two): Promise<Difference> {
  const checkpoint = await loadCheckpoint(scope, id);
  const before = await rowsOf(checkpoint.copy);
  const later = laterId === undefined ? undefined : await loadCheckpoint(scope, laterId);
  if (later && later.accountId !== checkpoint.accountId) {
    throw new RangeError(`${id} and ${laterId} are not of the same account, so they cannot be compared`);
  }
  const after = later
    ? await rowsOf(later.copy)
    : await scope.runtime.store.readApart((tx) => readRows(tx, checkpoint.accountId), checkpoint.accountId);
  return compareStates(toPublic(checkpoint), before, after);
}
