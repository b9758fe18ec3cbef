/** One record as it stands in the file, before it is checked. */
export type Row = CsvRow | JsonRow;

export interface CsvRow {
  readonly kind: 'csv';
  /** Where it begins, counted from 1. */
  readonly line: number;
  readonly cells: readonly string[];
}

export interface JsonRow {
  readonly kind: 'json';
  readonly line: number;
  readonly text: string;
  /** The parsed text; undefined where there is a problem. */
  readonly value: unknown;
  /** Why the text is no record. */
  readonly problem?: string;
}
