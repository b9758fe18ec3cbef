import { isHTTPError, isTimeoutError, type RetryOptions } from 'ky';
import { ConnectionError, isRetryableStatus, rateLimitScope } from '../errors.ts';

/** The longest wait that a `Retry-After` may ask of a call; a later moment is left to the caller, in milliseconds. */
const LONGEST_WAIT = 60_000;

/** Sends again after what may pass soon, with exponential backoff and full jitter, honouring `Retry-After`. */
export function retryOptions(limit: number): RetryOptions | number {
  if (limit === 0) return 0;
  return {
    limit,
    methods: ['get', 'post', 'put', 'delete'],
    statusCodes: [408, 429, 500, 502, 503, 504],
    backoffLimit: 8000,
    jitter: true,
    shouldRetry: ({ error }) => shouldRetry(error),
  };
}

/** True and false decide; undefined leaves it to ky, which then reads `Retry-After`. */
function shouldRetry(error: Error): boolean | undefined {
  if (error instanceof ConnectionError || isTimeoutError(error)) return true;
  if (!isHTTPError(error) || !isRetryableStatus(error.response.status)) return false;
  const after = error.response.headers.get('retry-after');
  if (after !== null) return waitOf(after) <= LONGEST_WAIT ? undefined : false;
  // The service does not say when its hour ends; two attempts more within seconds would only be refused too.
  return error.response.status === 429 &&
    rateLimitScope({ response: error.response, body: error.data }) === 'hourly'
    ? false
    : undefined;
}

/** Milliseconds until the moment that a `Retry-After` names, as seconds or as a date. */
function waitOf(retryAfter: string): number {
  return /^\d+$/.test(retryAfter) ? Number(retryAfter) * 1000 : Date.parse(retryAfter) - Date.now();
}
