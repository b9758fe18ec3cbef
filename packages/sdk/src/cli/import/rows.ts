/** One record as it stands in the file, before anybody has judged it. */
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
  /** What the text says; undefined when it is no JSON. */
  readonly value: unknown;
}
