import { reasonOf } from './abort.ts';

/** A source of time. The SDK reads time and waits through it alone, so tests can control time. */
export interface Clock {
  /** Milliseconds since 1970. Should not jump when the system clock is set. */
  now(): number;
  /** Resolves after a number of milliseconds. Rejects with the signal's reason when it aborts. */
  wait(milliseconds: number, signal?: AbortSignal): Promise<void>;
}

/** Maximum delay of a timer in all runtimes, in milliseconds. */
export const MAX_TIMER = 2_147_483_647;

/** React Native has no `performance.timeOrigin`. */
const ORIGIN = Date.now() - performance.now();

export const systemClock: Clock = {
  now: () => (performance.timeOrigin ?? ORIGIN) + performance.now(),
  wait: (milliseconds, signal) =>
    new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(reasonOf(signal));
      const abort = () => {
        clearTimeout(timer);
        if (signal) reject(reasonOf(signal));
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
