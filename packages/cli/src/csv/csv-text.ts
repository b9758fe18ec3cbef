import { stringify } from 'csv-stringify/sync';

export interface CsvStyle {
  readonly delimiter?: string;
  /** Whether to put an apostrophe before cells that a spreadsheet would run as a formula. */
  readonly escapesFormulas?: boolean;
}

/**
 * Formats rows as CSV. Quotes cells with any kind of line break, which readers treat as the end of a row, and cells with
 * outer spaces, which readers trim.
 */
export function csvText(
  rows: readonly (readonly string[])[],
  { delimiter = ',', escapesFormulas = false }: CsvStyle = {},
): string {
  return stringify([...rows], {
    delimiter,
    escape_formulas: escapesFormulas,
    quoted_match: /[\r\n]|^\s|\s$/,
  });
}
