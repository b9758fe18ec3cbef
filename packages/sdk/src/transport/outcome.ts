import { RATE_LIMIT_HEADERS } from '../contract/schema/limits.ts';
import { RateLimitError, wholeNumber } from '../core/api-errors.ts';
import { ConnectionError } from '../core/errors.ts';
import type { Outcome } from '../rate-limits/budget.ts';
import type { Permit } from '../rate-limits/limiter.ts';

const UNCOUNTED: Outcome = { kind: 'uncounted' };

/** The headers report requests only, not records. */
const RECORDS_COUNTED: Outcome = { kind: 'counted' };

/** Reports the outcome of an attempt to the limiter: its response, or else its error. */
export function settle(permit: Permit, response: Response | undefined, error: unknown, now: number): void {
  if (!response) {
    permit.settle(error instanceof ConnectionError && error.isUnsent ? UNCOUNTED : { kind: 'unknown' });
    return;
  }
  const limit = wholeNumber(response, RATE_LIMIT_HEADERS.limit);
  const remaining = wholeNumber(response, RATE_LIMIT_HEADERS.remaining);
  const counted: Outcome = { kind: 'counted', limit, remaining };
  if (!(error instanceof RateLimitError)) {
    // A 401 without the headers was rejected before counting.
    if (remaining === undefined && response.status === 401) permit.settle(UNCOUNTED);
    else permit.settle(counted, RECORDS_COUNTED);
  } else if (error.scope === 'concurrent') {
    permit.settle(UNCOUNTED);
  } else {
    const rejected: Outcome = {
      kind: 'rejected',
      retryAfter: error.retryAt && Math.max(0, error.retryAt.getTime() - now),
    };
    // Requests remain, so the limit on records is reached.
    if (remaining !== undefined && remaining > 0) permit.settle(counted, rejected);
    else permit.settle(rejected, UNCOUNTED);
  }
}
