import { didYouMean } from '@trickle/sdk/contract';
import { listAccounts } from '../../store/accounts.ts';
import type { Store } from '../../store/store.ts';

/** Thrown for an account that the server does not have; names those that it has. */
export class UnknownAccount extends Error {
  override readonly name = 'UnknownAccount';

  constructor(id: string, known: readonly string[]) {
    const hint = didYouMean(id, known) || `; ${listed(known)}`;
    super(`there is no account '${id}'${hint}`);
  }
}

/** More ids are only counted in a message. */
const MOST = 5;

function listed(known: readonly string[]): string {
  if (known.length === 0) return 'the server has no accounts';
  const more = known.length > MOST ? ` and ${known.length - MOST} more` : '';
  return `known accounts: ${known.slice(0, MOST).join(', ')}${more}`;
}

/**
 * The ids of a server's accounts, kept in memory for functions that answer at once. Other servers may use the same
 * database file, so an unknown id is looked up again where there is time for it.
 */
export class KnownAccounts {
  readonly #store: Store;
  #ids = new Set<string>();

  constructor(store: Store) {
    this.#store = store;
  }

  /** Reads the ids again. */
  async refresh(): Promise<void> {
    this.#ids = new Set((await this.#store.read(listAccounts)).map(({ id }) => id));
  }

  /** Notes that an account was made. */
  add(id: string): void {
    this.#ids.add(id);
  }

  /** Notes that an account was removed. */
  delete(id: string): void {
    this.#ids.delete(id);
  }

  /** Throws an `UnknownAccount`, by what was read last. */
  require(id: string): void {
    if (!this.#ids.has(id)) throw new UnknownAccount(id, [...this.#ids]);
  }

  /** Throws an `UnknownAccount`, by what the database holds now. */
  async requireNow(id: string): Promise<void> {
    if (!this.#ids.has(id)) await this.refresh();
    this.require(id);
  }
}
