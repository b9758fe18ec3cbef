import { didYouMean } from '@trickle/sdk/contract';
import { Listeners } from '../../shared/platform/notifier.ts';
import { NO_ACCOUNT } from '../../store/engine/store.ts';
import { listAccounts } from '../../store/tables/accounts.ts';
import type { Checkpoint, Checkpoints, NewCheckpoint, Runtime, StoredCheckpoint } from '../runtime.ts';
import { bytesOf, copyOf } from './copy.ts';

/** Thrown for an unknown checkpoint. The message has the nearest name, and lists the known ones. */
export class UnknownCheckpointError extends Error {
  override readonly name = 'UnknownCheckpointError';

  constructor(id: string, known: readonly Checkpoint[]) {
    const nearest = didYouMean(
      id,
      known.flatMap(({ name = [] }) => name),
    );
    const list = known.map(({ id, name }) => (name === undefined ? id : `${id} (${name})`)).join(', ');
    const isOlder = (numberIn(id) ?? Number.POSITIVE_INFINITY) < (numberIn(known.at(-1)?.id ?? '') ?? 0);
    const bounds = isOlder ? `; older ones are dropped: ${BOUNDS}` : '';
    super(`unknown checkpoint '${id}'${nearest}${bounds}${list && `; known checkpoints: ${list}`}`);
  }
}

/** The id of a checkpoint, which no name can be. */
export const idOf = (number: number): string => `checkpoint-${number}`;

/** The number in the id of a checkpoint; undefined for any other text. */
export const numberIn = (id: string): number | undefined => {
  const digits = /^checkpoint-(\d+)$/.exec(id)?.[1];
  return digits === undefined ? undefined : Number(digits);
};

/** Maximum number of checkpoints of an account, and of the whole server. */
const MAX_CHECKPOINTS = 50;

/** Maximum size of all checkpoints of an account, and of all of the whole server, in bytes. */
const MAX_BYTES = { account: 100_000_000, server: 1_000_000_000 } as const;

const BOUNDS =
  'an account keeps its newest 50 checkpoints, of up to 100 MB in all, and the server as many of its own, of up to 1 GB';

/** Those of an account's checkpoints, oldest first, that are dropped because of newer ones. The newest is always kept. */
// Unspecified: U-337
export function droppedAmong<C extends Pick<StoredCheckpoint, 'bytes'>>(
  checkpoints: readonly C[],
  accountId: string | undefined,
): readonly C[] {
  const maximum = accountId === undefined ? MAX_BYTES.server : MAX_BYTES.account;
  let total = 0;
  const kept = checkpoints.toReversed().findIndex(({ bytes }, i) => {
    total += bytes;
    return i >= MAX_CHECKPOINTS || (i > 0 && total > maximum);
  });
  return kept === -1 ? [] : checkpoints.slice(0, -kept);
}

/** The state of an account or of the server, without its requests. */
export type CopiedState = Omit<NewCheckpoint, 'name' | 'entries'>;

export async function copyState(
  { store, allServices, faultRules, windows }: Runtime,
  accountId: string | undefined,
): Promise<CopiedState> {
  await windows.flush(accountId);
  const copy = await copyOf(store, accountId);
  return {
    at: new Date(allServices.clockOf(accountId).now()).toISOString(),
    ...(accountId !== undefined && { accountId }),
    copy,
    clocks: allServices.clocks().map(({ id, state }) => ({ id, state })),
    faults: await faultRules.list(accountId),
    bytes: await bytesOf(copy),
  };
}

/** Copies an account. The only account of a server is copied with the server, which takes a fraction of the time. */
export async function copyAccount(runtime: Runtime, accountId: string): Promise<CopiedState> {
  const isOnly = (await runtime.store.read(listAccounts, NO_ACCOUNT)).length === 1;
  return copyState(runtime, isOnly ? undefined : accountId);
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
    for (const { id } of droppedAmong(own, checkpoint.accountId)) this.#checkpoints.delete(id);
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
