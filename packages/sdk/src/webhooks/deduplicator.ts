import type { DedupeStore } from './dedupe-store.ts';

/** How a piece of work ended: done now, done before, or to be tried later. */
export type Outcome = 'handled' | 'duplicate' | 'busy';

/** Work with a key that tells it from other work. */
export interface Work {
  readonly key: string;
  run(): unknown;
  /** Is told when the store fails after the work has ended. */
  reportError(error: unknown): Promise<void>;
}

/** Does work once per key, so far as the store knows; and so much at a time. */
export class Deduplicator {
  readonly #store: DedupeStore | undefined;
  readonly #concurrency: number;
  readonly #running = new Map<unknown, Promise<Outcome>>();

  constructor(store: DedupeStore | false, concurrency: number) {
    this.#store = store || undefined;
    this.#concurrency = concurrency;
  }

  /** Is rejected with what the work, or the claim to it, fails with. */
  async do(work: Work): Promise<Outcome> {
    const key = this.#store ? work.key : Symbol(work.key);
    const running = this.#running.get(key);
    // Dropped only once the first has ended well: until then it may be needed again.
    if (running !== undefined) return running.then(again, () => 'busy');
    if (this.#running.size >= this.#concurrency) return 'busy';
    const outcome = this.#claimed(work);
    this.#running.set(key, outcome);
    try {
      return await outcome;
    } finally {
      this.#running.delete(key);
    }
  }

  async #claimed({ key, run, reportError }: Work): Promise<Outcome> {
    const store = this.#store;
    const claim = store ? await store.claim(key) : true;
    if (claim === 'busy') return 'busy';
    if (!claim) return 'duplicate';
    try {
      await run();
    } catch (error) {
      await reporting(() => store?.release(key), reportError);
      throw error;
    }
    await reporting(() => store?.complete?.(key), reportError);
    return 'handled';
  }
}

const again = (outcome: Outcome): Outcome => (outcome === 'handled' ? 'duplicate' : outcome);

async function reporting(step: () => unknown, reportError: (error: unknown) => Promise<void>): Promise<void> {
  try {
    await step();
  } catch (error) {
    await reportError(error);
  }
}
