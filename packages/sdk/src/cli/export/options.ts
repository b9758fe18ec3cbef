/** The options that every `trickle export` has, as they were typed; beside them stand the filters. */
export interface ExportOptions {
  readonly format?: 'csv' | 'ndjson';
  readonly output?: string;
  readonly columns?: string;
  readonly limit?: string;
  readonly delimiter: string;
  readonly separator: string;
  readonly escapeFormulas?: boolean;
}
