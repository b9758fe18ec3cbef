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
