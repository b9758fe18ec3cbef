import { ApiError, RateLimitError } from '../core/api-errors.ts';
import { ConnectionError, type TrickleError } from '../core/errors.ts';

/** Maximum `Retry-After` that a call waits for, in milliseconds. A later time is left to the caller. */
const MAX_RETRY_AFTER = 60_000;

/** The first wait, which doubles with each attempt, and the maximum, in milliseconds. */
const BACKOFF = { first: 300, max: 8000 };

/** The same during another update of the same subscriber, which ends soon. */
const CONCURRENT_BACKOFF = { first: 100, max: 2000 };

/** Minimum number of retries after a 429, since the service certainly did not process the request. */
const CONCURRENT_RETRIES = 5;

/** The rules for retries of a call. */
export interface RetrySettings {
  readonly retries: number;
  /** Whether the operation may be repeated. */
  readonly isRepeatable: boolean;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/**
 * Milliseconds to wait before a retry of a call that failed for the `failures`th time; undefined if it is not retried.
 * A request that the service may have processed is repeated only if that is safe. After a 429, or if the connection
 * failed, it certainly was not processed.
 */
export function retryDelay(
  error: TrickleError,
  failures: number,
  settings: RetrySettings,
): number | undefined {
  if (!error.isRetryable || settings.retries === 0) return undefined;
  const isRejected = error instanceof RateLimitError;
  const wasNotProcessed = isRejected || (error instanceof ConnectionError && error.isUnsent);
  if (!wasNotProcessed && !settings.isRepeatable) return undefined;
  const maxRetries = isRejected ? Math.max(settings.retries, CONCURRENT_RETRIES) : settings.retries;
  if (failures > maxRetries) return undefined;
  const at = error instanceof ApiError ? error.retryAt : undefined;
  const after = at && Math.floor(at.getTime() - settings.now);
  if (after !== undefined && after > MAX_RETRY_AFTER) return undefined;
  // The end of the hour is unknown; a retry within seconds would be rejected too.
  if (after === undefined && isRejected && error.scope === 'hourly') return undefined;
  const { first, max } = isRejected ? CONCURRENT_BACKOFF : BACKOFF;
  const backoff = Math.random() * Math.min(max, first * 2 ** (failures - 1));
  // `Retry-After: 0` does not shorten the wait.
  return Math.max(after ?? 0, backoff);
}

/** Maximum `Retry-After`, in milliseconds, so that the time is a valid date. */
const YEAR = 31_536_000_000;

/**
 * The time set by the `Retry-After` header of a response, in seconds from `now` or as an HTTP date. Any other value, such
 * as a negative number, is ignored.
 */
// Unspecified: U-19
export function retryAtOf({ headers }: Response, now: number): Date | undefined {
  const text = headers.get('retry-after') ?? '';
  if (/^\d+$/.test(text)) return new Date(Math.ceil(now + Math.min(Number(text) * 1000, YEAR)));
  const date = new Date(text);
  // A date in the format of HTTP is the same after parsing and formatting. Others are not.
  return date.toUTCString() === text && date.getTime() < now + YEAR ? date : undefined;
}
