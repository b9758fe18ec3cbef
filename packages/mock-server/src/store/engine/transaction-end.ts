import { NO_ACCOUNT, type TableListener, type Target } from './store.ts';

export class TransactionEnd {
  #afterCommit: (() => void)[] = [];
  #onRollback: (() => void)[] = [];

  afterCommit(work: () => void): void {
    this.#afterCommit.push(work);
  }

  onRollback(work: () => void): void {
    this.#onRollback.push(work);
  }

  commit(): void {
    this.#onRollback = [];
    for (const work of this.#afterCommit) work();
  }

  /** Does nothing after a commit. */
  rollBack(): void {
    for (const work of this.#onRollback) work();
  }

  /** Begins a nested transaction. Returns what to do if it is rolled back. */
  nest(): () => void {
    const [commits, rollbacks] = [this.#afterCommit.length, this.#onRollback.length];
    return () => {
      this.#afterCommit.length = commits;
      for (const work of this.#onRollback.splice(rollbacks)) work();
    };
  }
}

interface Watcher {
  readonly accountId: string | undefined;
  readonly listener: TableListener;
}

export const ALL_TABLES = '*';

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
    for (const { listener } of this.#watchers) listener(new Set([ALL_TABLES]), 'another');
  }

  /** Calls the listeners of an account, or all, after another server has changed tables. */
  tell(accountId: string | null, tables: ReadonlySet<string>): void {
    for (const watcher of this.#watchers) {
      const isConcerned =
        accountId === null || watcher.accountId === undefined || watcher.accountId === accountId;
      if (isConcerned) watcher.listener(tables, 'another');
    }
  }
}

/** The tables that one transaction changed, as far as they are watched. */
export class TableChanges {
  readonly #touched: ReadonlyMap<Watcher, Set<string>>;
  readonly tables = new Set<string>();

  constructor(watchers: Iterable<Watcher>) {
    this.#touched = new Map([...watchers].map((watcher) => [watcher, new Set()]));
  }

  note({ table, accountId }: Target): void {
    this.tables.add(table);
    for (const [watcher, tables] of this.#touched) {
      if (watcher.accountId === undefined || accountId === NO_ACCOUNT || watcher.accountId === accountId) {
        tables.add(table);
      }
    }
  }

  /** Calls the listeners, once the transaction is committed. */
  report(): void {
    for (const [{ listener }, tables] of this.#touched) if (tables.size > 0) listener(tables, 'this server');
  }
}
