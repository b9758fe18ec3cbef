import { LIMITS, type LimitClass, RATE_LIMIT_HEADERS } from '@trickle/sdk/contract';
import type { MaybePromise } from '../../shared/values/maybe-promise.ts';
import type { Transaction } from '../../store/engine/store.ts';
import { type HttpError, rateLimited } from './errors.ts';
import { HOUR, type RateWindows, type SpentWindow } from './rate-windows.ts';

/** Rate limits of a token on an account. */
export interface LimitSettings {
  /** Requests per hour to single endpoints. Default 3,600. */
  readonly individual: number;
  /** Requests per hour to batch endpoints. Default 50. */
  readonly batch: number;
  /** Records per hour in batches. Default 50,000. */
  readonly records: number;
  /** Whether concurrent updates of a subscriber are rejected. Default true. */
  readonly concurrency: boolean;
  /** Whether 429 responses have a `Retry-After` header, unlike the service's. Default false. */
  readonly retryAfter: boolean;
  /** Milliseconds between the start of a window and its first request. Default 0. */
  readonly windowOffset: number;
  /** Page script requests per minute and visitor. Default 60. */
  readonly scriptVisitor: number;
  /** Page script requests per minute and IP address. Default 600. */
  readonly scriptAddress: number;
  /** Commands and forms of pages that can create a subscriber, per hour and IP address. Default 6,000. */
  readonly signupsAddress: number;
  /** Commands and forms of pages that can create a subscriber, per hour and account. Default 60,000. */
  readonly signupsAccount: number;
}

export const defaultLimits: LimitSettings = {
  individual: LIMITS.individualRequestsPerHour,
  batch: LIMITS.batchRequestsPerHour,
  records: LIMITS.batchUpdatesPerHour,
  concurrency: true,
  retryAfter: false,
  windowOffset: 0,
  scriptVisitor: 60,
  scriptAddress: 600,
  signupsAddress: 6000,
  signupsAccount: 60_000,
};

/** The token that spends from a limit, and the time. */
export interface Client {
  readonly accountId: string;
  readonly token: string;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** The limits in force, and how much of them is used. */
export interface Limits {
  /** Undefined: no limits. */
  readonly limits: LimitSettings | undefined;
  readonly windows: RateWindows;
}

/** The headers of the limit, and the 429 if too little of it is left. */
export interface Spending {
  readonly headers: Record<string, string>;
  readonly error?: HttpError | undefined;
}

/**
 * Spends an amount from a limit, if enough is left, as a part of `tx` if there is one. A negative amount refunds. Does
 * nothing without limits.
 */
// Unspecified: U-19
export function spend(
  { limits, windows }: Limits,
  { accountId, token, now }: Client,
  { budget, amount }: { readonly budget: LimitClass | 'records' | null; readonly amount: number },
  tx?: Transaction,
): MaybePromise<Spending> {
  if (!limits || !budget) return { headers: {} };
  const limit = limits[budget];
  const opensAt = now - (limits.windowOffset % HOUR);
  const spentOf = ({ openedAt, used, isGranted }: SpentWindow): Spending => {
    const headers = {
      [RATE_LIMIT_HEADERS.limit]: String(limit),
      [RATE_LIMIT_HEADERS.remaining]: String(Math.max(0, limit - used)),
    };
    if (isGranted) return { headers };
    const retryAfter = Math.max(1, Math.ceil((openedAt + HOUR - now) / 1000));
    const text = `${limit} ${budget === 'records' ? 'records' : 'requests'} an hour`;
    return { headers, error: rateLimited(text, limits.retryAfter ? retryAfter : undefined, budget) };
  };
  const window = windows.spend({ accountId, token, budget }, { amount, limit, now, opensAt }, tx);
  return window instanceof Promise ? window.then(spentOf) : spentOf(window);
}
