import type { Cause } from '../../api/cause.ts';
import type { JobAbout } from '../../records/job-subject.tsx';

/** A background job as `GET /_admin/jobs` lists it. */
export interface Job extends JobAbout {
  readonly id: string;
  readonly kind: string;
  /** `waiting`, `running` or `failed`. */
  readonly state: string;
  /** ISO 8601, on the account's clock. */
  readonly run_at: string;
  readonly queue: string;
  readonly failure: string | null;
  readonly cause: Cause | null;
}

/** A batch of v2 or an activity of v3. */
export interface BackgroundRequest {
  readonly request_id: string;
  readonly operation: string;
  /** `waiting`, `done` or `failed`. */
  readonly state: string;
  readonly records: number;
  readonly failed: number;
  readonly started_at: string;
}
