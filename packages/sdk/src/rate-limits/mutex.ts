/** A mutex by keys: holders that share a key run one at a time, in the order of their calls. */
export class KeyedMutex {
  /** For each name, a function that waits for its last holder. */
  readonly #tails = new Map<string, () => Promise<unknown>>();

  /** Waits for all earlier holders of any of these names. Returns a function that releases the lock. */
  take(names: readonly string[], signal?: AbortSignal): (() => void) | Promise<() => void> {
    const before = names.flatMap((name) => this.#tails.get(name)?.() ?? []);
    // Usually nobody waits, and no promise is needed.
    let mine: PromiseWithResolvers<void> | undefined;
    const tail = () => {
      mine ??= Promise.withResolvers();
      // If this one aborts, later ones still wait for the earlier ones.
      return Promise.all([...before, mine.promise]);
    };
    for (const name of names) this.#tails.set(name, tail);
    const forget = () => {
      for (const name of names) if (this.#tails.get(name) === tail) this.#tails.delete(name);
    };
    const end = () => {
      mine?.resolve();
      if (before.length === 0) forget();
    };
    if (before.length === 0) return end;
    void tail().then(forget);
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
