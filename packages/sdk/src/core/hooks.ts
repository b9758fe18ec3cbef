import type { BudgetName } from '../contract/budget-name.ts';
import type { TrickleError } from './errors.ts';
import type { ResponseWarning } from './response-warning.ts';

/** What hooks are told of an attempt. Neither the credentials nor your own `headers` are in it. */
export interface Attempt {
  /** As you call it: `subscribers.upsert`. */
  readonly operation: string;
  readonly method: string;
  /** May hold an address of a person. */
  readonly url: string;
  /** Counted from 1. */
  readonly attempt: number;
}

/** An attempt that was answered. */
export interface AnsweredAttempt extends Attempt {
  readonly status: number;
  /** The headers of the answer. */
  readonly headers: Headers;
  /** Milliseconds from sending to the end of the body. */
  readonly duration: number;
}

/** An attempt that failed and is made again. */
export interface FailedAttempt extends Attempt {
  readonly error: TrickleError;
  /** Milliseconds until the next attempt, beside what the hour's budget may ask for. */
  readonly delay: number;
}

/** A call that has to wait for the hour's budget. */
export interface WaitingAttempt extends Attempt {
  readonly budget: BudgetName;
  /** When it goes on, as far as is known now. */
  readonly until: Date;
}

/**
 * Functions that are called as a call goes on, in its own time: a promise is awaited. What they throw rejects the
 * call with a {@link HookError}.
 */
export interface Hooks {
  /** Before each attempt. Headers that it gives are sent too; the credentials cannot be replaced. */
  readonly onRequest?:
    | ((
        attempt: Attempt,
      ) =>
        | Readonly<Record<string, string>>
        | undefined
        | Promise<Readonly<Record<string, string>> | undefined>)
    | undefined;
  /** After each answer, whatever its status. */
  readonly onResponse?: ((attempt: AnsweredAttempt) => void | Promise<void>) | undefined;
  /** Before the wait that precedes another attempt. */
  readonly onRetry?: ((attempt: FailedAttempt) => void | Promise<void>) | undefined;
  /** When a call has to wait for the hour's budget, and when that wait turns out longer. Not awaited. */
  readonly onWait?: ((attempt: WaitingAttempt) => void) | undefined;
  /**
   * For what an answer has that the interface does not say, once for each kind and place, while `responses` is
   * `'warn'` or `'strict'`. Default: `console.warn` of the message.
   */
  readonly onWarning?: ((warning: ResponseWarning) => void | Promise<void>) | undefined;
}

export const HOOKS = ['onRequest', 'onResponse', 'onRetry', 'onWait', 'onWarning'] as const;
