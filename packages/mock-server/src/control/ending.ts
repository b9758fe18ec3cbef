import { after } from '../platform/timers.ts';
import { ServerClosed } from '../values/usage-errors.ts';

/** How long a server may take to close, in real milliseconds, unless it is told otherwise. */
const GRACE = 1000;

/** The end of a server: it takes nothing more, finishes the work under way, and gives up what takes too long. */
// Unspecified: U-162
export class Ending {
  readonly #force = new AbortController();
  readonly #underWay = new Set<Promise<unknown>>();
  #end: Promise<void> | undefined;
  #isClosed = false;

  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** Does work that the end waits for; throws a `ServerClosed` once the end has begun. */
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
   * Ends by `steps`, which finish what is under way until their signal aborts. When called again, the shorter time
   * counts.
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

  /** Resolves when no work is under way any more, and when it is given up. */
  async settled(): Promise<void> {
    const { signal } = this.#force;
    const forced = new Promise<void>((resolve) => {
      if (signal.aborted) resolve();
      signal.addEventListener('abort', () => resolve(), { once: true });
    });
    await Promise.race([forced, Promise.allSettled(this.#underWay)]);
  }
}
