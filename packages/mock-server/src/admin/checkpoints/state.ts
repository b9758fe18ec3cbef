import { SCHEMA_VERSION } from '../../store/engine/migrations/migrations.ts';
import { readRows } from '../../store/engine/rows.ts';
import type { Rows, Transaction } from '../../store/engine/store.ts';
import { listUsersElsewhere } from '../../store/tables/accounts.ts';
import type { Runtime } from '../runtime.ts';
import { copyOf, restoreCopy, rowsOf } from './copy.ts';
import { readState, type State, StateError } from './read-state.ts';

export async function exportState(runtime: Runtime, accountId: string | undefined): Promise<State> {
  const { store, allServices, faultRules: faults, windows } = runtime;
  await windows.flush(accountId);
  const clocks = allServices.clocks().filter(({ id }) => accountId === undefined || id === accountId);
  return {
    format: 'trickle-state',
    version: SCHEMA_VERSION,
    exportedAt: new Date(allServices.clockOf(accountId).now()).toISOString(),
    ...(accountId !== undefined && { accountId }),
    clocks: clocks.map(({ id, state }) => ({ id, state })),
    faults: await faults.list(accountId),
    tables:
      accountId === undefined
        ? await rowsOf(await copyOf(store)) // of an image if there is one, so that other work continues
        : await store.readApart(
            async (tx) => withOwnTokens(tx, await readRows(tx, accountId), accountId),
            accountId,
          ),
  };
}

/** Removes tokens of users who also belong to other accounts, because those tokens open the other accounts too. */
// Unspecified: U-160
async function withOwnTokens(tx: Transaction, rows: Rows, accountId: string): Promise<Rows> {
  const shared = await listUsersElsewhere(tx, accountId);
  return { ...rows, tokens: rows.tokens?.filter(({ user_id: id }) => !shared.has(String(id))) ?? [] };
}

/** The account that a state says it is of. */
export function accountOfState(given: unknown): string | undefined {
  const { accountId } = Object(given) as { readonly accountId?: unknown }; // of any value
  return typeof accountId === 'string' ? accountId : undefined;
}

/** Imports a state. If `own` is given, only a state of that account is accepted. */
export async function importState(runtime: Runtime, given: unknown, own?: string): Promise<void> {
  const state = await readState(given);
  const { accountId, tables, clocks, faults } = state;
  if (own !== undefined && accountId !== own) {
    throw new StateError(
      `the state belongs to ${accountId === undefined ? 'a whole server' : `account ${accountId}`}, not to account ${own}`,
    );
  }
  try {
    runtime.windows.clear(accountId);
    await restoreCopy(runtime.store, { rows: tables }, accountId, {
      onRestored: () => runtime.setClocks(clocks, accountId),
      onForeignToken(userId) {
        throw new StateError(
          `the state has a token of user '${userId}', which would open other accounts too`,
        );
      },
    });
  } catch (error) {
    if (error instanceof StateError) throw error;
    throw new StateError('the state does not match the tables of this server', { cause: error });
  }
  await runtime.requestLog.clear(accountId);
  await runtime.faultRules.restore(faults, accountId);
  await runtime.resume(accountId);
}
