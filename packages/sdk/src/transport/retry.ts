import { isHTTPError, isTimeoutError, type RetryOptions } from 'ky';
import { ConnectionError, isRetryableStatus, rateLimitScope } from '../errors.ts';

/** The longest wait that a `Retry-After` may ask of a call; a later moment is left to the caller, in milliseconds. */
const LONGEST_WAIT = 60_000;

/**
 * Sends again after what may pass soon, with exponential backoff and full jitter, honouring `Retry-After`.
 * `lastBody` gives the body of the last answer.
 */
export function retryOptions(limit: number, lastBody: () => unknown): RetryOptions | number {
  if (limit === 0) return 0;
  return {
    limit,
    methods: ['get', 'post', 'put', 'delete'],
    statusCodes: [408, 429, 500, 502, 503, 504],
    backoffLimit: 8000,
    maxRetryAfter: LONGEST_WAIT,
    jitter: true,
    shouldRetry: ({ error }) => shouldRetry(error, lastBody),
  };
}

/** True and false decide; undefined leaves it to ky, which then reads `Retry-After`. */
function shouldRetry(error: Error, lastBody: () => unknown): boolean | undefined {
  if (error instanceof ConnectionError || isTimeoutError(error)) return true;
  if (!isHTTPError(error) || !isRetryableStatus(error.response.status)) return false;
  const { response } = error;
  const after = response.headers.get('retry-after');
  if (after !== null) return waitOf(after) > LONGEST_WAIT ? false : undefined;
  // The service does not say when its hour ends; two attempts more within seconds would only be refused too.
  return response.status === 429 && rateLimitScope({ response, body: lastBody() }) === 'hourly'
    ? false
    : undefined;
}

/** Milliseconds until the moment that a `Retry-After` names, as seconds or as a date. */
function waitOf(retryAfter: string): number {
  return /^\d+$/.test(retryAfter) ? Number(retryAfter) * 1000 : Date.parse(retryAfter) - Date.now();
}
