/** A mutex by keys: holders that share a key run one at a time, in the order of their calls. */
export class KeyedMutex {
  readonly #tails = new Map<string, Promise<unknown>>();

  /** Waits for all earlier holders of any of these names. Returns a function that releases the lock. */
  take(names: readonly string[], signal?: AbortSignal): (() => void) | Promise<() => void> {
    const before = names.flatMap((name) => this.#tails.get(name) ?? []);
    const { promise: mine, resolve: end } = Promise.withResolvers<void>();
    // If this one aborts, later ones still wait for the earlier ones.
    const tail = before.length === 0 ? mine : Promise.all([...before, mine]);
    for (const name of names) this.#tails.set(name, tail);
    const forget = () => {
      for (const name of names) if (this.#tails.get(name) === tail) this.#tails.delete(name);
    };
    if (before.length === 0) {
      return () => {
        end();
        forget();
      };
    }
    void tail.then(forget);
    return this.#after(before, signal).then(
      () => end,
      (reason: unknown) => {
        end();
        throw reason;
      },
    );
  }

  #after(before: readonly Promise<unknown>[], signal: AbortSignal | undefined): Promise<unknown> {
    if (!signal) return Promise.all(before);
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    const leave = () => reject(signal.reason);
    signal.addEventListener('abort', leave, { once: true });
    void Promise.all(before).then(resolve);
    return promise.finally(() => signal.removeEventListener('abort', leave));
  }
}
