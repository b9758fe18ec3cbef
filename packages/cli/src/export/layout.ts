import type { Client } from '@trickle/sdk';
import { type CsvStyle, csvText } from '../csv/csv-text.ts';
import { fieldsOf } from '../operations/fields.ts';
import type { Context } from '../terminal/context.ts';
import { UsageError } from '../terminal/exit-signal.ts';
import { chosenColumns, columnsOf } from './columns.ts';
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
  const { separator, columns: names } = options;
  const all = columnsOf(entry, customFields, separator);
  const columns = names === undefined ? all : chosenColumns(all, names, separator);
  const style: CsvStyle = {
    delimiter: options.delimiter,
    escapesFormulas: options.escapeFormulas,
  };
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
