import type { DedupeStore } from './dedupe-store.ts';

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
