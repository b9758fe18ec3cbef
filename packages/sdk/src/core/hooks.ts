import type { BudgetName } from '../contract/schema/limits.ts';
import { HookError, type TrickleError } from './errors.ts';
import type { ResponseWarning } from './response-warning.ts';

/** An attempt to send a request, as passed to hooks. It has neither the credentials nor your own `headers`. */
export interface Attempt {
  /** Name of the method: `subscribers.upsert`. */
  readonly operation: string;
  readonly method: string;
  /** May contain the email address of a subscriber. */
  readonly url: string;
  /** Number of the attempt, from 1. */
  readonly attempt: number;
}

/** An attempt with a response. */
export interface AnsweredAttempt extends Attempt {
  readonly status: number;
  readonly headers: Headers;
  /** Milliseconds from sending the request to the end of the body. */
  readonly duration: number;
}

/** A failed attempt that is retried. */
export interface FailedAttempt extends Attempt {
  readonly error: TrickleError;
  /** Milliseconds until the next attempt, not counting waits for the rate limit. */
  readonly delay: number;
}

/** An attempt that waits for the hourly rate limit. */
export interface WaitingAttempt extends Attempt {
  readonly budget: BudgetName;
  /** Expected end of the wait. */
  readonly until: Date;
}

/** Functions that run during a call. Promises are awaited. If a hook throws, the call rejects with a {@link HookError}. */
export interface Hooks {
  /** Called before each attempt. Returned headers are sent too, but cannot replace the credentials. */
  readonly onRequest?:
    | ((
        attempt: Attempt,
      ) =>
        | Readonly<Record<string, string>>
        | undefined
        | Promise<Readonly<Record<string, string>> | undefined>)
    | undefined;
  /** Called after each response, of any status. */
  readonly onResponse?: ((attempt: AnsweredAttempt) => void | Promise<void>) | undefined;
  /** Called before the wait that precedes a retry. */
  readonly onRetry?: ((attempt: FailedAttempt) => void | Promise<void>) | undefined;
  /** Called when a call has to wait for the hourly rate limit, and when the wait gets longer. Not awaited. */
  readonly onWait?: ((attempt: WaitingAttempt) => void) | undefined;
  /**
   * Called when a response deviates from the interface, once for each kind and path, if `responses` is `'warn'` or
   * `'strict'`. Default: `console.warn` of the message.
   */
  readonly onWarning?: ((warning: ResponseWarning) => void | Promise<void>) | undefined;
}

export const HOOKS = ['onRequest', 'onResponse', 'onRetry', 'onWait', 'onWarning'] as const;

/** Runs a hook, if there is one. Turns its error, or the rejection of its promise, into a {@link HookError}. */
export function runHook<About, Result>(
  name: keyof Hooks,
  hook: ((about: About) => Result) | undefined,
  about: About,
): Result | undefined {
  const fail = (cause: unknown): never => {
    throw new HookError(name, cause);
  };
  try {
    const result = hook?.(about);
    return result instanceof Promise ? (result.catch(fail) as Result) : result; // still a promise of the same value
  } catch (cause) {
    return fail(cause);
  }
}
