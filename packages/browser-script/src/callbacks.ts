import { soon } from './guard.ts';
import type { CallbackResponse } from './types.ts';

/** Calls `success` or `failure`, whichever fits. */
export type Settle = (response: CallbackResponse) => void;

/** Takes the callbacks that a command brings, if any. */
export function callbacksOf(options: unknown): Settle {
  const { success, failure } = (options ?? {}) as { success?: unknown; failure?: unknown };
  return (response) => {
    const callback = response.success ? success : failure;
    if (typeof callback !== 'function') return;
    // Never from inside `push`, so that a page sees the same order whether a command fails here or at the server.
    soon(() => callback(response));
  };
}
