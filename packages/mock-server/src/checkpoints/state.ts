import type { Engine } from '../engine.ts';
import type { Fault } from '../faults/fault.ts';
import type { ClockRow } from '../store/clocks.ts';
import { type Row, type Rows, readRows } from '../store/rows.ts';
import { SCHEMA_VERSION, TABLES } from '../store/schema.ts';
import { putBack } from './copy.ts';

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

/** Thrown for a state that cannot be taken in; nothing was changed. */
export class StateError extends Error {
  override readonly name = 'StateError';
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
    tables: await store.read((tx) => readRows(tx, accountId)),
  };
}

/** Takes a state in; `own` is the account of which alone it may be. */
export async function importState(engine: Engine, state: State, own?: string): Promise<void> {
  refuseStrange(state);
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

function refuseStrange(state: State): void {
  if (typeof state !== 'object' || state === null || state.format !== 'trickle-state') {
    throw new StateError("a state is what exportState() gave: its format is 'trickle-state'");
  }
  if (state.version !== SCHEMA_VERSION) {
    throw new StateError(`the state is of version ${state.version}, this server is of ${SCHEMA_VERSION}`);
  }
  const { tables, clocks, faults } = state;
  if (typeof tables !== 'object' || tables === null || !Array.isArray(clocks) || !Array.isArray(faults)) {
    throw new StateError('a state has tables, clocks and faults');
  }
  for (const [table, rows] of Object.entries<readonly Row[] | undefined>(tables)) {
    if (!(TABLES as readonly string[]).includes(table)) throw new StateError(`there is no table ${table}`);
    if (!Array.isArray(rows) || !rows.every(isRow)) throw new StateError(`the rows of ${table} are none`);
  }
}

/** Column names go into SQL as they are. */
const isRow = (row: unknown): row is Row =>
  typeof row === 'object' &&
  row !== null &&
  Object.entries(row).every(
    ([column, value]) =>
      /^[a-z_]+$/.test(column) && (value === null || /^(string|number)$/.test(typeof value)),
  );
