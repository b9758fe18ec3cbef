import type { Engine } from '../engine.ts';
import type { Fault } from '../faults/fault.ts';
import { listUsersElsewhere } from '../store/accounts.ts';
import type { ClockRow } from '../store/clocks.ts';
import { type Rows, readRows } from '../store/rows.ts';
import { SCHEMA_VERSION } from '../store/schema.ts';
import type { Transaction } from '../store/store.ts';
import { putBack } from './copy.ts';
import { readState, StateError } from './read-state.ts';

/** Everything that a server holds, or one account of it, as JSON. Secrets are in it as they are. */
export interface State {
  readonly format: 'trickle-state';
  /** Goes up with every change of the tables. */
  readonly version: number;
  /** ISO 8601 with milliseconds, by the server's clock. */
  readonly exportedAt: string;
  /** The account that it is of; absent for the whole server. */
  readonly accountId?: string | undefined;
  readonly clocks: readonly ClockRow[];
  readonly faults: readonly Fault[];
  /** By table, as the database has them. */
  readonly tables: Rows;
}

export async function exportState(engine: Engine, accountId: string | undefined): Promise<State> {
  const { store, worlds, faults } = engine;
  const clocks = worlds.clocks().filter(({ id }) => accountId === undefined || id === accountId);
  return {
    format: 'trickle-state',
    version: SCHEMA_VERSION,
    exportedAt: new Date(worlds.clockOf(accountId).now()).toISOString(),
    ...(accountId !== undefined && { accountId }),
    clocks: clocks.map(({ id, state }) => ({ id, state })),
    faults: faults.list(accountId),
    tables: await store.read(async (tx) => {
      const rows = await readRows(tx, accountId);
      return accountId === undefined ? rows : withOwnTokens(tx, rows, accountId);
    }),
  };
}

/**
 * The tokens of users of this account alone: the others open other accounts as well, and those are nobody's here.
 */
// Unspecified: U-160
async function withOwnTokens(tx: Transaction, rows: Rows, accountId: string): Promise<Rows> {
  const shared = await listUsersElsewhere(tx, accountId);
  return { ...rows, tokens: rows.tokens?.filter(({ user_id: id }) => !shared.has(String(id))) ?? [] };
}

/** Imports a state; `own` is the only account of which it may be. */
export async function importState(engine: Engine, given: unknown, own?: string): Promise<void> {
  const state = readState(given);
  const { accountId, tables, clocks, faults } = state;
  if (own !== undefined && accountId !== own) {
    throw new StateError(`the state is of ${accountId ?? 'a whole server'}, not of account ${own}`);
  }
  try {
    await putBack(engine.store, { rows: tables }, accountId);
  } catch (error) {
    throw new StateError('the state does not fit the tables of this server', { cause: error });
  }
  engine.ledger.clear(accountId);
  engine.faults.refill(faults, accountId);
  await engine.takeUp(clocks, accountId);
}
