/**
 * Runs `work` with a deadline. Rejects with `late()` after the milliseconds, or with the reason of `outer` when it
 * aborts. The signal of `work` is then aborted, and its result is ignored.
 */
export async function beforeDeadline<T>(
  work: (signal: AbortSignal) => Promise<T>,
  { milliseconds, late, outer }: { milliseconds: number; late: () => Error; outer: AbortSignal },
): Promise<T> {
  const controller = new AbortController();
  const signal = AbortSignal.any([outer, controller.signal]);
  const timer = setTimeout(() => controller.abort(late()), milliseconds);
  try {
    return await Promise.race([aborted(signal), work(signal)]);
  } finally {
    clearTimeout(timer);
  }
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason);
    else signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}
