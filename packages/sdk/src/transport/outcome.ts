import { RATE_LIMIT_HEADERS } from '../contract/schema/limits.ts';
import { ConnectionError, RateLimitError, wholeNumber } from '../core/errors.ts';
import type { Outcome } from '../rate-limits/budget.ts';
import type { Permit } from '../rate-limits/limiter.ts';

const UNCOUNTED: Outcome = { kind: 'uncounted' };

/** The headers tell of requests only. */
const RECORDS_COUNTED: Outcome = { kind: 'counted' };

/** Tells the limiter what came of an attempt: the answer, if one came, else the error. */
export function settle(permit: Permit, response: Response | undefined, error: unknown, now: number): void {
  if (!response) {
    permit.settle(error instanceof ConnectionError && error.isUnsent ? UNCOUNTED : { kind: 'unknown' });
    return;
  }
  const limit = wholeNumber(response, RATE_LIMIT_HEADERS.limit);
  const remaining = wholeNumber(response, RATE_LIMIT_HEADERS.remaining);
  const counted: Outcome = { kind: 'counted', limit, remaining };
  if (!(error instanceof RateLimitError)) {
    // Without the headers, what is refused at the door is not counted.
    if (remaining === undefined && response.status === 401) permit.settle(UNCOUNTED);
    else permit.settle(counted, RECORDS_COUNTED);
  } else if (error.scope === 'concurrent') {
    permit.settle(UNCOUNTED);
  } else {
    const refused: Outcome = {
      kind: 'refused',
      retryAfter: error.retryAt && Math.max(0, error.retryAt.getTime() - now),
    };
    // Requests are left, so it was the records that are used up.
    if (remaining !== undefined && remaining > 0) permit.settle(counted, refused);
    else permit.settle(refused, UNCOUNTED);
  }
}
