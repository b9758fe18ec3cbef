import type { InputIssue } from '../core/errors.ts';

/** An invalid record, which was not sent. */
export interface RejectedRecord<Input = unknown> {
  /** Position in the source, from 0. */
  readonly index: number;
  readonly record: Input;
  readonly issues: readonly InputIssue[];
}

/** The outcome of a chunk. `failed`: certainly not accepted. `unknown`: possibly accepted. */
export type ChunkOutcome = 'accepted' | 'failed' | 'unknown';

/** A chunk with its outcome. */
export interface BulkChunk<Input = unknown, Output = unknown> {
  /** Index of the first record, and the index after the last. Rejected records in between do not belong to it. */
  readonly from: number;
  readonly to: number;
  readonly outcome: ChunkOutcome;
  /** The records sent. Empty for a chunk that an earlier run left pending. */
  readonly records: readonly Input[];
  /** The result of an accepted chunk, such as `request_ids` of shopper activity. */
  readonly result?: Output;
  /** The error of a chunk that was not accepted, or the {@link ResponseValidationError} of an accepted one. */
  readonly error?: unknown;
}

/** A failed or unknown chunk in the summary. */
export type FailedChunk = Omit<BulkChunk, 'records' | 'result'>;

/** The progress of a job, in records. */
export interface BulkProgress {
  /** Read from the source. */
  readonly read: number;
  /** Skipped, since an earlier run finished them. */
  readonly resumed: number;
  /** Not sent, since they are invalid. */
  readonly rejected: number;
  /** Sent in chunks. */
  readonly sent: number;
  /** In accepted chunks. The service processes them in the background, and does not report the result. */
  readonly accepted: number;
  /** In chunks that were certainly not accepted. */
  readonly failed: number;
  /** In chunks that may have been accepted. */
  readonly unknown: number;
  /** Index of the first unfinished record, where another run would resume. */
  readonly position: number;
}

/** The result of a job. */
export interface BulkSummary<Input = unknown> extends BulkProgress {
  /** The first rejected records, at most `keep`. `onRejected` receives all of them. */
  readonly rejections: readonly RejectedRecord<Input>[];
  /** The first failed or unknown chunks, at most `keep`. `onChunk` receives all of them. */
  readonly failures: readonly FailedChunk[];
}
