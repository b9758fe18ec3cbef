// As they were when the program began: tests that stop the timers are to stop their own, not the server's.
const { setImmediate: soon, setTimeout: later, clearTimeout: never } = globalThis;

/** Runs something once the work at hand is over, and what came meanwhile has been read. */
export const defer = (work: () => void): void => void soon(work);

/** The longest time that a timer can wait, in milliseconds. */
const MAX_TIMER = 2 ** 31 - 1;

/** Runs something after some real milliseconds, if the process is still there; tells how to forget it. */
export function after(milliseconds: number, work: () => void): () => void {
  const timer = later(work, Math.min(milliseconds, MAX_TIMER));
  timer.unref();
  return () => never(timer);
}

/** Waits some real milliseconds, at most until the signal aborts; keeps the process going meanwhile. */
export const pause = (milliseconds: number, signal?: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal?.aborted) return resolve();
    const timer = later(resolve, Math.min(milliseconds, MAX_TIMER));
    signal?.addEventListener('abort', () => resolve(never(timer)), { once: true });
  });

/** A signal that aborts after some real milliseconds: the time that the network is given. */
export const deadline = (milliseconds: number): AbortSignal => AbortSignal.timeout(milliseconds);

// As they were when the program began: tests that stop the timers are to stop their own, not the server's.

/** Starts to measure; the result tells how many real milliseconds have passed. */
export function stopwatch(): () => number {
  const start = performance.now();
  return () => performance.now() - start;
}
