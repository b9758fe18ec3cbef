/** Orders the write transactions of one process: those on one account run one after another, as do those on any. */
export class AccountQueues {
  readonly #accounts = new Map<string, Promise<unknown>>();
  #shared: Promise<unknown> = Promise.resolve();

  /** Runs `work` after all earlier work on the account, or after all earlier work. */
  run<T>(accountId: string | undefined, work: () => Promise<T>): Promise<T> {
    const earlier =
      accountId === undefined
        ? Promise.all([this.#shared, ...this.#accounts.values()])
        : (this.#accounts.get(accountId) ?? this.#shared);
    const done = earlier.then(work);
    const settled = done.then(ignore, ignore); // the caller of `done` gets the error; later work continues
    if (accountId === undefined) {
      this.#shared = settled;
      this.#accounts.clear();
    } else {
      this.#accounts.set(accountId, settled);
      void settled.then(() => {
        if (this.#accounts.get(accountId) === settled) this.#accounts.delete(accountId);
      });
    }
    return done;
  }

  /** Settles when all work given so far is done. */
  async idle(): Promise<void> {
    await Promise.all([this.#shared, ...this.#accounts.values()]);
  }
}

const ignore = () => undefined;
