import type { Clock } from '../../src/index.ts';

/** A clock that a test moves by hand. It wakes the sleepers whose time has come. */
export class HandClock implements Clock {
  #now: number;
  readonly #sleepers = new Set<{ at: number; wake: () => void }>();

  constructor(now = Date.UTC(2030, 0, 1)) {
    this.#now = now;
  }

  now = (): number => this.#now;

  wait = (milliseconds: number, signal?: AbortSignal): Promise<void> =>
    new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason);
      const sleeper = {
        at: this.#now + Math.max(0, milliseconds),
        wake: () => {
          this.#sleepers.delete(sleeper);
          signal?.removeEventListener('abort', leave);
          resolve();
        },
      };
      const leave = () => {
        this.#sleepers.delete(sleeper);
        reject(signal?.reason);
      };
      signal?.addEventListener('abort', leave, { once: true });
      this.#sleepers.add(sleeper);
    });

  /** Number of sleepers. */
  get sleepers(): number {
    return this.#sleepers.size;
  }

  /** Moves to the time of the next sleeper. Returns false without one. */
  next(): boolean {
    const at = Math.min(...Array.from(this.#sleepers, (sleeper) => sleeper.at));
    if (at === Infinity) return false;
    this.#now = Math.max(this.#now, at);
    for (const sleeper of [...this.#sleepers]) if (sleeper.at <= this.#now) sleeper.wake();
    return true;
  }

  /** Moves the time, and wakes all sleepers on the way. */
  advance(milliseconds: number): void {
    const goal = this.#now + milliseconds;
    while (Math.min(...Array.from(this.#sleepers, ({ at }) => at)) <= goal) this.next();
    this.#now = goal;
  }
}

/**
 * Moves the clock during `work`: to the time of the next sleeper whenever everything waits for the clock. `isBusy` reports
 * whether something else is in progress.
 */
export async function passTime<T>(clock: HandClock, work: Promise<T>, isBusy: () => boolean): Promise<T> {
  let isOver = false;
  const end = () => {
    isOver = true;
  };
  work.then(end, end);
  for (let idle = 0; !isOver; ) {
    await new Promise((resolve) => setImmediate(resolve));
    idle = isBusy() ? 0 : idle + 1;
    if (idle % 4 === 3 && clock.next()) idle = 0;
    // Much longer than anything that does not count as busy, such as a hash, can take.
    if (idle > 100_000) throw new Error('Everything waits, but nothing waits for the clock.');
  }
  return work;
}
