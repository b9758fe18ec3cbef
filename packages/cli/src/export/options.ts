/** The options of every `trickle export`, as typed, without filters. */
export interface ExportOptions {
  readonly format?: 'csv' | 'ndjson';
  readonly output?: string;
  readonly columns?: string;
  readonly limit?: string;
  readonly delimiter: string;
  readonly separator: string;
  readonly escapeFormulas?: boolean;
  /** False for `--no-limits`. */
  readonly limits: boolean;
}
