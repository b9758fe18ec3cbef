import { checkCount, checkNames, checkOption } from '../core/settings.ts';

/** Outcome of a task: done now, done before, or to be retried later. */
export type HandlingResult = 'handled' | 'duplicate' | 'busy';

/** A task, identified by a key. */
export interface Task {
  readonly key: string;
  run(): unknown;
  /** Called when the store fails after the task has ended. */
  reportError(error: unknown): Promise<void>;
}

/** Runs tasks once per key, with limited concurrency. */
export class Deduplicator {
  readonly #store: DedupeStore | undefined;
  readonly #concurrency: number;
  readonly #running = new Map<unknown, Promise<HandlingResult>>();

  constructor(store: DedupeStore | false, concurrency: number) {
    this.#store = store || undefined;
    this.#concurrency = concurrency;
  }

  /** Runs a task. Rejects with the error of the task or of its claim. */
  async run(task: Task): Promise<HandlingResult> {
    const key = this.#store ? task.key : Symbol(task.key);
    const running = this.#running.get(key);
    // A duplicate is dropped only after the first has succeeded.
    if (running !== undefined) return running.then(asDuplicate, () => 'busy');
    if (this.#running.size >= this.#concurrency) return 'busy';
    const outcome = this.#runClaimed(task);
    this.#running.set(key, outcome);
    try {
      return await outcome;
    } finally {
      this.#running.delete(key);
    }
  }

  async #runClaimed({ key, run, reportError }: Task): Promise<HandlingResult> {
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

const asDuplicate = (outcome: HandlingResult): HandlingResult =>
  outcome === 'handled' ? 'duplicate' : outcome;

async function reporting(step: () => unknown, reportError: (error: unknown) => Promise<void>): Promise<void> {
  try {
    await step();
  } catch (error) {
    await reportError(error);
  }
}

/**
 * Remembers handled notifications, to drop duplicates. Keys are strings of 43 characters. A custom store, shared by
 * processes or persistent, implements `claim` and `release`. Both may be asynchronous; `claim` must be atomic.
 */
export interface DedupeStore {
  /**
   * Claims a key before its notification is handled. Returns true if the key was free; false if the notification was
   * handled, so it is dropped; `'busy'` if another process is handling it and may fail, so the sender must retry.
   */
  claim(key: string): boolean | 'busy' | Promise<boolean | 'busy'>;
  /** Releases a key after its listener failed, so that a retry is handled. */
  release(key: string): unknown;
  /**
   * Called after the listener succeeded. A store whose claims expire, in case a process dies, should make this one
   * permanent.
   */
  complete?(key: string): unknown;
}

/** Options of {@link createMemoryStore}. */
export interface MemoryStoreOptions {
  /** Maximum number of notifications; the oldest are forgotten first. Default 10,000, about 2 MB. */
  readonly limit?: number | undefined;
  /** Milliseconds to remember a notification. Default 4 days, since the service retries for 3. */
  readonly lifetime?: number | undefined;
}

const DAY = 24 * 60 * 60 * 1000;

/** Creates a store in memory, the default of a webhook handler. */
export function createMemoryStore(options: MemoryStoreOptions = {}): DedupeStore {
  checkNames(options, ['limit', 'lifetime'], 'createMemoryStore');
  const { limit = 10_000, lifetime = 4 * DAY } = options;
  checkCount('limit', limit);
  checkOption('lifetime', lifetime > 0, 'a number of milliseconds above 0');
  /** Expiry of each key, oldest first. */
  const ends = new Map<string, number>();
  return {
    claim(key) {
      const now = Date.now();
      if ((ends.get(key) ?? 0) > now) return false;
      ends.delete(key);
      ends.set(key, now + lifetime);
      for (const [oldest, end] of ends) {
        if (ends.size <= limit && end > now) break;
        ends.delete(oldest);
      }
      return true;
    },
    release(key) {
      ends.delete(key);
    },
  };
}
