import { TrickleError } from '../core/errors.ts';
import type { BulkSummary } from './progress.ts';

/**
 * Thrown if a bulk job stops before the end of its source: several chunks in a row failed, it is unknown whether one was
 * accepted, or the source, a callback or the checkpoint failed. `cause` is the reason, `summary` the progress. With a
 * `checkpoint`, another run can resume the job. An aborted job rejects with the reason of your signal instead.
 */
export class BulkError extends TrickleError {
  override readonly name = 'BulkError';
  declare readonly summary: BulkSummary;

  constructor(message: string, summary: BulkSummary, cause?: unknown) {
    super(message, { cause });
    this.summary = summary;
  }

  override get isRetryable(): boolean {
    return this.cause instanceof TrickleError && this.cause.isRetryable;
  }
}
