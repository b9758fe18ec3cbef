import { LIMITS, RATE_LIMIT_HEADERS } from '@trickle/sdk/contract';
import { type Budget, findRateWindow, putRateWindow } from '../store/rate-windows.ts';
import type { Transaction } from '../store/store.ts';

const HOUR = 3_600_000;

/** How much a token may do on an account. */
export interface LimitSettings {
  /** Requests an hour to single endpoints. Default 3,600. */
  readonly individual: number;
  /** Requests an hour to batch endpoints. Default 50. */
  readonly batch: number;
  /** Records an hour in batches. Default 50,000. */
  readonly records: number;
  /** Whether a person is updated by one request at a time. Default true. */
  readonly concurrency: boolean;
  /** Whether a 429 tells when to come back, which the service does not. Default false. */
  readonly retryAfter: boolean;
  /** How many milliseconds before its first request a window opened. Default 0. */
  readonly windowOffset: number;
  /** Requests a minute that the page script may make for one visitor. Default 60. */
  readonly scriptVisitor: number;
  /** Requests a minute that page scripts may make from one address. Default 600. */
  readonly scriptAddress: number;
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
};

/** Whose budget is spent, and when. */
export interface Spender {
  readonly tx: Transaction;
  readonly accountId: string;
  readonly token: string;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** What is left of a budget. */
export interface Allowance {
  readonly isGranted: boolean;
  readonly headers: Readonly<Record<string, string>>;
  /** Until the window ends, in seconds. */
  readonly retryAfter: number;
}

/** Spends from a budget, or leaves it as it is when there is not enough in it. A negative amount gives back. */
// Unspecified: U-19
export async function spend(
  { tx, accountId, token, now }: Spender,
  budget: Exclude<Budget, 'script'>,
  settings: LimitSettings,
  amount = 1,
): Promise<Allowance> {
  const limit = settings[budget];
  const found = await findRateWindow(tx, accountId, token, budget);
  const isOpen = found !== undefined && now < found.openedAt + HOUR;
  const { openedAt, used } = isOpen ? found : { openedAt: now - (settings.windowOffset % HOUR), used: 0 };
  const isGranted = used + amount <= limit;
  const total = isGranted ? Math.max(0, used + amount) : used;
  await putRateWindow(tx, accountId, token, budget, { openedAt, used: total });
  return {
    isGranted,
    headers: {
      [RATE_LIMIT_HEADERS.limit]: String(limit),
      [RATE_LIMIT_HEADERS.remaining]: String(Math.max(0, limit - total)),
    },
    retryAfter: Math.max(1, Math.ceil((openedAt + HOUR - now) / 1000)),
  };
}
