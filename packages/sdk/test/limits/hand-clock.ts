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
