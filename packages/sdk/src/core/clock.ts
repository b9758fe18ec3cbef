/** Tells the time and waits. The only way in which the SDK knows time, so that tests can hold it in their hands. */
export interface Clock {
  /** Milliseconds since 1970. Should not jump when the machine's clock is set. */
  now(): number;
  /** Resolves after so many milliseconds. Rejects with the reason of the signal once that is aborted. */
  wait(milliseconds: number, signal?: AbortSignal): Promise<void>;
}

/** The longest time that timers of all runtimes can wait, in milliseconds. */
export const MAX_TIMER = 2_147_483_647;

/** The machine's own time. */
export const systemClock: Clock = {
  now: () => performance.timeOrigin + performance.now(),
  wait: (milliseconds, signal) =>
    new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason);
      const abort = () => {
        clearTimeout(timer);
        reject(signal?.reason);
      };
      const timer = setTimeout(
        () => {
          signal?.removeEventListener('abort', abort);
          resolve();
        },
        Math.min(Math.max(0, milliseconds), MAX_TIMER),
      );
      signal?.addEventListener('abort', abort, { once: true });
    }),
};
