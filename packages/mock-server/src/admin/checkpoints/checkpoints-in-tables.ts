import { Listeners } from '../../shared/platform/notifier.ts';
import { NO_ACCOUNT, type Store } from '../../store/engine/store.ts';
import {
  type CheckpointRow,
  deleteCheckpoint,
  findCheckpointState,
  insertCheckpoint,
  listCheckpointSizes,
  listCheckpoints,
  renameCheckpoint,
} from '../../store/tables/checkpoints.ts';
import type { Checkpoint, Checkpoints, NewCheckpoint, StoredCheckpoint } from '../runtime.ts';
import { droppedAmong, idOf, numberIn } from './checkpoint.ts';

/** The state of a checkpoint, stored as JSON in its row. */
type State = Pick<StoredCheckpoint, 'copy' | 'clocks' | 'faults' | 'entries'>;

/** The checkpoints of servers that share a database. */
export class CheckpointsInTables implements Checkpoints {
  readonly #store: Store;
  readonly changes = new Listeners<[accountId: string | undefined]>();

  constructor(store: Store) {
    this.#store = store;
  }

  async add({ at, accountId, name, bytes: _, ...state }: NewCheckpoint): Promise<Checkpoint> {
    const row = { at, accountId: accountId ?? '', name: name ?? null };
    const text = JSON.stringify(state satisfies State);
    const seq = await this.#store.write(async (tx) => {
      const number = await insertCheckpoint(tx, row, text);
      const own = await listCheckpointSizes(tx, row.accountId);
      for (const one of droppedAmong(own, accountId)) await deleteCheckpoint(tx, one);
      return number;
    }, NO_ACCOUNT);
    this.changes.notify(accountId);
    return toCheckpoint({ ...row, seq });
  }

  async list(): Promise<Checkpoint[]> {
    return (await this.#store.read(listCheckpoints, NO_ACCOUNT)).map(toCheckpoint);
  }

  async rename(checkpoint: Checkpoint, name: string): Promise<boolean> {
    const count = await this.#store.write((tx) => renameCheckpoint(tx, keyOf(checkpoint), name), NO_ACCOUNT);
    this.changes.notify(checkpoint.accountId);
    return count > 0;
  }

  async find(checkpoint: Checkpoint): Promise<StoredCheckpoint | undefined> {
    const text = await this.#store.read((tx) => findCheckpointState(tx, keyOf(checkpoint)), NO_ACCOUNT);
    if (text === undefined) return undefined;
    const state: State = JSON.parse(text); // `add` stored it
    return { ...checkpoint, ...state, bytes: text.length };
  }

  async forget(checkpoints: readonly Checkpoint[]): Promise<number> {
    const count = await this.#store.write(async (tx) => {
      let deleted = 0;
      for (const one of checkpoints) deleted += await deleteCheckpoint(tx, keyOf(one));
      return deleted;
    }, NO_ACCOUNT);
    for (const one of new Set(checkpoints.map(({ accountId }) => accountId))) this.changes.notify(one);
    return count;
  }
}

const toCheckpoint = ({ seq, accountId, at, name }: CheckpointRow): Checkpoint => ({
  id: idOf(seq),
  ...(name !== null && { name }),
  at,
  ...(accountId !== '' && { accountId }),
});

const keyOf = ({ id, accountId = '' }: Checkpoint) => ({ accountId, seq: numberIn(id) ?? 0 });
