import { didYouMean } from '@trickle/sdk/contract';
import { NO_ACCOUNT, type Store } from '../store/engine/store.ts';
import { listAccounts } from '../store/tables/accounts.ts';

/** Thrown for an unknown account. The message lists the known ones. */
export class UnknownAccount extends Error {
  override readonly name = 'UnknownAccount';

  constructor(id: string, known: readonly string[]) {
    const hint = didYouMean(id, known) || `; ${listed(known)}`;
    super(`unknown account '${id}'${hint}`);
  }
}

const MAX_LISTED = 5;

function listed(known: readonly string[]): string {
  if (known.length === 0) return 'the server has no accounts';
  const more = known.length > MAX_LISTED ? ` and ${known.length - MAX_LISTED} more` : '';
  return `known accounts: ${known.slice(0, MAX_LISTED).join(', ')}${more}`;
}

/** A cache of account ids for synchronous functions. Other servers may share the database, so `assertExists` reloads before it rejects. */
export class AccountIds {
  readonly #store: Store;
  #ids = new Set<string>();

  constructor(store: Store) {
    this.#store = store;
  }

  async refresh(): Promise<void> {
    this.#ids = new Set((await this.#store.read(listAccounts, NO_ACCOUNT)).map(({ id }) => id));
  }

  add(id: string): void {
    this.#ids.add(id);
  }

  delete(id: string): void {
    this.#ids.delete(id);
  }

  /** Throws an `UnknownAccount` for an id that is not cached. */
  require(id: string): void {
    if (!this.#ids.has(id)) throw new UnknownAccount(id, [...this.#ids]);
  }

  /** Throws an `UnknownAccount` for an id that is not in the database. */
  async assertExists(id: string): Promise<void> {
    if (!this.#ids.has(id)) await this.refresh();
    this.require(id);
  }
}
