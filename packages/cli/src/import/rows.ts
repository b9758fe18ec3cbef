export type Row = CsvRow | JsonRow;

export interface CsvRow {
  readonly kind: 'csv';
  /** The line where it begins, counted from 1. */
  readonly line: number;
  readonly cells: readonly string[];
  /** Why it is not a record. Its only cell is the whole line. */
  readonly problem?: string;
}

export interface JsonRow {
  readonly kind: 'json';
  readonly line: number;
  readonly text: string;
  /** The parsed text; undefined if it is invalid. */
  readonly value: unknown;
  readonly problem?: string;
}
