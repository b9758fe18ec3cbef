export class Listeners<About extends readonly unknown[] = []> {
  readonly #listeners = new Set<(...about: About) => void>();

  get isEmpty(): boolean {
    return this.#listeners.size === 0;
  }

  /** Calls `listener` after each change. Returns a function that unsubscribes. */
  subscribe(listener: (...about: About) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  notify(...about: About): void {
    for (const listener of this.#listeners) listener(...about);
  }
}

/** Wakes all waiting callers when something has changed. */
export class Notifier {
  #resolve: () => void = () => undefined;
  #promise: Promise<void> | undefined;

  /** Resolves at the next `fire`. */
  next(): Promise<void> {
    this.#promise ??= new Promise((resolve) => {
      this.#resolve = resolve;
    });
    return this.#promise;
  }

  fire(): void {
    const resolve = this.#resolve;
    this.#promise = undefined;
    this.#resolve = () => undefined;
    resolve();
  }
}

/** Reads numbered rows as they come, after the one with the number `last`, until the signal aborts. */
export async function* followRows<Row extends { readonly seq: number }>(
  news: Notifier,
  signal: AbortSignal,
  last: number,
  read: (last: number) => Promise<readonly Row[]>,
): AsyncGenerator<Row, void> {
  const wake = () => news.fire();
  signal.addEventListener('abort', wake);
  try {
    while (!signal.aborted) {
      const changed = news.next(); // before the read, so that no change is missed
      const rows = await read(last);
      for (const row of rows) {
        if (signal.aborted) return;
        last = row.seq;
        yield row;
      }
      if (rows.length === 0 && !signal.aborted) await changed;
    }
  } finally {
    signal.removeEventListener('abort', wake);
  }
}
