import type { Client } from '@trickle/sdk';
import { didYouMean } from '@trickle/sdk/contract';
import { type CsvStyle, csvText } from '../csv/csv-text.ts';
import { type Field, fieldsOf } from '../operations/fields.ts';
import type { Context } from '../terminal/context.ts';
import { UsageError } from '../terminal/exit-signal.ts';
import type { Export } from './exports.ts';
import type { ExportOptions } from './options.ts';

export interface TypedExport extends Context {
  readonly export: Export;
  /** Includes filters and path parameters by name. */
  readonly options: ExportOptions & Readonly<Record<string, unknown>>;
}

export interface Layout {
  readonly head: string;
  rows(records: readonly unknown[]): string;
  /** A note to print at the end. */
  warnings(): readonly string[];
}

/** The format of an export: from the options, otherwise from the file's name. */
export const formatOf = ({ format, output = '' }: ExportOptions): 'csv' | 'ndjson' =>
  format ?? (/\.(ndjson|jsonl)$/i.test(output) ? 'ndjson' : 'csv');

export async function layoutOf(typed: TypedExport, client: Client, signal: AbortSignal): Promise<Layout> {
  const { options, export: entry } = typed;
  if (formatOf(options) === 'ndjson') {
    if (options.columns !== undefined)
      throw new UsageError('--columns works with CSV only; NDJSON contains whole records.');
    const rows = (records: readonly unknown[]) =>
      records.map((record) => `${JSON.stringify(record)}\n`).join('');
    return { head: '', rows, warnings: () => [] };
  }
  const hasCustomFields = entry.item && fieldsOf(entry.item).some(({ name }) => name === 'custom_fields');
  const customFields = hasCustomFields ? await client.customFieldIdentifiers.list({ signal }) : [];
  return csvLayout(typed, customFields);
}

function csvLayout({ options, export: entry }: TypedExport, customFields: readonly string[]): Layout {
  const { columns: names } = options;
  const all = columnsOf(entry, customFields);
  const columns = names === undefined ? all : chosenColumns(all, names);
  const style: CsvStyle = { delimiter: options.delimiter, escapesFormulas: options.escapeFormulas };
  const identifiers = new Set(customFields);
  const missed = new Set<string>();
  return {
    head: csvText([columns.map(({ name }) => name)], style),
    rows(records) {
      for (const record of records) noteMissed(record, identifiers, missed);
      return csvText(
        records.map((record) => columns.map(({ read }) => read(record))),
        style,
      );
    },
    warnings: () =>
      names !== undefined || missed.size === 0
        ? []
        : [
            `Left out custom fields that the account does not list: ${[...missed].join(', ')}. ` +
              'Name them with --columns, or export as NDJSON.',
          ],
  };
}

function noteMissed(record: unknown, identifiers: ReadonlySet<string>, missed: Set<string>): void {
  const { custom_fields: fields } = record as { readonly custom_fields?: Readonly<Record<string, unknown>> };
  for (const name of Object.keys(fields ?? {})) if (!identifiers.has(name)) missed.add(name);
}

export interface Column {
  /** The path of its member: `custom_fields.plan`, `links.account`. */
  readonly name: string;
  read(record: unknown): string;
}

/**
 * The columns of an export, independent of the records: the members in the order of the contract, and a column for each
 * custom field of the account.
 */
function columnsOf({ item, textColumn }: Export, customFields: readonly string[]): readonly Column[] {
  if (!item) return [{ name: textColumn, read: (record) => cellOf(record) }];
  return fieldsOf(item)
    .flatMap((field) => pathsOf(field, customFields))
    .map(columnOf);
}

function chosenColumns(columns: readonly Column[], names: string): readonly Column[] {
  return names.split(',').map((text) => {
    const name = text.trim();
    const column = columns.find((column) => column.name === name);
    if (column) return column;
    // A custom field without any value is an empty column.
    if (/^custom_fields\../.test(name)) return columnOf(splitAtFirst(name));
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

function columnOf(path: readonly string[]): Column {
  const read = (record: unknown) => cellOf(path.reduce(memberOf, record));
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
export function cellOf(value: unknown): string {
  if (value === undefined || value === null) return '';
  if (typeof value === 'string') return value;
  if (Array.isArray(value) && value.every((item) => typeof item === 'string')) return listOf(value);
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** As JSON if the joined values would be ambiguous. */
function listOf(items: readonly string[]): string {
  const joined = items.join(',');
  const isPlain = items.every((item) => item !== '' && item.trim() === item && !item.includes(','));
  // Without a comma, an import treats semicolons as separators.
  const isOne = joined.includes(',') || !joined.includes(';');
  return isPlain && isOne && !/^[["]/.test(joined) ? joined : JSON.stringify(items);
}
