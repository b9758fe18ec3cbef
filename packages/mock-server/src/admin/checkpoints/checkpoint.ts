import type { RateWindows } from '../../api/http/rate-windows.ts';
import type { AllServices } from '../../domain/context/all-services.ts';
import type { Fault } from '../../faults/rule.ts';
import type { FaultRules } from '../../faults/rules.ts';
import type { RequestEntry, RequestLog } from '../../observe/request-log/log.ts';
import { Listeners } from '../../shared/values/listeners.ts';
import type { MaybePromise } from '../../shared/values/maybe-promise.ts';
import type { Store } from '../../store/engine/store.ts';
import type { ClockRow } from '../../store/tables/clocks.ts';
import { type Copy, copyOf } from './copy.ts';

/** A snapshot of the server or of one account. */
export interface Checkpoint {
  readonly id: string;
  /** Server time of the snapshot, ISO 8601 with milliseconds. */
  readonly at: string;
  /** The account; absent for the whole server. */
  readonly accountId?: string | undefined;
}

/** A checkpoint with the state that it restores. */
export interface StoredCheckpoint extends Checkpoint {
  readonly copy: Copy;
  readonly clocks: readonly ClockRow[];
  readonly faults: readonly Fault[];
  readonly entries: readonly RequestEntry[];
}

/** A checkpoint that has no id yet. */
export type NewCheckpoint = Omit<StoredCheckpoint, 'id'>;

/** Thrown for an unknown checkpoint. The message lists the known ones. */
export class UnknownCheckpointError extends Error {
  override readonly name = 'UnknownCheckpointError';

  constructor(id: string, known: readonly string[]) {
    super(`unknown checkpoint '${id}'${known.length ? `; known checkpoints: ${known.join(', ')}` : ''}`);
  }
}

/** Maximum number of checkpoints. The oldest is dropped first. */
export const MAX_CHECKPOINTS = 50;

/** The state that a checkpoint copies. */
interface CheckpointSource {
  readonly store: Store;
  readonly allServices: AllServices;
  readonly faultRules: FaultRules;
  readonly requestLog: RequestLog;
  readonly windows: RateWindows;
}

/** The newest checkpoints: in memory, or in the database that several servers share. */
export interface Checkpoints {
  /**
   * Notified when this server adds or deletes a checkpoint, with its account; undefined for one of the whole server.
   */
  readonly changes: Pick<Listeners<[accountId: string | undefined]>, 'subscribe'>;
  add(checkpoint: NewCheckpoint): MaybePromise<Checkpoint>;
  /** Lists all checkpoints, oldest first. */
  list(): MaybePromise<Checkpoint[]>;
  /** The state of a checkpoint; undefined if it was deleted. */
  find(checkpoint: Checkpoint): MaybePromise<StoredCheckpoint | undefined>;
  /** Deletes checkpoints. Returns the number deleted. */
  forget(checkpoints: readonly Checkpoint[]): MaybePromise<number>;
}

/** Copies the state of the server or of one account. */
export async function copyState(
  { store, allServices, faultRules, requestLog, windows }: CheckpointSource,
  accountId: string | undefined,
): Promise<NewCheckpoint> {
  await windows.flush();
  return {
    at: new Date(allServices.clockOf(accountId).now()).toISOString(),
    ...(accountId !== undefined && { accountId }),
    copy: await copyOf(store, accountId),
    clocks: allServices.clocks().map(({ id, state }) => ({ id, state })),
    faults: await faultRules.list(accountId),
    entries: await requestLog.entries(accountId),
  };
}

/** A checkpoint without the state. */
export const toPublic = ({ id, at, accountId }: Checkpoint): Checkpoint => ({
  id,
  at,
  ...(accountId !== undefined && { accountId }),
});

/** The checkpoints of a server that shares its database with no other. */
export class CheckpointsInMemory implements Checkpoints {
  readonly #checkpoints = new Map<string, StoredCheckpoint>();
  readonly changes = new Listeners<[accountId: string | undefined]>();
  #next = 1;

  add(given: NewCheckpoint): Checkpoint {
    const checkpoint = { id: `checkpoint-${this.#next++}`, ...given };
    this.#checkpoints.set(checkpoint.id, checkpoint);
    const [oldest] = this.#checkpoints.keys();
    if (this.#checkpoints.size > MAX_CHECKPOINTS && oldest !== undefined) this.#checkpoints.delete(oldest);
    this.changes.notify(checkpoint.accountId);
    return toPublic(checkpoint);
  }

  list(): Checkpoint[] {
    return [...this.#checkpoints.values()].map(toPublic);
  }

  find({ id }: Checkpoint): StoredCheckpoint | undefined {
    return this.#checkpoints.get(id);
  }

  forget(checkpoints: readonly Checkpoint[]): number {
    for (const { id } of checkpoints) this.#checkpoints.delete(id);
    for (const one of new Set(checkpoints.map(({ accountId }) => accountId))) this.changes.notify(one);
    return checkpoints.length;
  }
}
