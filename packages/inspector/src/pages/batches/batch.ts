import type { Cause } from '../../api/cause.ts';

/** The outcome of one record of a batch. */
export interface Outcome {
  /** Zero-based. */
  readonly position: number;
  readonly operation: string;
  readonly state: string;
  readonly errors: readonly unknown[];
  readonly finished_at: string;
  readonly cause: Cause | null;
}

/** A batch as `GET /_admin/request_status/{request_id}` answers it. */
export interface Batch {
  readonly request_id: string;
  readonly operation: string;
  /** `waiting`, `done` or `failed`. */
  readonly state: string;
  readonly records: readonly Outcome[];
}
