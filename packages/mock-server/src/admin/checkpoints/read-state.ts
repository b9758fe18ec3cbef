import { field as f, schema } from '@trickle/sdk/contract';
import * as z from 'zod/mini';
import { isSpeed } from '../../domain/context/services.ts';
import { type Fault, FaultError, validateFault } from '../../faults/rule.ts';
import { turns } from '../../shared/platform/timers.ts';
import { isObject, tryParseJson } from '../../shared/values/json.ts';
import { schemaProblems } from '../../shared/values/schema-problems.ts';
import { SCHEMA_VERSION } from '../../store/engine/migrations/migrations.ts';
import { SHARED_TABLES, TABLES, type Table } from '../../store/engine/schema.ts';
import type { Rows, StoredRow } from '../../store/engine/store.ts';
import type { ClockRow } from '../../store/tables/clocks.ts';

/** Thrown when a state cannot be imported. Nothing was changed. */
export class StateError extends Error {
  override readonly name = 'StateError';
}

/** The maximum JavaScript date, in milliseconds. */
const LAST_TIME = 8.64e15;

const moment = () => z.number().check(z.gte(-LAST_TIME), z.lte(LAST_TIME));
const speed = () => z.number().check(z.refine(isSpeed, { params: { code: 'range_error' } }));

const ClockState = schema(() =>
  z.strictObject({
    id: f.text(),
    state: z.strictObject({
      anchor: moment(),
      base: moment(),
      speed: speed(),
      resumeSpeed: z.number().check(z.gt(0), z.lte(1_000_000)),
    }),
  }),
);

const Counts = schema(() => z.object({ id: f.name(), seen: f.integerFrom(0), fired: f.integerFrom(0) }));

const Envelope = schema(() =>
  z.strictObject({
    format: z.unknown(),
    version: z.unknown(),
    exportedAt: f.optional(f.text()),
    accountId: f.optional(f.name()),
    clocks: z.array(ClockState()),
    faults: z.array(Counts()),
    tables: z.record(z.string(), z.unknown()),
  }),
);

const JSON_COLUMNS: ReadonlyMap<string, 'object' | 'list'> = new Map([
  ['answer', 'object'],
  ['attempts', 'list'],
  ['data', 'object'],
  ['details', 'object'],
  ['errors', 'list'],
  ['input', 'object'],
  ['properties', 'object'],
  ['result', 'object'],
  ['waiting', 'list'],
]);

/** Validates an exported state, from code or from the admin API. Throws a `StateError`. */
export async function readState(value: unknown): Promise<State> {
  const given = withCamelNames(value);
  if (!isObject(given) || given.format !== 'trickle-state') {
    throw new StateError("not a state from exportState(): its format must be 'trickle-state'");
  }
  if (given.version !== SCHEMA_VERSION) {
    throw new StateError(
      `the state has version ${given.version}, and this server needs ${SCHEMA_VERSION}: export a seed with the version that wrote it`,
    );
  }
  const problems = schemaProblems(Envelope, given);
  if (problems.length > 0) throw new StateError(`the state is invalid: ${problems.join('; ')}`);
  const state = given as unknown as State; // the envelope is valid; its parts are checked below
  for (const [table, rows] of Object.entries(state.tables)) await checkTable(table, rows, state.accountId);
  if (state.accountId !== undefined) checkShared(state.tables, state.accountId);
  checkParts('clocks', state, ({ id }) => id);
  checkParts('faults', state, ({ account }) => account);
  for (const [i, fault] of state.faults.entries()) checkFault(i, fault);
  return state;
}

/** camelCase names of the members that the admin API writes in snake_case. */
const CAMEL_NAMES: Readonly<Record<string, string>> = {
  exported_at: 'exportedAt',
  account_id: 'accountId',
  resume_speed: 'resumeSpeed',
};

/** Renames a state's members, including those of its clocks, to camelCase. */
function withCamelNames(value: unknown): unknown {
  const renamed = (object: unknown) =>
    isObject(object)
      ? Object.fromEntries(
          Object.entries(object).map(([name, member]) => [CAMEL_NAMES[name] ?? name, member]),
        )
      : object;
  const state = renamed(value);
  if (!isObject(state) || !Array.isArray(state.clocks)) return state;
  const clocks = state.clocks.map((clock: unknown) =>
    isObject(clock) ? { ...clock, state: renamed(clock.state) } : clock,
  );
  return { ...state, clocks };
}

async function checkTable(table: string, rows: unknown, accountId: string | undefined): Promise<void> {
  if (!(TABLES as readonly string[]).includes(table)) throw new StateError(`unknown table: ${table}`);
  if (!Array.isArray(rows)) throw new StateError(`tables.${table} must be a list`);
  const pause = turns();
  for (const [i, row] of rows.entries()) {
    await pause();
    const problem = isRow(row)
      ? problemOf(row, accountId)
      : 'must be an object of strings, numbers and nulls';
    if (problem !== undefined) throw new StateError(`tables.${table}[${i}] ${problem}`);
  }
}

/** Whether a value is a row. Column names are checked because they are used in SQL unescaped. */
const isRow = (row: unknown): row is StoredRow =>
  isObject(row) &&
  Object.entries(row).every(
    ([column, value]) =>
      /^[a-z_]+$/.test(column) && (value === null || /^(string|number)$/.test(typeof value)),
  );

function problemOf(row: StoredRow, accountId: string | undefined): string | undefined {
  if (accountId !== undefined && row.account_id !== undefined && row.account_id !== accountId) {
    return `belongs to account '${row.account_id}', but the state to account '${accountId}'`;
  }
  for (const [column, value] of Object.entries(row)) {
    const wanted = JSON_COLUMNS.get(column);
    if (wanted === undefined || value === null) continue;
    const found = tryParseJson(String(value));
    const isValid = wanted === 'list' ? Array.isArray(found) : isObject(found);
    if (!isValid) return `must have a JSON ${wanted} in ${column}`;
  }
  return undefined;
}

/** Checks the rows of an account's state in the tables that accounts share. Its tokens must open this account only. */
// Unspecified: U-160
function checkShared(tables: Rows, accountId: string): void {
  const members = new Set(tables.memberships?.map(({ user_id: id }) => id));
  const isOwn: Partial<Record<Table, (row: StoredRow) => boolean>> = {
    accounts: ({ id }) => id === accountId,
    users: ({ id }) => members.has(id ?? null),
    tokens: ({ user_id: id }) => members.has(id ?? null),
  };
  for (const table of SHARED_TABLES) {
    const i = (tables[table] ?? []).findIndex((row) => isOwn[table]?.(row) !== true);
    if (i >= 0) throw new StateError(`tables.${table}[${i}] does not belong to account '${accountId}'`);
  }
}

/** Checks that parts of a state have ids of their own, and belong to its account. */
function checkParts<Name extends 'clocks' | 'faults'>(
  name: Name,
  { accountId, [name]: parts }: State,
  ownerOf: (part: State[Name][number]) => string | undefined,
): void {
  const ids = new Set<string>();
  for (const [i, part] of parts.entries()) {
    if (ids.has(part.id)) throw new StateError(`${name}[${i}]: duplicate id '${part.id}'`);
    if (accountId !== undefined && ownerOf(part) !== accountId) {
      throw new StateError(`${name}[${i}] does not belong to account '${accountId}'`);
    }
    ids.add(part.id);
  }
}

function checkFault(i: number, { seen, fired, ...input }: Fault): void {
  try {
    validateFault(input);
  } catch (error) {
    if (!(error instanceof FaultError)) throw error;
    throw new StateError(`faults[${i}]: ${error.message}`);
  }
}

/** The full state of a server or of one account as JSON, with secrets in plain text. */
export interface State {
  readonly format: 'trickle-state';
  /** The schema version. */
  readonly version: number;
  /** Server time of the export, ISO 8601 with milliseconds. */
  readonly exportedAt: string;
  /** The account; absent for the whole server. */
  readonly accountId?: string | undefined;
  readonly clocks: readonly ClockRow[];
  readonly faults: readonly Fault[];
  readonly tables: Rows;
}
