import type { Engine } from '../engine.ts';
import type { Fault } from '../faults/fault.ts';
import type { Note } from '../requests/ledger.ts';
import type { ClockRow } from '../store/clocks.ts';
import { readRows } from '../store/rows.ts';
import { type Copy, copyOf, putBack, rowsOf } from './copy.ts';
import { type Difference, differenceOf } from './difference.ts';
import { exportState, importState, type State } from './state.ts';

/** A moment to which a server, or one account of it, can be brought back. */
export interface Checkpoint {
  readonly id: string;
  /** When it was taken, ISO 8601 with milliseconds, by the server's clock. */
  readonly at: string;
  /** The account that it is of; absent for the whole server. */
  readonly accountId?: string | undefined;
}

interface Kept extends Checkpoint {
  readonly copy: Copy;
  readonly clocks: readonly ClockRow[];
  readonly faults: readonly Fault[];
  readonly notes: readonly Note[];
}

/** Thrown when there is no such checkpoint; names those that there are. */
export class UnknownCheckpoint extends Error {
  override readonly name = 'UnknownCheckpoint';

  constructor(id: string, known: readonly string[]) {
    super(`there is no checkpoint '${id}'${known.length ? `; there are ${known.join(', ')}` : ''}`);
  }
}

/** More are not kept: the oldest is forgotten. */
const MOST = 50;

/** How a server is brought back to what it was. */
export interface CheckpointFace {
  /** Keeps everything as it is now, requests, faults and clock included, of the server or of one account. */
  snapshot(options?: { readonly accountId?: string | undefined }): Promise<Checkpoint>;
  /** Brings everything back to a checkpoint, as often as needed; throws an `UnknownCheckpoint`. */
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
export function checkpointFaceOf(engine: Engine, own?: string): CheckpointFace {
  const book = engine.checkpoints;
  const mine = () => [...book.values()].filter(({ accountId }) => own === undefined || accountId === own);
  const find = (id: string): Kept => {
    const kept = mine().find((one) => one.id === id);
    if (kept) return kept;
    throw new UnknownCheckpoint(
      id,
      mine().map((one) => one.id),
    );
  };
  return {
    async snapshot({ accountId = own } = {}) {
      return shown(await book.take(engine, accountId));
    },
    restore: async (id) => restore(engine, find(id)),
    async diff(since) {
      const kept = find(since);
      const before = await rowsOf(kept.copy);
      const now = await engine.store.read((tx) => readRows(tx, kept.accountId));
      return differenceOf(shown(kept), before, now);
    },
    checkpoints: () => mine().map(shown),
    forget: (id) => book.forget(id === undefined ? mine() : [find(id)]),
    exportState: ({ accountId = own } = {}) => exportState(engine, accountId),
    importState: (state) => importState(engine, state, own),
  };
}

const shown = ({ id, at, accountId }: Kept): Checkpoint => ({
  id,
  at,
  ...(accountId !== undefined && { accountId }),
});

/** The checkpoints of one server. */
export class CheckpointBook {
  readonly #kept = new Map<string, Kept>();
  #next = 1;

  async take(engine: Engine, accountId: string | undefined): Promise<Kept> {
    const { store, worlds, faults, ledger } = engine;
    const kept: Kept = {
      id: `checkpoint-${this.#next++}`,
      at: new Date(worlds.clockOf(accountId).now()).toISOString(),
      ...(accountId !== undefined && { accountId }),
      copy: await copyOf(store, accountId),
      clocks: worlds.clocks().map(({ id, state }) => ({ id, state })),
      faults: faults.list(accountId),
      notes: ledger.notes(accountId),
    };
    this.#kept.set(kept.id, kept);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > MOST && oldest !== undefined) this.#kept.delete(oldest);
    return kept;
  }

  values(): IterableIterator<Kept> {
    return this.#kept.values();
  }

  forget(checkpoints: readonly Checkpoint[]): number {
    for (const { id } of checkpoints) this.#kept.delete(id);
    return checkpoints.length;
  }
}

async function restore(engine: Engine, { accountId, copy, clocks, faults, notes }: Kept): Promise<void> {
  await putBack(engine.store, copy, accountId);
  engine.ledger.refill(notes, accountId);
  engine.faults.refill(faults, accountId);
  await engine.takeUp(clocks, accountId);
}
