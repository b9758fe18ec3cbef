import { after } from '../platform/timers.ts';
import { ServerClosed } from '../values/usage-errors.ts';

/** Default time to close, in real milliseconds. */
const GRACE = 1000;

/** Graceful shutdown: rejects new work, waits for work in progress, and gives up after a timeout. */
// Unspecified: U-162
export class Shutdown {
  readonly #force = new AbortController();
  readonly #underWay = new Set<Promise<unknown>>();
  #end: Promise<void> | undefined;
  #isClosed = false;

  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** Runs work that the shutdown waits for. Throws a `ServerClosed` once the shutdown has begun. */
  async whileOpen<T>(work: () => Promise<T>): Promise<T> {
    if (this.#end !== undefined) throw new ServerClosed();
    const done = work();
    this.#underWay.add(done);
    try {
      return await done;
    } finally {
      this.#underWay.delete(done);
    }
  }

  /**
   * Runs the shutdown `steps`, which finish work in progress until their signal aborts. If called again, the shorter
   * time applies.
   */
  close(within: number = GRACE, steps: (force: AbortSignal) => Promise<void>): Promise<void> {
    after(within, () => this.#force.abort());
    this.#end ??= this.#run(steps);
    return this.#end;
  }

  async #run(steps: (force: AbortSignal) => Promise<void>): Promise<void> {
    try {
      await steps(this.#force.signal);
    } finally {
      this.#isClosed = true;
    }
  }

  /** Resolves when all work is done or given up. */
  async settled(): Promise<void> {
    const { signal } = this.#force;
    const forced = new Promise<void>((resolve) => {
      if (signal.aborted) resolve();
      signal.addEventListener('abort', () => resolve(), { once: true });
    });
    await Promise.race([forced, Promise.allSettled(this.#underWay)]);
  }
}
