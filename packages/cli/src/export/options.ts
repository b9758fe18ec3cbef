import { delimiter } from '../csv/delimiter.ts';
import { anyText, filePath, oneOf, option, type ValuesOf, wholeNumber } from '../terminal/option.ts';

/** The options of every `trickle export`, without the filters of its list. */
export const exportOptions = {
  format: option(
    '-f, --format <format>',
    'the format (default: by the name of the output, otherwise csv)',
    oneOf('csv', 'ndjson'),
  ),
  output: option(
    '-o, --output <file>',
    'write to this file, once the export is complete (default: standard output)',
    filePath,
  ),
  columns: option('--columns <names>', 'comma-separated columns, in order (CSV only)', anyText),
  limit: option('--limit <number>', 'the maximum number of records', wholeNumber({})),
  delimiter: option('--delimiter <character>', 'the delimiter between cells, or "tab"', delimiter, ','),
  limits: option('--no-limits', 'ignore the hourly rate limits, for a service without any'),
  escapeFormulas: option(
    '--escape-formulas',
    'put an apostrophe before cells that a spreadsheet would run as a formula',
  ),
};

export type ExportOptions = ValuesOf<typeof exportOptions>;

export const EXPORT_JSON = {
  prints: 'Without --output, one record per line (NDJSON). With --output, one object:',
  members: { output: 'the path of the file', format: 'csv or ndjson', records: 'the number of records' },
} as const;
