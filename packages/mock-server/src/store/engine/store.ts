import type { Table } from './schema.ts';

export type Value = string | number | null;

/** A row as the database returns it, by the names of its columns. */
export type StoredRow = Readonly<Record<string, Value>>;

/** SQL with `?` for each value. */
export type Sql = string;

/** Called with the tables that a transaction of this server, or of another, changed; `ALL_TABLES` stands for any. */
export type TableListener = (tables: ReadonlySet<string>, by: 'this server' | 'another') => void;

/** The account of work on what belongs to none: applications, the heartbeats of servers, the shared clock. */
export const NO_ACCOUNT = '';

/** The account of work that takes rows of any account beside its transactions, such as claims of jobs. */
export const BESIDE_ACCOUNTS = '*';

/** The target of a statement's changes; with `NO_ACCOUNT`, rows that belong to none. */
export interface Target {
  readonly table: string;
  readonly accountId: string;
  /** A promise to lists of the table: the statement only adds a row, or changes only details of rows. Default: on nothing. */
  readonly effect?: 'addition' | 'details';
  /** Whether the totals of the table are adjusted to what the statement changes. */
  readonly isCounted?: true;
}

/** `insert`: the statement inserts or replaces exactly one row, unless it fails; so nobody has to wait for its response. */
export type ChangeKind = 'insert' | 'any';

export interface Transaction {
  get<Row>(sql: Sql, ...values: Value[]): Promise<Row | undefined>;
  all<Row>(sql: Sql, ...values: Value[]): Promise<Row[]>;
  /** Runs a statement that changes rows of a table, and returns their number. */
  change(target: Target, kind: ChangeKind, sql: Sql, values: readonly Value[]): Promise<number>;
  /** Inserts one row and returns what the statement does, which is sent before this returns. */
  insertReturning(target: Target, sql: Sql, values: readonly Value[]): Promise<StoredRow>;
  /** Runs `work` atomically within this transaction, which remains usable when `work` throws. */
  nested<T>(work: () => Promise<T>): Promise<T>;
  /** Calls `work` once the transaction is committed; not if it, or the `nested` work that this belongs to, is rolled back. */
  afterCommit(work: () => void): void;
  /** Calls `work` if the transaction, or the `nested` work that this belongs to, is rolled back. */
  onRollback(work: () => void): void;
  /** The column by which a part of many rows is chosen to be deleted; undefined where one statement holds up nobody. */
  readonly rowId?: 'rowid';
  /** Continues the numbers of rows after rows were inserted with theirs. */
  renumber(): Promise<void>;
  /**
   * Returns what `load` reads of an account from `tables`, from the cache until a row of one of them changes. Instead of a
   * table, name its `listOf`, `beginningOf` or `totalsOf` if that is all that is read. Nobody may change the result. If
   * servers on other machines can change the rows, the cache is that of the transaction.
   */
  cached<T>(key: string, tables: readonly string[], load: () => Promise<T>): Promise<T>;
}

/** Single statements, each a transaction by itself. */
export type Statements = Pick<Transaction, 'get' | 'all' | 'change' | 'insertReturning'>;

/** All rows of some tables, in order of creation. */
export type Rows = { readonly [T in Table]?: readonly StoredRow[] };

/** A copy of a whole database: an image of it, or its rows. */
export type Snapshot = { readonly image: Uint8Array } | { readonly rows: Rows };

/**
 * The number of connections to a database, of idle ones, and of work that waits for one; the number of transactions that wait
 * for the lock of their account, and the longest such wait in real milliseconds.
 */
export interface PoolFigures {
  readonly size: number;
  readonly idle: number;
  readonly waiting: number;
  readonly lockWaits: number;
  readonly oldestLockWait: number;
}

/** The database of one server. */
export interface Store {
  /** Runs `work` on one state of an account, or of all. Waits for long work on it; with `NO_ACCOUNT`, for none. */
  read<T>(work: (tx: Transaction) => Promise<T>, accountId?: string): Promise<T>;
  /** Runs long reading `work` on one state while others go on; on SQLite in turns, on a copy or an own connection. */
  readApart<T>(work: (tx: Transaction) => Promise<T>, accountId?: string): Promise<T>;
  /**
   * Runs `work` in a transaction and rolls it back when `work` throws. With `accountId`, `work` changes rows of that
   * account, and no other work on the account runs in the meantime; with `NO_ACCOUNT`, it changes what belongs to no account.
   * Without either, no other work on any account runs in the meantime, so use that only for what changes all accounts.
   * With `BESIDE_ACCOUNTS`, work on any account may run in the meantime: `work` takes only rows that no other work has locked.
   */
  write<T>(work: (tx: Transaction) => Promise<T>, accountId?: string): Promise<T>;
  /** Like `write`, but returns undefined without running `work` if another server is working on the account. */
  tryWrite<T>(work: (tx: Transaction) => Promise<T>, accountId: string): Promise<T | undefined>;
  /** Runs long `work` on accounts, or all, completely or not at all; on SQLite in slices: other accounts need not wait. */
  writeInSlices<T>(work: (tx: Transaction) => Promise<T>, accountIds: readonly string[]): Promise<T>;
  /** Settles when an account, or any, may be free of long work; undefined if it is. */
  held(accountId?: string): Promise<void> | undefined;
  /**
   * Calls `listener` with the changed tables after each transaction that changes an account, or any; soon after those of
   * other servers, if `isShared`. Returns a function that ends it.
   */
  watch(accountId: string | undefined, listener: TableListener): () => void;
  /** Whether servers on other machines can have the same database. */
  readonly isShared: boolean;
  /**
   * Runs single statements and tells listeners what they `change`. If `isShared`, they run beside all transactions, so
   * work within one can wait for them, and a crash of the database may undo the last ones.
   */
  readonly autocommit: Statements;
  /** Runs a single statement without a transaction, on a connection of the pool if there is one. */
  readonly direct: Pick<Transaction, 'get' | 'all'>;
  snapshot(): Promise<Snapshot>;
  /** Replaces the database; nobody reads it before `onRestored`. New rows have numbers above the highest ever used. */
  restore(snapshot: Snapshot, onRestored?: () => void): Promise<void>;
  clear(): Promise<void>;
  /** The state of the connection pool; undefined without one. */
  pool(): PoolFigures | undefined;
  /** Closes the database after the queued work is done. */
  close(): Promise<void>;
}
