import type { CloseOptions } from './admin/server-control.ts';
import { after, pause } from './shared/platform/timers.ts';
import { ServerClosed } from './shared/values/errors.ts';

/** Default time to close, in real milliseconds. */
const GRACE = 1000;

/** Graceful shutdown: rejects new work, waits for work in progress, and gives up after a timeout. */
// Unspecified: U-162
export class Shutdown {
  readonly #force = new AbortController();
  readonly #underWay = new Set<Promise<unknown>>();
  #end: Promise<void> | undefined;
  #isRefusing = false;
  #isClosed = false;

  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** Whether the shutdown has begun. */
  get isClosing(): boolean {
    return this.#end !== undefined;
  }

  /** Runs work that the shutdown waits for. Rejects with a `ServerClosed` once the shutdown has begun and drained. */
  whileOpen<T>(work: () => Promise<T>): Promise<T> {
    if (this.#isRefusing) return Promise.reject(new ServerClosed());
    const done = work();
    this.#underWay.add(done);
    const end = () => void this.#underWay.delete(done);
    done.then(end, end);
    return done;
  }

  /**
   * Accepts work for `drain` milliseconds more, and then runs the shutdown `steps`, which finish work in progress until
   * their signal aborts. If called again, the shorter time applies.
   */
  close(
    { within = GRACE, drain = 0 }: CloseOptions,
    steps: (force: AbortSignal) => Promise<void>,
  ): Promise<void> {
    after(drain + within, () => this.#force.abort());
    this.#end ??= this.#run(drain, steps);
    return this.#end;
  }

  async #run(drain: number, steps: (force: AbortSignal) => Promise<void>): Promise<void> {
    try {
      if (drain > 0) await pause(drain, this.#force.signal);
      this.#isRefusing = true;
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
