import { NO_ACCOUNT, type Sql, type TableListener, type Target, type Value } from './store.ts';

interface Watcher {
  readonly accountId: string | undefined;
  readonly listener: TableListener;
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

/** The listeners that are told which tables a transaction changed. */
export class TableWatchers {
  readonly #watchers = new Set<Watcher>();

  /** Calls `listener` after transactions that change rows of an account, or of any. Returns a function that ends it. */
  watch(accountId: string | undefined, listener: TableListener): () => void {
    const watcher = { accountId, listener };
    this.#watchers.add(watcher);
    return () => void this.#watchers.delete(watcher);
  }

  /** Begins to note the changes of a transaction; undefined when nobody watches. */
  begin(): TableChanges | undefined {
    return this.#watchers.size === 0 ? undefined : new TableChanges(this.#watchers);
  }

  /** Calls all listeners after the whole database was replaced, or may have been. */
  replaceAll(): void {
    for (const { listener } of this.#watchers) listener(new Set([ALL_TABLES]));
  }

  /** Calls the listeners of an account, or all, after another server has changed tables. */
  tell(accountId: string | null, tables: ReadonlySet<string>): void {
    for (const watcher of this.#watchers) {
      const isConcerned =
        accountId === null || watcher.accountId === undefined || watcher.accountId === accountId;
      if (isConcerned) watcher.listener(tables);
    }
  }
}

/** The tables that one transaction changed, as far as they are watched. */
export class TableChanges {
  readonly #touched: ReadonlyMap<Watcher, Set<string>>;
  /** All tables that changed. */
  readonly tables = new Set<string>();

  constructor(watchers: Iterable<Watcher>) {
    this.#touched = new Map([...watchers].map((watcher) => [watcher, new Set()]));
  }

  /** Records that a statement changed rows. */
  note(sql: Sql, values: readonly Value[]): void {
    const table = changedTable(sql);
    if (table === undefined) return;
    this.tables.add(table);
    for (const [{ accountId }, tables] of this.#touched) {
      if (tables.has(table)) continue;
      if (accountId === undefined || isShared(table, sql, values) || values.includes(accountId)) {
        tables.add(table);
      }
    }
  }

  /** Notes a change of rows. */
  noteTarget({ table, accountId }: Target): void {
    this.tables.add(table);
    for (const [watcher, tables] of this.#touched) {
      if (watcher.accountId === undefined || accountId === NO_ACCOUNT || watcher.accountId === accountId) {
        tables.add(table);
      }
    }
  }

  /** Calls the listeners, once the transaction is committed. */
  report(): void {
    for (const [{ listener }, tables] of this.#touched) if (tables.size > 0) listener(tables);
  }
}

const tables = new Map<Sql, string | undefined>();

/** The table that a statement changes, if any. */
function changedTable(sql: Sql): string | undefined {
  if (!tables.has(sql)) {
    const [, table] = /^\s*(?:insert into|update|delete from) (\w+)/i.exec(sql) ?? [];
    tables.set(sql, table);
  }
  return tables.get(sql);
}
