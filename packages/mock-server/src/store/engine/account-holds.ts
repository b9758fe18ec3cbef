import { BESIDE_ACCOUNTS, NO_ACCOUNT } from './store.ts';

/** The accounts that long work changes in several transactions. Nobody else reads or changes them in the meantime. */
export class AccountHolds {
  readonly #ends = new Map<string, Promise<void>>();

  /** Settles when long work that holds an account, or any, has ended; undefined if there is none. */
  endOf(accountId: string | undefined): Promise<void> | undefined {
    if (this.#ends.size === 0 || accountId === NO_ACCOUNT || accountId === BESIDE_ACCOUNTS) return undefined;
    if (accountId !== undefined) return this.#ends.get(accountId);
    return Promise.all(this.#ends.values()).then(() => undefined);
  }

  /** Runs long work on accounts, after earlier long work on any of them. */
  async during<T>(accountIds: readonly string[], work: () => Promise<T>): Promise<T> {
    const earlier = accountIds.flatMap((id) => this.#ends.get(id) ?? []);
    const done = Promise.all(earlier).then(work);
    const end: Promise<void> = done.then(ignore, ignore); // the caller of `done` gets the error
    for (const id of accountIds) this.#ends.set(id, end);
    await end;
    for (const id of accountIds) if (this.#ends.get(id) === end) this.#ends.delete(id);
    return done;
  }
}

const ignore = () => undefined;
