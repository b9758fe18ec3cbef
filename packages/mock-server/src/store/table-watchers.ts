import type { Sql, TableListener } from './store.ts';

interface Watcher {
  readonly accountId: string | undefined;
  readonly listener: TableListener;
}

/** Stands for any table. */
export const ALL_TABLES = '*';

/** Tells listeners which tables a transaction changed. */
export class TableWatchers {
  readonly #watchers = new Set<Watcher>();

  get isEmpty(): boolean {
    return this.#watchers.size === 0;
  }

  /** Calls `listener` after transactions that may change rows of an account, or of any. Returns a function that ends it. */
  watch(accountId: string | undefined, listener: TableListener): () => void {
    const watcher = { accountId, listener };
    this.#watchers.add(watcher);
    return () => void this.#watchers.delete(watcher);
  }

  /** Reports a committed transaction on one account, or on any. */
  report(tables: ReadonlySet<string>, accountId: string | undefined): void {
    if (tables.size === 0) return;
    const isShared = accountId === undefined || tables.has('clocks'); // accounts may use the shared clock
    for (const watcher of this.#watchers) {
      if (isShared || watcher.accountId === undefined || watcher.accountId === accountId) {
        watcher.listener(tables);
      }
    }
  }
}

const tables = new Map<Sql, string | undefined>();

/** The table that a statement changes, if any. */
export function changedTable(sql: Sql): string | undefined {
  if (!tables.has(sql)) {
    const [, table] = /^\s*(?:insert into|update|delete from) (\w+)/i.exec(sql) ?? [];
    tables.set(sql, table);
  }
  return tables.get(sql);
}
