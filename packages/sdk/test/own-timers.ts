import { AsyncLocalStorage } from 'node:async_hooks';
import { vi } from 'vitest';

/**
 * Runs a test with fake timers and a count of the pending ones that it has set itself. Files share a process, and what an
 * earlier one left under way sets timers too: `vi.getTimerCount` counts them all.
 */
export async function withOwnTimers(test: (count: () => number) => Promise<void>): Promise<void> {
  vi.useFakeTimers();
  const { setTimeout: set, clearTimeout: clear } = globalThis;
  const own = new AsyncLocalStorage<Set<unknown>>();
  const pending = new Set<unknown>();
  const counting = (run: (...given: unknown[]) => void, delay?: number, ...given: unknown[]) => {
    const timer = set(() => {
      pending.delete(timer);
      run(...given);
    }, delay);
    own.getStore()?.add(timer);
    return timer;
  };
  const forgetting = (timer: Parameters<typeof clear>[0]) => {
    pending.delete(timer);
    clear(timer);
  };
  try {
    Object.assign(globalThis, { setTimeout: counting, clearTimeout: forgetting });
    await own.run(pending, () => test(() => pending.size));
  } finally {
    vi.useRealTimers();
  }
}
