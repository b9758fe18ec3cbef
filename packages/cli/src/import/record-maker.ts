import { readValue } from '../operations/field-value.ts';
import type { Field } from '../operations/fields.ts';
import { isObject } from '../parse-json.ts';
import { counted, grouped } from '../terminal/counted.ts';
import { UsageError } from '../terminal/exit-signal.ts';
import { type FieldPath, fieldPathOf } from './field-path.ts';
import { type MappedColumn, OTHER_NAMES } from './mapping.ts';
import type { ImportOptions } from './options.ts';
import type { CsvRow, JsonRow } from './rows.ts';
import type { ImportRecord, Target } from './targets.ts';

export type RowResult =
  | { readonly record: ImportRecord }
  | { readonly reasons: readonly string[] }
  | { readonly isLeftOut: true };

export interface Constant {
  readonly to: FieldPath;
  readonly value: unknown;
}

/** Reads `--set field=value` and `--tag tag`. */
export function constantsOf(
  target: Target,
  { set, tag: tags }: Pick<ImportOptions, 'set' | 'tag'>,
): readonly Constant[] {
  const constants = set.map((text) => {
    const at = text.indexOf('=');
    if (at < 1) throw new UsageError(`--set must be <field>=<value>, not '${text}'.`);
    const to = fieldPathOf(target, text.slice(0, at).trim());
    const reading = readValue(to.field, text.slice(at + 1));
    if ('reason' in reading) throw new UsageError(`--set: ${to.path.join('.')} ${reading.reason}.`);
    if ('absent' in reading) throw new UsageError(`--set: ${to.path.join('.')} has no value.`);
    return { to, value: reading.value };
  });
  return tags.length === 0 ? constants : [...constants, { to: fieldPathOf(target, 'tags'), value: tags }];
}

export function recordOfCells(
  cells: CsvRow['cells'],
  columns: readonly MappedColumn[],
  constants: readonly Constant[],
): RowResult {
  const surplus = cells.slice(columns.length).some((cell) => cell !== '');
  // Spreadsheets leave out empty cells at the end of some rows.
  const isShort = cells.length < columns.length && columns.slice(cells.length).some(({ to }) => to);
  if (surplus || isShort) {
    return { reasons: [`expected ${counted(columns.length, 'cell')}, found ${grouped(cells.length)}`] };
  }
  const record: ImportRecord = {};
  const reasons: string[] = [];
  columns.forEach(({ to, column, read, isConsent }, i) => {
    if (!to) return;
    const cell = cells[i] ?? '';
    const reading = read ? read(cell) : readValue(to.field, cell);
    if ('reason' in reading) reasons.push(`${column} ${reading.reason}`);
    // If several columns are about consent, one refusal is enough.
    else if (isConsent && record.status === 'unsubscribed') return;
    else if ('value' in reading) put(record, to, reading.value);
  });
  if (reasons.length > 0) return { reasons };
  for (const { to, value } of constants) put(record, to, value);
  return { record };
}

/** The place of a member of a JSON record; undefined if it is skipped. */
export type Placement = (name: string) => FieldPath | undefined;

/** Makes a record from an NDJSON row, whose members are already fields. */
export function recordOfJson(
  { value, problem }: JsonRow,
  placeOf: Placement,
  constants: readonly Constant[],
): RowResult {
  if (problem !== undefined) return { reasons: [problem] };
  if (!isObject(value)) return { reasons: ['not a JSON object'] };
  const record: ImportRecord = {};
  // The id of an exported record is only valid in its own account; elsewhere, the email address identifies the subscriber.
  const isShown = 'href' in value && typeof value.email === 'string';
  const placed = new Map<string, string>();
  for (const [name, member] of Object.entries(value)) {
    const place = isShown && OTHER_NAMES.includes(name) ? undefined : placeOf(name);
    if (!place || !saysSomething(place.field, member)) continue;
    const key = place.path.join('.');
    const other = placed.get(key);
    if (other !== undefined && place.field.kind !== 'strings')
      return { reasons: [`${other} and ${name} both set ${key}`] };
    placed.set(key, name);
    put(record, place, member);
  }
  for (const { to, value: constant } of constants) put(record, to, constant);
  return { record };
}

/** The service returns missing values as null, and as `unknown` for choices without such a value. */
function saysSomething({ kind, values, isNullable }: Field, member: unknown): boolean {
  if (member === null) return isNullable;
  return !(kind === 'one of' && member === 'unknown' && !values.includes('unknown'));
}

/** Puts a value in its place. List values are appended. */
function put(record: ImportRecord, { path, field }: FieldPath, value: unknown): void {
  const parents = path.slice(0, -1);
  let at = record;
  for (const name of parents) {
    // Only this function creates parent objects. The contract rejects a member that is not an object.
    at[name] = { ...(at[name] as ImportRecord | undefined) };
    at = at[name] as ImportRecord;
  }
  const name = path.at(-1) ?? '';
  const before = at[name];
  at[name] =
    field.kind === 'strings' && Array.isArray(before) && Array.isArray(value)
      ? [...new Set([...before, ...value])]
      : value;
}
