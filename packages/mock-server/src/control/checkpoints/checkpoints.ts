import { readRows } from '../../store/rows.ts';
import type { Runtime } from '../runtime.ts';
import { type Checkpoint, type Kept, UnknownCheckpointError } from './checkpoint.ts';
import { putBack, rowsOf } from './copy.ts';
import { compareStates, type Difference } from './difference.ts';
import type { State } from './read-state.ts';
import { exportState, importState } from './state.ts';

/** How a server is brought back to what it was. */
export interface CheckpointControls {
  /** Keeps everything as it is now, requests, faults and clock included, of the server or of one account. */
  snapshot(options?: { readonly accountId?: string | undefined }): Promise<Checkpoint>;
  /** Brings everything back to a checkpoint, as often as needed; throws an `UnknownCheckpointError`. */
  restore(id: string): Promise<void>;
  /** What has changed since a checkpoint, by noun; as a text, one line for each thing that changed. */
  diff(since: string): Promise<Difference>;
  /** The checkpoints, in the order in which they were taken; the newest 50 are kept. */
  checkpoints(): Checkpoint[];
  /** Forgets a checkpoint, or all; tells how many that were. */
  forget(id?: string): number;
  /** Everything as JSON, secrets included, of the server or of one account. */
  exportState(options?: { readonly accountId?: string | undefined }): Promise<State>;
  /** Makes a server, or the one account that was exported, what it was; throws a `StateError`. */
  importState(state: State): Promise<void>;
}

/** The checkpoints of a server; of one account where `accountId` is given. */
export function checkpointControl(runtime: Runtime, own?: string): CheckpointControls {
  const book = runtime.checkpoints;
  const mine = () => [...book.values()].filter(({ accountId }) => own === undefined || accountId === own);
  const find = (id: string): Kept => {
    const kept = mine().find((one) => one.id === id);
    if (kept) return kept;
    throw new UnknownCheckpointError(
      id,
      mine().map((one) => one.id),
    );
  };
  return {
    async snapshot({ accountId = own } = {}) {
      return shown(await book.take(runtime, accountId));
    },
    restore: async (id) => restore(runtime, find(id)),
    async diff(since) {
      const kept = find(since);
      const before = await rowsOf(kept.copy);
      const now = await runtime.store.read((tx) => readRows(tx, kept.accountId));
      return compareStates(shown(kept), before, now);
    },
    checkpoints: () => mine().map(shown),
    forget: (id) => book.forget(id === undefined ? mine() : [find(id)]),
    exportState: ({ accountId = own } = {}) => exportState(runtime, accountId),
    importState: (state) => importState(runtime, state, own),
  };
}

const shown = ({ id, at, accountId }: Kept): Checkpoint => ({
  id,
  at,
  ...(accountId !== undefined && { accountId }),
});

async function restore(runtime: Runtime, { accountId, copy, clocks, faults, entries }: Kept): Promise<void> {
  await putBack(runtime.store, copy, accountId);
  runtime.requestLog.restore(entries, accountId);
  runtime.faultRules.restore(faults, accountId);
  await runtime.resume(clocks, accountId);
}
