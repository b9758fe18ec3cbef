import type { InputIssue } from '../core/errors.ts';

/** A record that cannot be right. It was left out. */
export interface RefusedRecord<Input = unknown> {
  /** Where it stands in the source, counted from 0. */
  readonly index: number;
  readonly record: Input;
  readonly issues: readonly InputIssue[];
}

/** What came of a chunk: `failed` was not taken for sure, `unknown` may have been. */
export type ChunkOutcome = 'accepted' | 'failed' | 'unknown';

/** A chunk that is over. */
export interface BulkChunk<Input = unknown, Output = unknown> {
  /** The index of its first record, and the one after its last; refused records in between are not part of it. */
  readonly from: number;
  readonly to: number;
  readonly outcome: ChunkOutcome;
  /** What was sent. Empty for one that an earlier run left under way. */
  readonly records: readonly Input[];
  /** What the service answered, when it was accepted; `request_ids` for shopper activity. */
  readonly result?: Output;
  /** Why it was not, when it was not; and the {@link ResponseValidationError} of an answer that strictness refuses. */
  readonly error?: unknown;
}

/** A chunk that failed or whose fate is unknown, as the summary holds it. */
export type FailedChunk = Omit<BulkChunk, 'records' | 'result'>;

/** How far a job is, in records. */
export interface BulkProgress {
  /** Taken from the source: resumed, refused, or in a chunk. */
  readonly read: number;
  /** Passed over, since an earlier run is done with them. */
  readonly resumed: number;
  /** Left out, since they cannot be right. */
  readonly refused: number;
  /** In chunks that were sent. */
  readonly sent: number;
  /** In chunks that the service took. What it makes of them in the background it does not tell. */
  readonly accepted: number;
  /** In chunks that it did not take for sure. */
  readonly failed: number;
  /** In chunks that it may have taken. */
  readonly unknown: number;
  /** The index of the first record that is not done with, where another run would begin. */
  readonly position: number;
}

/** What came of a job. */
export interface BulkSummary<Input = unknown> extends BulkProgress {
  /** The first of the refused records, as many as `keep` says; `onRefused` is given all. */
  readonly refusals: readonly RefusedRecord<Input>[];
  /** The first of the chunks that failed or whose fate is unknown; `onChunk` is given all. */
  readonly failures: readonly FailedChunk[];
}
