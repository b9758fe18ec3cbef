import { HookError } from '../core/errors.ts';
import type { Hooks } from '../core/hooks.ts';

/** Runs a hook; what it throws, or is rejected with, becomes a {@link HookError}. */
export function runHook<T>(name: keyof Hooks, run: () => T): T {
  const fail = (cause: unknown): never => {
    throw new HookError(name, cause);
  };
  try {
    const result = run();
    return result instanceof Promise ? (result.catch(fail) as T) : result; // the same promise but for its failure
  } catch (cause) {
    return fail(cause);
  }
}
