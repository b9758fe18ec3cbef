/** A source of the time in milliseconds since 1970. */
export interface Clock {
  now(): number;
}

export const systemClock: Clock = { now: () => Date.now() };

// Captured at startup, so that tests with fake timers do not stop the server's timers.
const { setImmediate: soon, setTimeout: later, clearTimeout: never } = globalThis;

/** Runs `work` in the next turn of the event loop, after pending I/O. */
export const defer = (work: () => void): void => void soon(work);

/** The longest that long work runs in one turn of the event loop, in real milliseconds. */
export const MAX_TURN = 20;

/** Ends the turn of the event loop if it has lasted long enough, and waits for the next. */
export type Pause = () => Promise<void> | undefined;

/** For long work: call the returned function between its steps. */
export function turns(): Pause {
  let elapsed = stopwatch();
  const begin = () => {
    elapsed = stopwatch();
  };
  return () => (elapsed() < MAX_TURN ? undefined : new Promise<void>(defer).then(begin));
}

/** Maps a list in several turns of the event loop. */
export async function mapInTurns<Item, Result>(
  items: readonly Item[],
  map: (item: Item) => Result,
): Promise<Result[]> {
  const pause = turns();
  const results: Result[] = [];
  for (const item of items) {
    results.push(map(item));
    await pause();
  }
  return results;
}

/** The longest delay of a timer, in milliseconds. */
const MAX_TIMER = 2 ** 31 - 1;

/** Runs `work` after real milliseconds without keeping the process alive. The returned function cancels it. */
export function after(milliseconds: number, work: () => void): () => void {
  const timer = later(work, Math.min(milliseconds, MAX_TIMER));
  timer.unref();
  return () => never(timer);
}

/** Waits for real milliseconds or until the signal aborts; keeps the process alive. */
export const pause = (milliseconds: number, signal?: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal?.aborted) return resolve();
    const timer = later(resolve, Math.min(milliseconds, MAX_TIMER));
    signal?.addEventListener('abort', () => resolve(never(timer)), { once: true });
  });

/** A signal that aborts after real milliseconds, for network requests. */
export const deadline = (milliseconds: number): AbortSignal => AbortSignal.timeout(milliseconds);

/** Starts a stopwatch; the returned function gives the elapsed real milliseconds. */
export function stopwatch(): () => number {
  const start = performance.now();
  return () => performance.now() - start;
}

/** The longest time for an operator's question to the database, in real milliseconds. */
export const DATABASE_DEADLINE = 2000;

/** Returns the result of `work`, or `late` if it takes longer. */
export function within<T>(work: Promise<T>, milliseconds: number, late: T): Promise<T> {
  return new Promise((resolve, reject) => {
    const cancel = after(milliseconds, () => resolve(late));
    work.then(resolve, reject).finally(cancel);
  });
}
