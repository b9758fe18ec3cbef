import { LIMITS } from '../contract/schema/limits.ts';
import { checkCount, checkOption } from '../core/settings.ts';
import type { Allowances, LimitStore } from './budget.ts';

/** Options of client-side rate limiting ("Limits"). */
export interface LimitOptions {
  /**
   * Behaviour of a call at the rate limit: `'wait'` without a maximum, or `'throw'` a {@link LimitReachedError}
   * immediately. Default: wait for at most `maxWait`.
   */
  readonly mode?: 'wait' | 'throw' | undefined;
  /** Requests per hour, until the service reports its limit. Default 3,600. */
  readonly individual?: number | undefined;
  /** Batches per hour, until the service reports its limit. Default 50. */
  readonly batch?: number | undefined;
  /** Records in batches per hour. Default 50,000. */
  readonly records?: number | undefined;
  /**
   * The share of each hourly budget that this client uses at most, above 0 and up to 1, also after the service has
   * reported its limit. The rest is left to other programs. Default 1.
   */
  readonly share?: number | undefined;
  /** Length of the window, in milliseconds, for test servers. Default 3,600,000. */
  readonly window?: number | undefined;
  /** A shared store: `redisLimits(…)` from `@trickle/sdk/redis`. Default: in this client. */
  readonly shared?: LimitStore | undefined;
}

/** Rate limits of a client, validated and complete. */
export interface LimitSettings {
  readonly store: LimitStore | undefined;
  readonly allowances: Allowances;
  /** Maximum wait set by the mode, in milliseconds. */
  readonly maxWait: number | undefined;
}

const HOUR = 3_600_000;
const MODES = { wait: Infinity, throw: 0 } as const;

export const LIMIT_OPTIONS = ['mode', 'individual', 'batch', 'records', 'share', 'window', 'shared'];

export function limitSettingsOf(options: LimitOptions): LimitSettings {
  const { mode, shared, share = 1 } = options;
  const isStore = shared === undefined || typeof shared.take === 'function';
  checkOption('limits.mode', mode === undefined || Object.hasOwn(MODES, mode), "'wait' or 'throw'");
  checkOption('limits.shared', isStore, 'a store, such as redisLimits(…) from @trickle/sdk/redis');
  checkOption('limits.share', share > 0 && share <= 1, 'a number above 0 and up to 1');
  const count = (name: 'individual' | 'batch' | 'records' | 'window', usual: number) => {
    const { [name]: value = usual } = options;
    checkCount(`limits.${name}`, value);
    return value;
  };
  return {
    store: shared,
    maxWait: mode && MODES[mode],
    allowances: {
      individual: count('individual', LIMITS.individualRequestsPerHour),
      batch: count('batch', LIMITS.batchRequestsPerHour),
      records: count('records', LIMITS.batchUpdatesPerHour),
      window: count('window', HOUR),
      share,
    },
  };
}
