import { HookError } from '../core/errors.ts';
import type { Hooks } from '../core/hooks.ts';

/** Runs a hook. Turns its error, or the rejection of its promise, into a {@link HookError}. */
export function runHook<T>(name: keyof Hooks, run: () => T): T {
  const fail = (cause: unknown): never => {
    throw new HookError(name, cause);
  };
  try {
    const result = run();
    return result instanceof Promise ? (result.catch(fail) as T) : result; // still a promise of the same value
  } catch (cause) {
    return fail(cause);
  }
}
