import { readRows } from '../../store/rows.ts';
import type { Runtime } from '../control/runtime.ts';
import {
  type Checkpoint,
  copyState,
  type StoredCheckpoint,
  toPublic,
  UnknownCheckpointError,
} from './checkpoint.ts';
import { restoreCopy, rowsOf } from './copy.ts';
import { compareStates, type Difference } from './difference.ts';
import type { State } from './read-state.ts';
import { exportState, importState } from './state.ts';

/** Takes, compares and restores snapshots; exports and imports state. */
export interface CheckpointControls {
  /** Takes a snapshot of the server or of one account, including requests, faults and clock. */
  snapshot(options?: { readonly accountId?: string | undefined }): Promise<Checkpoint>;
  /** Restores a checkpoint. Can be repeated. Throws an `UnknownCheckpointError`. */
  restore(id: string): Promise<void>;
  /** Compares the current state with a checkpoint, by noun. As a string, one line per change. */
  diff(since: string): Promise<Difference>;
  /** Lists the newest 50 checkpoints, oldest first. */
  checkpoints(): Promise<Checkpoint[]>;
  /** Deletes one checkpoint, or all. Returns the number deleted. */
  forget(id?: string): Promise<number>;
  /** Exports the server or one account as JSON, including secrets. */
  exportState(options?: { readonly accountId?: string | undefined }): Promise<State>;
  /** Replaces the server's state, or one account's, with an exported one. Throws a `StateError`. */
  importState(state: State): Promise<void>;
}

/** Creates the checkpoint functions, limited to one account if `own` is given. */
export function checkpointControl(runtime: Runtime, own?: string): CheckpointControls {
  const list = runtime.checkpoints;
  const ownCheckpoints = async () =>
    (await list.list()).filter(({ accountId }) => own === undefined || accountId === own);
  const find = async (id: string): Promise<Checkpoint> => {
    const known = await ownCheckpoints();
    const checkpoint = known.find((one) => one.id === id);
    if (checkpoint) return checkpoint;
    throw new UnknownCheckpointError(
      id,
      known.map((one) => one.id),
    );
  };
  const load = async (id: string): Promise<StoredCheckpoint> => {
    const stored = await list.find(await find(id));
    return stored ?? load(id); // another server has just deleted it
  };
  return {
    async snapshot({ accountId = own } = {}) {
      return list.add(await copyState(runtime, accountId));
    },
    restore: async (id) => restore(runtime, await load(id)),
    async diff(since) {
      const checkpoint = await load(since);
      const before = await rowsOf(checkpoint.copy);
      const now = await runtime.store.read((tx) => readRows(tx, checkpoint.accountId));
      return compareStates(toPublic(checkpoint), before, now);
    },
    checkpoints: ownCheckpoints,
    forget: async (id) => list.forget(id === undefined ? await ownCheckpoints() : [await find(id)]),
    exportState: ({ accountId = own } = {}) => exportState(runtime, accountId),
    importState: (state) => importState(runtime, state, own),
  };
}

async function restore(
  runtime: Runtime,
  { accountId, copy, clocks, faults, entries }: StoredCheckpoint,
): Promise<void> {
  await restoreCopy(runtime.store, copy, accountId);
  await runtime.requestLog.restore(entries, accountId);
  await runtime.faultRules.restore(faults, accountId);
  await runtime.resume(clocks, accountId);
}
