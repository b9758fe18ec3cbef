import { didYouMean } from '@trickle/sdk/contract';
import { type Field, fieldsOf } from '../operations/fields.ts';
import { UsageError } from '../terminal/exit-signal.ts';
import type { Export } from './exports.ts';

export interface Column {
  /** The path of its member: `custom_fields.plan`, `links.account`. */
  readonly name: string;
  read(record: unknown): string;
}

/**
 * The columns of an export, independent of the records: the members in the order of the contract, and a column for each
 * custom field of the account.
 */
export function columnsOf(
  { item, textColumn }: Export,
  customFields: readonly string[],
  separator: string,
): readonly Column[] {
  if (!item) return [{ name: textColumn, read: (record) => cellOf(record, separator) }];
  return fieldsOf(item)
    .flatMap((field) => pathsOf(field, customFields))
    .map((path) => columnOf(path, separator));
}

export function chosenColumns(
  columns: readonly Column[],
  names: string,
  separator: string,
): readonly Column[] {
  return names.split(',').map((text) => {
    const name = text.trim();
    const column = columns.find((column) => column.name === name);
    if (column) return column;
    // A custom field without any value is an empty column.
    if (/^custom_fields\../.test(name)) return columnOf(splitAtFirst(name), separator);
    const names = columns.map((column) => column.name);
    throw new UsageError(
      `--columns: no column '${name}'${didYouMean(name, names) || `. Columns: ${names.join(', ')}.`}`,
    );
  });
}

function pathsOf({ name, kind, members }: Field, customFields: readonly string[]): string[][] {
  if (name === 'custom_fields') return customFields.map((identifier) => [name, identifier]);
  return kind === 'object'
    ? members.flatMap((member) => pathsOf(member, []).map((path) => [name, ...path]))
    : [[name]];
}

function columnOf(path: readonly string[], separator: string): Column {
  const read = (record: unknown) => cellOf(path.reduce(memberOf, record), separator);
  return { name: path.join('.'), read };
}

function memberOf(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
  return (value as Record<string, unknown>)[name];
}

function splitAtFirst(name: string): string[] {
  const at = name.indexOf('.');
  return [name.slice(0, at), name.slice(at + 1)];
}

/** A value as the text of a cell. `trickle import` reads it back as the same value. */
export function cellOf(value: unknown, separator: string): string {
  if (value === undefined || value === null) return '';
  if (typeof value === 'string') return value;
  if (Array.isArray(value) && value.every((item) => typeof item === 'string'))
    return listOf(value, separator);
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** As JSON if the joined values would be ambiguous. */
function listOf(items: readonly string[], separator: string): string {
  const joined = items.join(separator);
  const isPlain = items.every((item) => item !== '' && item.trim() === item && !item.includes(separator));
  // Without a comma, an import treats semicolons as separators.
  const isOne = joined.includes(separator) || !joined.includes(';');
  return isPlain && isOne && !/^[["]/.test(joined) ? joined : JSON.stringify(items);
}
