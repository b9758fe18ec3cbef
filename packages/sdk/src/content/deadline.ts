/**
 * Gives what `work` gives, or is rejected with the signal's reason: `late`, once the milliseconds have passed, or that
 * of `outer`. The signal that `work` is given is then aborted; whether it heeds it or not, it is waited for no longer.
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
