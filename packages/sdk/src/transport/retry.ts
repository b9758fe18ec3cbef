import { ApiError, ConnectionError, RateLimitError, type TrickleError } from '../core/errors.ts';

/** The longest wait that a `Retry-After` may ask of a call; a later moment is left to the caller, in milliseconds. */
const MAX_RETRY_AFTER = 60_000;

/** The first wait, which doubles with each attempt, and the longest, in milliseconds. */
const BACKOFF = { first: 300, longest: 8000 };

/** The same while another update of the same person is under way, which is soon over. */
const CONCURRENT_BACKOFF = { first: 100, longest: 2000 };

/** Refused for the other update, a call is sent again at least so often, since it was not done for sure. */
const CONCURRENT_RETRIES = 5;

/** What decides whether a call is sent again. */
export interface RetrySettings {
  readonly retries: number;
  /** Whether the operation may be done twice. */
  readonly isRepeatable: boolean;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/**
 * Milliseconds to wait before a call is sent again that failed for the `failures`th time; undefined when it is not.
 * What may have been done is repeated only where that does no harm; a 429 and a connection that did not come about
 * are proof that it was not.
 */
export function retryDelay(
  error: TrickleError,
  failures: number,
  settings: RetrySettings,
): number | undefined {
  if (!error.isRetryable || settings.retries === 0) return undefined;
  const isRefusal = error instanceof RateLimitError;
  const wasNotDone = isRefusal || (error instanceof ConnectionError && error.isUnsent);
  if (!wasNotDone && !settings.isRepeatable) return undefined;
  const most = isRefusal ? Math.max(settings.retries, CONCURRENT_RETRIES) : settings.retries;
  if (failures > most) return undefined;
  const at = error instanceof ApiError ? error.retryAt : undefined;
  const after = at && Math.floor(at.getTime() - settings.now);
  if (after !== undefined && after > MAX_RETRY_AFTER) return undefined;
  // The service does not say when its hour ends; attempts within seconds would only be refused too.
  if (after === undefined && isRefusal && error.scope === 'hourly') return undefined;
  const { first, longest } = isRefusal ? CONCURRENT_BACKOFF : BACKOFF;
  const backoff = Math.random() * Math.min(longest, first * 2 ** (failures - 1));
  // `Retry-After: 0` is no leave to come back at once.
  return Math.max(after ?? 0, backoff);
}
