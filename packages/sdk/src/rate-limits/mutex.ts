/** A mutex by keys: holders that share a key run one at a time, in the order of their calls. */
export class KeyedMutex {
  /** For each name, a function that waits for its last holder. */
  readonly #tails = new Map<string, () => Promise<unknown>>();

  /** Waits for all earlier holders of any of these names. Returns a function that releases the lock. */
  take(names: readonly string[], signal?: AbortSignal): (() => void) | Promise<() => void> {
    const before: Promise<unknown>[] = [];
    for (const name of names) {
      const tail = this.#tails.get(name);
      if (tail) before.push(tail());
    }
    return before.length === 0 ? this.#takeNow(names) : this.#takeAfter(before, names, signal);
  }

  #takeNow(names: readonly string[]): () => void {
    // Usually nobody waits, and no promise is needed.
    let over: PromiseWithResolvers<void> | undefined;
    const tail = () => {
      over ??= Promise.withResolvers();
      return over.promise;
    };
    for (const name of names) this.#tails.set(name, tail);
    return () => {
      over?.resolve();
      this.#forget(names, tail);
    };
  }

  #takeAfter(
    before: readonly Promise<unknown>[],
    names: readonly string[],
    signal: AbortSignal | undefined,
  ): Promise<() => void> {
    const { promise: mine, resolve: end } = Promise.withResolvers<void>();
    // If this one aborts, later ones still wait for the earlier ones.
    const over = Promise.all([...before, mine]);
    const tail = () => over;
    for (const name of names) this.#tails.set(name, tail);
    void over.then(() => this.#forget(names, tail));
    return this.#after(before, signal).then(
      () => end,
      (reason: unknown) => {
        end();
        throw reason;
      },
    );
  }

  #forget(names: readonly string[], tail: () => Promise<unknown>): void {
    for (const name of names) if (this.#tails.get(name) === tail) this.#tails.delete(name);
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
