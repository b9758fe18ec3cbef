import { field as f } from '@trickle/sdk/contract';
import { readRows } from '../../store/engine/rows.ts';
import {
  type Checkpoint,
  copyState,
  type StoredCheckpoint,
  toPublic,
  UnknownCheckpointError,
} from '../checkpoints/checkpoint.ts';
import { restoreCopy, rowsOf } from '../checkpoints/copy.ts';
import { compareStates } from '../checkpoints/difference.ts';
import type { State } from '../checkpoints/read-state.ts';
import { exportState, importState } from '../checkpoints/state.ts';
import type { InProcess } from '../functions.ts';
import { operation, unchecked } from '../operation.ts';
import type { Runtime } from '../runtime.ts';
import type { Scope } from '../scope.ts';

const anAccount = () => ({
  /** The account id. Default: the server. */
  accountId: f.optional(f.name()),
});

/** Takes, compares and restores snapshots; exports and imports state. */
export const checkpointControls = {
  /** Takes a snapshot of the server or of one account, including requests, faults and clock. */
  snapshot: operation({
    name: 'checkpoints.take',
    route: 'POST /_admin/checkpoints',
    answers: 'The checkpoint, with its `id`.',
    status: 201,
    input: anAccount,
    act: async ({ runtime, own }, { accountId = own }) =>
      runtime.checkpoints.add(await copyState(runtime, accountId)),
  }),
  /** Restores a checkpoint. Can be repeated. Throws an `UnknownCheckpointError`. */
  restore: operation({
    name: 'checkpoints.restore',
    route: 'POST /_admin/checkpoints/{id}/restore',
    answers: 'No content.',
    status: 204,
    input: () => ({ id: f.name() }),
    hasAccount: false,
    access: 'account',
    first: ['id'],
    act: async (scope, { id }) => restore(scope.runtime, await load(scope, id)),
  }),
  /** Compares the current state, or another checkpoint, with a checkpoint, by noun. As a string, one line per change. */
  diff: operation({
    name: 'checkpoints.diff',
    route: 'GET /_admin/checkpoints/{id}/diff',
    answers: '`nouns`, each with `added`, `removed` and `changed`, and the same as `text`.',
    input: () => ({
      id: f.name(),
      /** The later checkpoint. Default: the current state. */
      with: f.optional(f.name()),
    }),
    hasAccount: false,
    access: 'account',
    first: ['id'],
    async act(scope, { id, with: laterId }) {
      const checkpoint = await load(scope, id);
      const before = await rowsOf(checkpoint.copy);
      const later = laterId === undefined ? undefined : await load(scope, laterId);
      if (later && later.accountId !== checkpoint.accountId) {
        throw new RangeError(`${id} and ${laterId} are not of the same account, so they cannot be compared`);
      }
      const after = later
        ? await rowsOf(later.copy)
        : await scope.runtime.store.read((tx) => readRows(tx, checkpoint.accountId));
      return compareStates(toPublic(checkpoint), before, after);
    },
    show: (difference) => ({
      since: difference.since,
      nouns: difference.nouns,
      text: String(difference),
    }),
  }),
  /** Lists the newest 50 checkpoints, oldest first. */
  checkpoints: operation({
    name: 'checkpoints.list',
    route: 'GET /_admin/checkpoints',
    answers: '`checkpoints`, each with `id` and `at`.',
    hasAccount: false,
    access: 'account',
    act: listCheckpoints,
    show: (checkpoints) => ({ checkpoints }),
  }),
  /** Deletes one checkpoint, or all. Returns the number deleted. */
  forget: operation({
    name: 'checkpoints.forget',
    route: 'DELETE /_admin/checkpoints/{id}',
    answers: 'No content.',
    status: 204,
    input: () => ({ id: f.optional(f.name()) }),
    hasAccount: false,
    access: 'account',
    first: ['id'],
    act: async (scope, { id }) =>
      scope.runtime.checkpoints.forget(
        id === undefined ? await listCheckpoints(scope) : [await findCheckpoint(scope, id)],
      ),
  }),
  /** Exports the server or one account as JSON, including secrets. */
  exportState: operation({
    name: 'state.export',
    route: 'GET /_admin/state',
    answers: 'The state, to be sent to `PUT /_admin/state` of any server.',
    input: anAccount,
    act: ({ runtime, own }, { accountId = own }) => exportState(runtime, accountId),
  }),
  /** Replaces the server's state, or one account's, with an exported one. Throws a `StateError`. */
  importState: operation({
    name: 'state.import',
    route: 'PUT /_admin/state',
    answers: 'No content.',
    status: 204,
    input: () => ({ state: unchecked<State>() }),
    hasAccount: false,
    isVerbatim: true,
    first: ['state'],
    access: 'server', // a state may contain users and tokens of other accounts
    act: ({ runtime, own }, { state }) => importState(runtime, state, own),
  }),
};

/** Takes, compares and restores snapshots; exports and imports state. */
export interface CheckpointControls extends InProcess<typeof checkpointControls> {}

async function listCheckpoints({ runtime, own }: Scope): Promise<Checkpoint[]> {
  const all = await runtime.checkpoints.list();
  return all.filter(({ accountId }) => own === undefined || accountId === own);
}

async function findCheckpoint(scope: Scope, id: string): Promise<Checkpoint> {
  const checkpoints = await listCheckpoints(scope);
  const checkpoint = checkpoints.find((one) => one.id === id);
  if (checkpoint) return checkpoint;
  throw new UnknownCheckpointError(
    id,
    checkpoints.map((one) => one.id),
  );
}

async function load(scope: Scope, id: string): Promise<StoredCheckpoint> {
  const stored = await scope.runtime.checkpoints.find(await findCheckpoint(scope, id));
  return stored ?? load(scope, id); // another server has just deleted it
}

async function restore(
  runtime: Runtime,
  { accountId, copy, clocks, faults, entries }: StoredCheckpoint,
): Promise<void> {
  runtime.windows.clear(accountId);
  await restoreCopy(runtime.store, copy, accountId);
  await runtime.requestLog.restore(entries, accountId);
  await runtime.faultRules.restore(faults, accountId);
  await runtime.resume(clocks, accountId);
}
