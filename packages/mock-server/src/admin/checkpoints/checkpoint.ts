import { didYouMean } from '@trickle/sdk/contract';
import type { RateWindows } from '../../api/http/rate-windows.ts';
import type { AllServices } from '../../domain/context/all-services.ts';
import type { FaultRules } from '../../faults/rules.ts';
import type { RequestLog } from '../../observe/request-log/log.ts';
import { Listeners } from '../../shared/values/listeners.ts';
import type { Store } from '../../store/engine/store.ts';
import type { Checkpoint, Checkpoints, NewCheckpoint, StoredCheckpoint } from '../runtime.ts';
import { copyOf } from './copy.ts';

/** Thrown for an unknown checkpoint. The message has the nearest name, and lists the known ones. */
export class UnknownCheckpointError extends Error {
  override readonly name = 'UnknownCheckpointError';

  constructor(id: string, known: readonly Checkpoint[]) {
    const nearest = didYouMean(
      id,
      known.flatMap(({ name = [] }) => name),
    );
    const list = known.map(({ id, name }) => (name === undefined ? id : `${id} (${name})`)).join(', ');
    super(`unknown checkpoint '${id}'${nearest}${list && `; known checkpoints: ${list}`}`);
  }
}

/** The id of a checkpoint, which no name can be. */
export const idOf = (number: number): string => `checkpoint-${number}`;

/** The number in the id of a checkpoint; undefined for any other text. */
export const numberIn = (id: string): number | undefined => {
  const digits = /^checkpoint-(\d+)$/.exec(id)?.[1];
  return digits === undefined ? undefined : Number(digits);
};

/** Maximum number of checkpoints of an account, and of the server. The oldest is dropped first. */
export const MAX_CHECKPOINTS = 50;

/** The state that a checkpoint copies. */
interface CheckpointSource {
  readonly store: Store;
  readonly allServices: AllServices;
  readonly faultRules: FaultRules;
  readonly requestLog: RequestLog;
  readonly windows: RateWindows;
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
export const toPublic = ({ id, name, at, accountId }: Checkpoint): Checkpoint => ({
  id,
  ...(name !== undefined && { name }),
  at,
  ...(accountId !== undefined && { accountId }),
});

/** The checkpoints of a server that shares its database with no other. */
export class CheckpointsInMemory implements Checkpoints {
  readonly #checkpoints = new Map<string, StoredCheckpoint>();
  readonly changes = new Listeners<[accountId: string | undefined]>();
  #next = 1;

  add(given: NewCheckpoint): Checkpoint {
    const checkpoint = { id: idOf(this.#next++), ...given };
    this.#checkpoints.set(checkpoint.id, checkpoint);
    const own = [...this.#checkpoints.values()].filter(({ accountId }) => accountId === checkpoint.accountId);
    for (const { id } of own.slice(0, -MAX_CHECKPOINTS)) this.#checkpoints.delete(id);
    this.changes.notify(checkpoint.accountId);
    return toPublic(checkpoint);
  }

  list(): Checkpoint[] {
    return [...this.#checkpoints.values()].map(toPublic);
  }

  rename({ id }: Checkpoint, name: string): boolean {
    const checkpoint = this.#checkpoints.get(id);
    if (!checkpoint) return false;
    this.#checkpoints.set(id, { ...checkpoint, name });
    this.changes.notify(checkpoint.accountId);
    return true;
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
