import type { Sql, TableListener, Value } from './store.ts';

interface Watcher {
  readonly accountId: string | undefined;
  readonly listener: TableListener;
  touched: Set<string>;
}

/** Stands for any table. */
export const ALL_TABLES = '*';

/** The id of the clock that accounts without their own share. */
const SHARED_CLOCK = '';

/**
 * Whether a statement changes what accounts share: users, tokens, OAuth applications, the shared clock, or everything.
 * All others name their account.
 */
function isShared(table: string, sql: Sql, values: readonly Value[]): boolean {
  if (values.length === 0) return true;
  if (table === 'accounts') return false; // its id is the account's
  return table === 'clocks' ? values.includes(SHARED_CLOCK) : !sql.includes('account_id');
}

/** Notices which tables the statements of a transaction change, for those who watch. */
export class TableWatchers {
  readonly #watchers = new Set<Watcher>();
  /** The table that each statement changes, if any. */
  readonly #tables = new Map<Sql, string | undefined>();

  get isEmpty(): boolean {
    return this.#watchers.size === 0;
  }

  /** Calls `listener` after transactions that change rows of an account, or of any. Returns a function that ends it. */
  watch(accountId: string | undefined, listener: TableListener): () => void {
    const watcher = { accountId, listener, touched: new Set<string>() };
    this.#watchers.add(watcher);
    return () => void this.#watchers.delete(watcher);
  }

  /** Notes a statement of the current transaction that changed rows. */
  note(sql: Sql, values: readonly Value[]): void {
    const table = this.#tableOf(sql);
    if (table === undefined) return;
    for (const { accountId, touched } of this.#watchers) {
      if (touched.has(table)) continue;
      if (accountId === undefined || isShared(table, sql, values) || values.includes(accountId)) {
        touched.add(table);
      }
    }
  }

  /** Ends a transaction, and calls the listeners if it was committed. */
  end(isCommitted: boolean): void {
    for (const watcher of this.#watchers) {
      const { touched } = watcher;
      if (touched.size === 0) continue;
      watcher.touched = new Set();
      if (isCommitted) watcher.listener(touched);
    }
  }

  /** Calls all listeners after the whole database was replaced. */
  replaceAll(): void {
    for (const { listener } of this.#watchers) listener(new Set([ALL_TABLES]));
  }

  #tableOf(sql: Sql): string | undefined {
    if (!this.#tables.has(sql)) {
      const [, table] = /^\s*(?:insert into|update|delete from) (\w+)/i.exec(sql) ?? [];
      this.#tables.set(sql, table);
    }
    return this.#tables.get(sql);
  }
}
