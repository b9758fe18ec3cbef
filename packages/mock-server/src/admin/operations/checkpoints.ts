import { field as f } from '@trickle/sdk/contract';
import { type ExportedSeed, exportSeed } from '../../seed/export-seed.ts';
import { MAX_NAME_LENGTH } from '../../shared/values/lengths.ts';
import { readRows } from '../../store/engine/rows.ts';
import { NO_ACCOUNT } from '../../store/engine/store.ts';
import { listUsersElsewhere } from '../../store/tables/accounts.ts';
import { copyState, numberIn, toPublic } from '../checkpoints/checkpoint.ts';
import { readCopy, restoreCopy, rowsOf } from '../checkpoints/copy.ts';
import { compareStates } from '../checkpoints/difference.ts';
import { findCheckpoint, listCheckpoints, loadCheckpoint } from '../checkpoints/find.ts';
import type { State } from '../checkpoints/read-state.ts';
import { accountOfState, exportState, importState } from '../checkpoints/state.ts';
import { verbatimResponse } from '../json-response.ts';
import { operation, unchecked } from '../operation.ts';
import type { Checkpoint, Runtime, StoredCheckpoint } from '../runtime.ts';
import type { Scope } from '../scope.ts';

const anAccount = () => ({
  /** The account id. Default: the server. */
  accountId: f.optional(f.name()),
});

export const checkpointControls = {
  /** Takes a snapshot of the server or of one account, including requests, faults and clock. */
  snapshot: operation({
    name: 'checkpoints.take',
    route: 'POST /_admin/checkpoints',
    isHeavy: true,
    answers: 'The checkpoint, with its `id`.',
    status: 201,
    input: () => ({
      ...anAccount(),
      /** A name, by which the checkpoint can be found too. If several have it, the newest is found. */
      name: f.optional(f.name()),
    }),
    async act({ runtime, own }, { accountId = own, name }) {
      assertName(name);
      const state = await copyState(runtime, accountId);
      const entries = await runtime.requestLog.entries(accountId);
      const bytes = entries.reduce((sum, { size }) => sum + size, state.bytes);
      return runtime.checkpoints.add({ ...state, entries, bytes, ...(name !== undefined && { name }) });
    },
  }),
  /** Gives a checkpoint a name, or another one. Returns the checkpoint. */
  renameCheckpoint: operation({
    name: 'checkpoints.rename',
    route: 'PUT /_admin/checkpoints/{id}',
    answers: 'The checkpoint.',
    input: () => ({
      /** The id or the name of the checkpoint. */
      id: f.name(),
      name: f.name(),
    }),
    hasAccount: false,
    access: 'account',
    first: ['id', 'name'],
    act: rename,
  }),
  /**
   * Restores the checkpoint with an id or a name. Can be repeated. With the key of an account, its users, roles and tokens stay
   * as they are. Throws an `UnknownCheckpointError`.
   */
  restore: operation({
    name: 'checkpoints.restore',
    route: 'POST /_admin/checkpoints/{id}/restore',
    isHeavy: true,
    status: 204,
    hasAccount: false,
    access: 'account',
    workOf: async (scope, { id }) => (await findCheckpoint(scope, String(id))).accountId,
    act: async (scope, { id }) =>
      restore(scope.runtime, await loadCheckpoint(scope, id), scope.own !== undefined),
  }),
  /** Compares the current state, or another checkpoint, with a checkpoint, by noun. As a string, one line per change. */
  diff: operation({
    name: 'checkpoints.diff',
    route: 'GET /_admin/checkpoints/{id}/diff',
    isHeavy: true,
    answers: '`nouns`, each with `added`, `removed` and `changed`, and the same as `text`.',
    input: () => ({
      /** The later checkpoint. Default: the current state. */
      with: f.optional(f.name()),
    }),
    hasAccount: false,
    access: 'account',
    workOf: async (scope, { id }) => (await findCheckpoint(scope, String(id))).accountId ?? NO_ACCOUNT,
    async act(scope, { id, with: laterId }) {
      const checkpoint = await loadCheckpoint(scope, id);
      const before = await rowsOf(checkpoint.copy);
      const later = laterId === undefined ? undefined : await loadCheckpoint(scope, laterId);
      if (later && later.accountId !== checkpoint.accountId) {
        throw new RangeError(`${id} and ${laterId} are not of the same account, so they cannot be compared`);
      }
      const after = later
        ? await rowsOf(later.copy)
        : await scope.runtime.store.readApart(
            (tx) => readRows(tx, checkpoint.accountId),
            checkpoint.accountId,
          );
      return compareStates(toPublic(checkpoint), before, after);
    },
    show: (difference) => ({
      since: difference.since,
      nouns: difference.nouns,
      text: String(difference),
    }),
  }),
  /**
   * Lists checkpoints, oldest first. An account keeps its newest 50, of up to 100 MB in all, and the server as many of its own,
   * of up to 1 GB; older ones are dropped.
   */
  checkpoints: operation({
    name: 'checkpoints.list',
    route: 'GET /_admin/checkpoints',
    answers: '`checkpoints`, each with `id`, `at`, and `name` if it has one.',
    hasAccount: false,
    access: 'account',
    act: listCheckpoints,
    show: (checkpoints) => ({ checkpoints }),
  }),
  /** Deletes one checkpoint, or all. Returns the number deleted. */
  forget: operation({
    name: 'checkpoints.forget',
    route: 'DELETE /_admin/checkpoints/{id}',
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
    isHeavy: true,
    answers: 'The state, to be sent to `PUT /_admin/state` of any server.',
    input: anAccount,
    act: ({ runtime, own }, { accountId = own }) => exportState(runtime, accountId),
  }),
  /** Exports the server or one account as a seed, with API tokens, as it is now or was at a checkpoint. `$left_out` counts what a seed cannot express. */
  exportSeed: operation({
    name: 'seed.export',
    route: 'GET /_admin/seed/export',
    isHeavy: true,
    answers: 'The seed, for `trickle-server --seed FILE` and `createServer({ seed })`.',
    input: () => ({
      ...anAccount(),
      /** The id or the name of a checkpoint. Default: the current state. */
      checkpoint: f.optional(f.name()),
    }),
    async act(scope, { accountId = scope.own, checkpoint }): Promise<ExportedSeed> {
      const { store } = scope.runtime;
      if (checkpoint === undefined) return store.readApart((tx) => exportSeed(tx, { accountId }), accountId);
      const { id, accountId: only, copy } = await loadCheckpoint(scope, checkpoint);
      const account = accountId ?? only;
      if (only !== undefined && account !== only)
        throw new RangeError(`${id} is of account ${only}, not of ${account}`);
      // A copy of one account does not tell which of its users belong to other accounts.
      const foreignUsers =
        account === undefined
          ? undefined
          : await store.read((tx) => listUsersElsewhere(tx, account), account);
      return readCopy(copy, (tx) => exportSeed(tx, { accountId: account, foreignUsers }));
    },
    show: (seed) => verbatimResponse(seed),
  }),
  /** Replaces the server's state, or one account's, with an exported one. Throws a `StateError`. */
  importState: operation({
    name: 'state.import',
    route: 'PUT /_admin/state',
    isHeavy: true,
    status: 204,
    input: () => ({ state: unchecked<State>() }),
    hasAccount: false,
    isVerbatim: true,
    bodySize: 'large',
    first: ['state'],
    access: 'server', // a state may contain users and tokens of other accounts
    workOf: async (_, { state }) => accountOfState(state),
    act: ({ runtime, own }, { state }) => importState(runtime, state, own),
  }),
};

/** Controls, also of the direction of text, which change how a list is read. */
const CONTROL = /[\p{Cc}\p{Bidi_Control}]/u;

/** Throws a `RangeError` for a name that looks like an id, which would never be found, or that no list could show. */
function assertName(name: string | undefined): void {
  if (name === undefined) return;
  if (name.length > MAX_NAME_LENGTH || CONTROL.test(name))
    throw new RangeError(`name: must have at most ${MAX_NAME_LENGTH} characters, and no control characters`);
  if (/^[\s\p{Cf}]*$/u.test(name)) throw new RangeError('name: must have a character that can be seen');
  if (numberIn(name) !== undefined)
    throw new RangeError(`name: '${name}' looks like the id of a checkpoint: choose another name`);
}

async function rename(
  scope: Scope,
  { id, name }: { readonly id: string; readonly name: string },
): Promise<Checkpoint> {
  assertName(name);
  const checkpoint = await findCheckpoint(scope, id);
  const isThere = await scope.runtime.checkpoints.rename(checkpoint, name);
  return isThere ? { ...checkpoint, name } : rename(scope, { id, name }); // another server has just deleted it
}

async function restore(
  runtime: Runtime,
  { accountId, copy, clocks, faults, entries }: StoredCheckpoint,
  keepsAccess: boolean,
): Promise<void> {
  runtime.windows.clear(accountId);
  const onRestored = () => runtime.setClocks(clocks, accountId);
  await restoreCopy(runtime.store, copy, accountId, { keepsAccess, onRestored });
  await runtime.requestLog.restore(entries, accountId);
  await runtime.faultRules.restore(faults, accountId);
  await runtime.resume(accountId);
}
