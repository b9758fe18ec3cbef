import type { Fault } from '../../fault-injection/rule.ts';
import type { FaultRules } from '../../fault-injection/rules.ts';
import type { RequestEntry, RequestLog } from '../../request-log/log.ts';
import type { ClockRow } from '../../store/clocks.ts';
import type { Store } from '../../store/store.ts';
import { Listeners } from '../../values/listeners.ts';
import type { Worlds } from '../../world/worlds.ts';
import { type Copy, copyOf } from './copy.ts';

/** A snapshot of the server or of one account. */
export interface Checkpoint {
  readonly id: string;
  /** Server time of the snapshot, ISO 8601 with milliseconds. */
  readonly at: string;
  /** The account; absent for the whole server. */
  readonly accountId?: string | undefined;
}

export interface StoredCheckpoint extends Checkpoint {
  readonly copy: Copy;
  readonly clocks: readonly ClockRow[];
  readonly faults: readonly Fault[];
  readonly entries: readonly RequestEntry[];
}

/** Thrown for an unknown checkpoint. The message lists the known ones. */
export class UnknownCheckpointError extends Error {
  override readonly name = 'UnknownCheckpointError';

  constructor(id: string, known: readonly string[]) {
    super(`unknown checkpoint '${id}'${known.length ? `; known checkpoints: ${known.join(', ')}` : ''}`);
  }
}

/** Maximum number of checkpoints. The oldest is dropped first. */
const MAX_CHECKPOINTS = 50;

/** The state that a checkpoint copies. */
interface CheckpointSource {
  readonly store: Store;
  readonly worlds: Worlds;
  readonly faultRules: FaultRules;
  readonly requestLog: RequestLog;
}

/** The checkpoints of one server, in memory. */
export class CheckpointList {
  readonly #checkpoints = new Map<string, StoredCheckpoint>();
  /** Notified when a checkpoint is added or deleted, with its account; undefined for one of the whole server. */
  readonly changes = new Listeners<[accountId: string | undefined]>();
  #next = 1;

  async take(source: CheckpointSource, accountId: string | undefined): Promise<StoredCheckpoint> {
    const { store, worlds, faultRules, requestLog } = source;
    const checkpoint: StoredCheckpoint = {
      id: `checkpoint-${this.#next++}`,
      at: new Date(worlds.clockOf(accountId).now()).toISOString(),
      ...(accountId !== undefined && { accountId }),
      copy: await copyOf(store, accountId),
      clocks: worlds.clocks().map(({ id, state }) => ({ id, state })),
      faults: await faultRules.list(accountId),
      entries: await requestLog.entries(accountId),
    };
    this.#checkpoints.set(checkpoint.id, checkpoint);
    const [oldest] = this.#checkpoints.keys();
    if (this.#checkpoints.size > MAX_CHECKPOINTS && oldest !== undefined) this.#checkpoints.delete(oldest);
    this.changes.notify(accountId);
    return checkpoint;
  }

  values(): IterableIterator<StoredCheckpoint> {
    return this.#checkpoints.values();
  }

  forget(checkpoints: readonly Checkpoint[]): number {
    for (const { id } of checkpoints) this.#checkpoints.delete(id);
    for (const one of new Set(checkpoints.map(({ accountId }) => accountId))) this.changes.notify(one);
    return checkpoints.length;
  }
}
