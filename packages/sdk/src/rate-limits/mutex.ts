/** Lets those who name the same person go one after the other, in the order in which they came. */
export class KeyedMutex {
  readonly #tails = new Map<string, Promise<unknown>>();

  /** Waits for all who came before with one of these names. Gives what ends the turn. */
  take(names: readonly string[], signal?: AbortSignal): (() => void) | Promise<() => void> {
    const before = names.flatMap((name) => this.#tails.get(name) ?? []);
    const { promise: mine, resolve: end } = Promise.withResolvers<void>();
    // Also of one who gives up, those behind wait for those before.
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
