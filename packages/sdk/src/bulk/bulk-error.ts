import { TrickleError } from '../core/errors.ts';
import type { BulkSummary } from './progress.ts';

/**
 * Thrown when a bulk job stops before its end: chunks failed in a row, it is unknown whether one was taken, the
 * source, a callback or the checkpoint failed. `cause` is why, `summary` how far it came. With a `checkpoint` another
 * run goes on from there. A job that you abort is rejected with the reason of the signal instead.
 */
export class BulkError extends TrickleError {
  override readonly name = 'BulkError';
  readonly summary: BulkSummary;

  constructor(operation: string, why: string, summary: BulkSummary, cause?: unknown) {
    const { accepted, position } = summary;
    super(`${operation} stopped with ${accepted} records accepted, at record ${position}: ${why}`, { cause });
    this.summary = summary;
  }

  override get isRetryable(): boolean {
    return this.cause instanceof TrickleError && this.cause.isRetryable;
  }
}
