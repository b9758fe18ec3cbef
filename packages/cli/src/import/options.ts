/** The options of `trickle import` as they were typed. */
export interface ImportOptions {
  readonly as: string;
  readonly map?: readonly string[];
  readonly unmapped?: 'ignore' | 'keep' | 'error';
  readonly tag?: readonly string[];
  readonly set?: readonly string[];
  readonly separator: string;
  readonly format?: 'csv' | 'ndjson';
  readonly delimiter?: string;
  readonly columns?: string;
  readonly encoding?: string;
  readonly dryRun?: boolean;
  readonly errors?: string;
  readonly restart?: boolean;
  readonly checkpoint?: string;
  readonly onUnknown: 'stop' | 'skip' | 'repeat';
  readonly chunkSize: string;
  readonly concurrency: string;
  /** False for `--no-limits`. */
  readonly limits: boolean;
}
