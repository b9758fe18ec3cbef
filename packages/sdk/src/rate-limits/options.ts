import { LIMITS } from '../contract/schema/limits.ts';
import { InputError } from '../core/errors.ts';
import type { Allowances, LimitStore } from './limit-store.ts';

/** How a client keeps within the limits of the service ("Limits"). */
export interface LimitOptions {
  /**
   * What a call does for which nothing is left: `'wait'` until there is, as long as it takes, or `'throw'` a
   * {@link LimitReachedError} at once. Default: wait when that takes no longer than `longestWait`.
   */
  readonly mode?: 'wait' | 'throw' | undefined;
  /** Requests that the hour allows, until the service says otherwise. Default 3,600. */
  readonly individual?: number | undefined;
  /** Batches that the hour allows, until the service says otherwise. Default 50. */
  readonly batch?: number | undefined;
  /** Records in batches that the hour allows. Default 50,000. */
  readonly records?: number | undefined;
  /** How long the service's hour is, in milliseconds. Only for a service that is not the real one. */
  readonly window?: number | undefined;
  /** Where the budgets are kept: `redisLimits(…)` of `@trickle/sdk/redis`. Default: in this client. */
  readonly shared?: LimitStore | undefined;
}

/** The limits of a client, checked and complete. */
export interface LimitSettings {
  readonly store: LimitStore | undefined;
  readonly allowances: Allowances;
  /** The longest wait that the mode stands for, in milliseconds. */
  readonly maxWait: number | undefined;
}

const HOUR = 3_600_000;
const MODES = { wait: Infinity, throw: 0 } as const;

export const LIMIT_OPTIONS = ['mode', 'individual', 'batch', 'records', 'window', 'shared'];

/** Checks the options of the limits, and gives them complete. */
export function limitSettingsOf(options: LimitOptions): LimitSettings {
  const { mode, shared } = options;
  if (mode !== undefined && !Object.hasOwn(MODES, mode)) {
    throw new InputError("`limits.mode` must be 'wait' or 'throw'.");
  }
  if (shared !== undefined && typeof shared.take !== 'function') {
    throw new InputError('`limits.shared` must be what redisLimits of @trickle/sdk/redis gives.');
  }
  const count = (name: 'individual' | 'batch' | 'records' | 'window', usual: number) => {
    const { [name]: given = usual } = options;
    if (Number.isInteger(given) && given > 0) return given;
    throw new InputError(`\`limits.${name}\` must be a whole number from 1.`);
  };
  return {
    store: shared,
    maxWait: mode && MODES[mode],
    allowances: {
      individual: count('individual', LIMITS.individualRequestsPerHour),
      batch: count('batch', LIMITS.batchRequestsPerHour),
      records: count('records', LIMITS.batchUpdatesPerHour),
      window: count('window', HOUR),
    },
  };
}
