import type { Fault } from '../../fault-injection/rule.ts';
import type { FaultRules } from '../../fault-injection/rules.ts';
import type { RequestEntry, RequestLog } from '../../request-log/log.ts';
import type { ClockRow } from '../../store/clocks.ts';
import type { Store } from '../../store/store.ts';
import type { Worlds } from '../../world/worlds.ts';
import { type Copy, copyOf } from './copy.ts';

/** A moment to which a server, or one account of it, can be brought back. */
export interface Checkpoint {
  readonly id: string;
  /** When it was taken, ISO 8601 with milliseconds, by the server's clock. */
  readonly at: string;
  /** The account that it is of; absent for the whole server. */
  readonly accountId?: string | undefined;
}

export interface Kept extends Checkpoint {
  readonly copy: Copy;
  readonly clocks: readonly ClockRow[];
  readonly faults: readonly Fault[];
  readonly entries: readonly RequestEntry[];
}

/** Thrown when there is no such checkpoint; names those that there are. */
export class UnknownCheckpointError extends Error {
  override readonly name = 'UnknownCheckpointError';

  constructor(id: string, known: readonly string[]) {
    super(`there is no checkpoint '${id}'${known.length ? `; there are ${known.join(', ')}` : ''}`);
  }
}

/** More are not kept: the oldest is forgotten. */
const MAX_CHECKPOINTS = 50;

/** The parts of a server that a checkpoint copies. */
interface CheckpointSource {
  readonly store: Store;
  readonly worlds: Worlds;
  readonly faultRules: FaultRules;
  readonly requestLog: RequestLog;
}

/** The checkpoints of one server. */
export class CheckpointList {
  readonly #kept = new Map<string, Kept>();
  #next = 1;

  async take(source: CheckpointSource, accountId: string | undefined): Promise<Kept> {
    const { store, worlds, faultRules, requestLog } = source;
    const kept: Kept = {
      id: `checkpoint-${this.#next++}`,
      at: new Date(worlds.clockOf(accountId).now()).toISOString(),
      ...(accountId !== undefined && { accountId }),
      copy: await copyOf(store, accountId),
      clocks: worlds.clocks().map(({ id, state }) => ({ id, state })),
      faults: faultRules.list(accountId),
      entries: requestLog.entries(accountId),
    };
    this.#kept.set(kept.id, kept);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > MAX_CHECKPOINTS && oldest !== undefined) this.#kept.delete(oldest);
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
