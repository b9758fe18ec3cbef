import { stringify } from 'csv-stringify/sync';

/** How CSV is written. */
export interface CsvStyle {
  readonly delimiter?: string;
  /** Whether a text that a spreadsheet would take for a formula gets an apostrophe in front. */
  readonly escapesFormulas?: boolean;
}

/** Rows as CSV text. Cells with any kind of line break are quoted, since readers take each for the end of a row. */
export function csvText(
  rows: readonly (readonly string[])[],
  { delimiter = ',', escapesFormulas = false }: CsvStyle = {},
): string {
  return stringify([...rows], { delimiter, escape_formulas: escapesFormulas, quoted_match: /[\r\n]/ });
}
