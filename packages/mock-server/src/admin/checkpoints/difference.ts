import { type Pause, turns } from '../../shared/platform/timers.ts';
import { tryParseJson } from '../../shared/values/json.ts';
import { SCHEMA, TABLES, type Table } from '../../store/engine/schema.ts';
import type { Rows, StoredRow, Value } from '../../store/engine/store.ts';
import type { Checkpoint } from '../runtime.ts';

/** A record in a comparison. */
export interface Thing {
  readonly accountId?: string | undefined;
  readonly id: string;
  /** A readable label, such as an email address, name or tag. */
  readonly label?: string | undefined;
}

export interface ChangedThing extends Thing {
  /** The old and new value by member, as in `custom_fields.size`; `undefined` if absent. */
  readonly changes: Readonly<Record<string, readonly [before: unknown, now: unknown]>>;
}

export interface NounDifference {
  readonly added: readonly Thing[];
  readonly removed: readonly Thing[];
  readonly changed: readonly ChangedThing[];
}

/** The differences from a checkpoint. */
export interface Difference {
  readonly since: Checkpoint;
  /** Differences by noun, as in `subscribers`. Unchanged nouns are absent. */
  readonly nouns: Readonly<Record<string, NounDifference>>;
  /** One line per change; empty without changes. */
  toString(): string;
}

/** Compares two readings of the same tables, in several turns of the event loop. */
export async function compareStates(since: Checkpoint, before: Rows, now: Rows): Promise<Difference> {
  const nouns: Record<string, NounDifference> = {};
  const emails = new Map([...(before.subscribers ?? []), ...(now.subscribers ?? [])].map(addressById));
  const pause = turns();
  for (const table of TABLES) {
    if (SCHEMA.get(table)?.isUncompared) continue;
    const found = await compare(table, before[table] ?? [], now[table] ?? [], { emails, pause });
    if (found.added.length + found.removed.length + found.changed.length > 0) nouns[table] = found;
  }
  return { since, nouns, toString: () => formatValue(nouns) };
}

type EmailById = ReadonlyMap<Value | undefined, Value | undefined>;
const addressById = (row: StoredRow) => [row.id, row.email] as const;

async function compare(
  table: Table,
  before: readonly StoredRow[],
  now: readonly StoredRow[],
  { emails, pause }: { readonly emails: EmailById; readonly pause: Pause },
): Promise<NounDifference> {
  const old = new Map<string, StoredRow>();
  for (const row of before) {
    old.set(keyOf(table, row), row);
    await pause();
  }
  const added: Thing[] = [];
  const changed: ChangedThing[] = [];
  for (const row of now) {
    await pause();
    const key = keyOf(table, row);
    const was = old.get(key);
    old.delete(key);
    if (!was) added.push(describeRecord(table, row, emails));
    else if (!isSame(was, row)) {
      const changes = compareRecords(table, was, row);
      if (Object.keys(changes).length > 0) changed.push({ ...describeRecord(table, row, emails), changes });
    }
  }
  return { added, removed: [...old.values()].map((row) => describeRecord(table, row, emails)), changed };
}

const keyColumns = (table: Table) => SCHEMA.get(table)?.key ?? ['account_id', 'id'];

const keyOf = (table: Table, row: StoredRow): string =>
  keyColumns(table)
    .map((column) => row[column] ?? '')
    .join('\u0000');

const isSame = (one: StoredRow, other: StoredRow) =>
  Object.entries(one).every(([name, value]) => other[name] === value);

function describeRecord(table: Table, row: StoredRow, emails: EmailById): Thing {
  const { account_id: accountId, subscriber_id: subscriberId } = row;
  const { label: named = '' } = SCHEMA.get(table) ?? {};
  const address = emails.get(subscriberId);
  const label = [row[named], address && `of ${address}`]
    .filter((part) => part != null && part !== '')
    .join(' ');
  const own = keyColumns(table).filter((column) => column !== 'account_id');
  return {
    ...(typeof accountId === 'string' && { accountId }),
    id: own.map((column) => row[column]).join(' ') || String(accountId),
    ...(label !== '' && { label }),
  };
}

function compareRecords(
  table: Table,
  before: StoredRow,
  now: StoredRow,
): Record<string, readonly [unknown, unknown]> {
  const one = membersOf(table, before);
  const other = membersOf(table, now);
  const names = new Set([...one.keys(), ...other.keys()]);
  return Object.fromEntries(
    [...names]
      .filter((name) => JSON.stringify(one.get(name)) !== JSON.stringify(other.get(name)))
      .map((name) => [name, [one.get(name), other.get(name)] as const]),
  );
}

/** A row's values by name, with JSON columns flattened. */
function membersOf(table: Table, row: StoredRow): Map<string, unknown> {
  const left = new Set(['seq', ...keyColumns(table), ...(SCHEMA.get(table)?.inner ?? [])]);
  const members = new Map<string, unknown>();
  for (const [column, value] of Object.entries(row)) {
    if (!left.has(column)) unfold(column === 'data' ? '' : column, parseColumn(value), members);
  }
  return members;
}

function unfold(name: string, value: unknown, members: Map<string, unknown>): void {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    members.set(name, value ?? undefined);
    return;
  }
  for (const [key, member] of Object.entries(value))
    unfold(name === '' ? key : `${name}.${key}`, member, members);
}

function parseColumn(value: Value | undefined): unknown {
  if (typeof value !== 'string' || !/^[[{]/.test(value)) return value;
  return tryParseJson(value, value);
}

function formatValue(nouns: Readonly<Record<string, NounDifference>>): string {
  const lines = Object.entries(nouns).flatMap(([noun, { added, removed, changed }]) => [
    ...added.map((thing) => `+ ${noun} ${nameOf(thing)}`),
    ...removed.map((thing) => `- ${noun} ${nameOf(thing)}`),
    ...changed.map(({ changes, ...thing }) => {
      const parts = Object.entries(changes).map(
        ([name, [before, now]]) => `${name} ${format(before)} → ${format(now)}`,
      );
      return `~ ${noun} ${nameOf(thing)}: ${parts.join(', ')}`;
    }),
  ]);
  return lines.join('\n');
}

const nameOf = ({ id, label }: Thing) =>
  label === undefined || id.includes(label) ? id : `${label} (${id})`;

const format = (value: unknown) => (value === undefined ? 'none' : JSON.stringify(value));
