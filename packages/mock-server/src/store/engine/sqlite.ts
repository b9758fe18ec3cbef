import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { pause } from '../../shared/platform/timers.ts';
import { CollectedRows } from './collected-rows.ts';
import { BUSY, resultCode } from './errors.ts';
import { readNearest } from './large-integers.ts';
import { changedVersion, type MigrationOptions } from './migrations/migrations.ts';
import { openDatabase, versionOf } from './open-database.ts';
import { QueryCache } from './query-cache.ts';
import { inTurns } from './read-in-turns.ts';
import { RowNumbers, withNumber } from './row-numbers.ts';
import { deleteRows, readRows, replaceRows } from './rows.ts';
import type { Fragment } from './sql.ts';
import type {
  Snapshot,
  Sql,
  Statements,
  Store,
  StoredRow,
  TableListener,
  Transaction,
  Value,
} from './store.ts';
import { type TableChanges, TableWatchers } from './table-watchers.ts';
import { TransactionEnd } from './transaction-end.ts';

/** Opens a database file, or a database in memory for `:memory:`, and creates or migrates its tables. */
export function openSqlite(path = ':memory:', options?: MigrationOptions): Store {
  return path === ':memory:'
    ? new SqliteStore(openInMemory())
    : new SqliteStore(openDatabase(path, options), path);
}

/** An empty database with its tables. It is created with the second database, since most programs open only one and need no copy. */
let empty: Uint8Array | undefined;
let openedInMemory = 0;

/** Opens a database in memory. From the third one on, it copies an empty database, which is faster than creating the tables. */
function openInMemory(): DatabaseSync {
  if (empty) {
    const database = new DatabaseSync(':memory:');
    database.deserialize(empty);
    return database;
  }
  const database = openDatabase(':memory:');
  openedInMemory++;
  if (openedInMemory > 1 && hasImages) empty = database.serialize();
  return database;
}

/** Whether databases can be copied as bytes. Older versions of Node.js lack `serialize`. */
const hasImages = 'serialize' in DatabaseSync.prototype;

/** Milliseconds between two attempts to begin while another connection writes to the file. */
const BUSY_WAIT = 5;
const MAX_TRIES = 1000;

const [SAVEPOINT, RELEASE, BACK] = ['savepoint inner', 'release inner', 'rollback to inner'] as const;

const isBusy = (error: unknown) => resultCode(error) === BUSY;

/** Pages of 4 KB from which recreating a database is faster than clearing its tables (about 2 ms). */
const LARGE_PAGES = 1500;

/** Reads from an image that `snapshot` took, while other work continues. */
export const readImage = <T>(image: Uint8Array, work: (tx: Transaction) => Promise<T>): Promise<T> =>
  readAlone(databaseOf(image), work);

async function readAlone<T>(database: DatabaseSync, work: (tx: Transaction) => Promise<T>): Promise<T> {
  try {
    const store = new SqliteStore(database);
    return await store.read((tx) => work(inTurns(tx, (sql) => database.prepare(sql))));
  } finally {
    database.close();
  }
}

function databaseOf(image: Uint8Array): DatabaseSync {
  const database = new DatabaseSync(':memory:');
  database.deserialize(image);
  return database;
}

class SqliteStore implements Store {
  #database: DatabaseSync;
  /** Undefined for a database in memory. */
  readonly #file: string | undefined;
  readonly #transaction: Transaction;
  readonly #statements = new Map<Sql, StatementSync>();
  readonly #watchers = new TableWatchers();
  /** What the current transaction changes, if anybody watches. */
  #changes: TableChanges | undefined;
  /** Settles when all queued work is done. One connection runs one transaction at a time. */
  #last: Promise<unknown> = Promise.resolve();

  /** Rows of the current transaction. */
  readonly #collected = new CollectedRows();

  readonly isShared = false;
  /** Whether the database is copied as bytes: only in memory, since a file must stay the same file. */
  readonly #hasImages: boolean;
  readonly #cache = new QueryCache();
  /** Changes when another server changes the file. Always 0 for a database in memory. */
  #version = 0;
  /** Why writes are refused: a newer server has migrated the file. */
  #refusal: Error | undefined;
  /** Whether the current transaction has changed anything, or tried to. */
  #hasWritten = false;
  /** What to do once the current transaction ends. */
  #end = new TransactionEnd();
  readonly #numbers = new RowNumbers(
    (sql, ...values) => this.#prepare(sql).get(...values),
    (work) => this.#end.onRollback(work),
  );

  constructor(database: DatabaseSync, file?: string) {
    this.#database = this.#opened(database);
    this.#file = file;
    this.#hasImages = file === undefined && hasImages;
    const cache = this.#cache;
    this.#transaction = {
      get: async <Row>(sql: Sql, ...values: Value[]) => {
        this.#insertCollected();
        const statement = this.#prepare(sql);
        const row = readNearest(statement, () => statement.get(...values));
        return row as Row | undefined; // the caller's statement determines the row
      },
      all: async <Row>(sql: Sql, ...values: Value[]) => {
        this.#insertCollected();
        const statement = this.#prepare(sql);
        return readNearest(statement, () => statement.all(...values)) as Row[];
      },
      change: async (target, kind, sql, values) => {
        this.#hasWritten = true;
        const numbered = this.#number(sql, values);
        const changes = kind === 'row' ? this.#collect(...numbered) : this.#run(...numbered);
        if (changes > 0) {
          cache.forget(target);
          this.#changes?.note(target);
        }
        return changes;
      },
      insertReturning: async (target, sql, values) => {
        this.#hasWritten = true;
        this.#insertCollected();
        const [numbered, all] = this.#number(sql, values);
        const row = this.#prepare(numbered).get(...all);
        cache.forget(target);
        this.#changes?.note(target);
        return row as StoredRow; // what the statement inserts
      },
      nested: (work) => this.#nested(work),
      afterCommit: (work) => this.#end.afterCommit(work),
      onRollback: (work) => this.#end.onRollback(work),
      renumber: async () => this.#numbers.continue(),
      cached: (key, tables, load) => cache.get(key, tables, load),
    };
  }

  read<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    return this.#queue(() => {
      this.#forgetIfChanged();
      return work(this.#transaction);
    });
  }

  async readApart<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    if (this.#hasImages) return readImage(await this.#queue(async () => this.#serialize()), work);
    if (this.#file === undefined) return this.read(work);
    const database = new DatabaseSync(this.#file, { readOnly: true });
    try {
      database.exec('begin'); // all statements read the state that the first one reads
    } catch (error) {
      database.close();
      throw error;
    }
    return readAlone(database, work);
  }

  write<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    return this.#queue(async () => {
      this.#changes = this.#watchers.begin();
      this.#end = new TransactionEnd();
      const result = await this.#atomically(
        'begin immediate',
        () => {
          this.#forgetIfChanged();
          if (this.#refusal) throw this.#refusal;
          this.#hasWritten = false;
          return work(this.#transaction);
        },
        'commit',
        'rollback',
      ).catch((error: unknown) => {
        this.#end.rollBack();
        throw error;
      });
      this.#changes?.report();
      this.#end.commit();
      return result;
    });
  }

  tryWrite<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    return this.write(work); // another server of the file soon ends its work
  }

  /** Forgets what was read before another server changed the file. */
  #forgetIfChanged(): void {
    if (this.#file === undefined) return;
    const { data_version: version } = this.#prepare('pragma data_version').get() ?? {};
    if (version === this.#version) return;
    this.#version = Number(version);
    this.#numbers.release(); // the next ones come after those of the other server
    this.#cache.clear();
    this.#refusal = changedVersion(versionOf(this.#database));
  }

  readonly autocommit: Statements = {
    get: <Row>(sql: Sql, ...values: Value[]) => this.read((tx) => tx.get<Row>(sql, ...values)),
    all: <Row>(sql: Sql, ...values: Value[]) => this.read((tx) => tx.all<Row>(sql, ...values)),
    change: (...change) => this.write((tx) => tx.change(...change)),
    insertReturning: (...insert) => this.write((tx) => tx.insertReturning(...insert)),
  };

  readonly direct: Pick<Transaction, 'get' | 'all'> = this.autocommit;

  lookUp<T>(key: string, tables: readonly string[], load: (reader: Transaction) => Promise<T>): Promise<T> {
    return this.read((tx) => tx.cached(key, tables, () => load(tx)));
  }

  async snapshot(): Promise<Snapshot> {
    if (this.#hasImages) return { image: await this.#queue(async () => this.#serialize()) };
    return { rows: await this.readApart(readRows) };
  }

  #serialize(): Uint8Array {
    this.#numbers.giveBack();
    return this.#database.serialize();
  }

  async restore(snapshot: Snapshot): Promise<void> {
    if ('rows' in snapshot) return this.write((tx) => replaceRows(tx, snapshot.rows));
    // A database of its own: Node.js crashes if statements with `json_each` were prepared before the image is loaded.
    await this.#queue(async () => this.#replace(() => databaseOf(snapshot.image)));
  }

  /** Creates a large database in memory anew, which is faster than deleting its rows. */
  async clear(): Promise<void> {
    const isReplaced =
      this.#hasImages && (await this.#queue(async () => this.#isLarge() && this.#replace(openInMemory)));
    if (!isReplaced) await this.write((tx) => deleteRows(tx));
  }

  pool(): undefined {
    return undefined;
  }

  watch(accountId: string | undefined, listener: TableListener): () => void {
    return this.#watchers.watch(accountId, listener);
  }

  async close(): Promise<void> {
    await this.#last;
    if (this.#database.isOpen) this.#database.close();
  }

  #isLarge(): boolean {
    return Number(this.#prepare('pragma page_count').get()?.page_count) >= LARGE_PAGES;
  }

  /** Replaces the whole database. The numbers of rows continue. */
  #replace(open: () => DatabaseSync): true {
    this.#statements.clear(); // they belong to the replaced database
    const other = open();
    this.#database.close();
    this.#database = this.#opened(other);
    this.#numbers.release();
    this.#cache.clear();
    this.#watchers.replaceAll();
    return true;
  }

  /** Adds the function with which statements on PostgreSQL take the next number, where no row gets it. */
  #opened(database: DatabaseSync): DatabaseSync {
    database.function('nextval', { varargs: true }, () => BigInt(this.#numbers.next())); // a number would be real
    return database;
  }

  /**
   * Behind a savepoint, SQLite copies each page a second time. While the transaction has changed nothing, it begins again
   * instead if the work fails.
   */
  async #nested<T>(work: () => Promise<T>): Promise<T> {
    const rolledBack = this.#end.nest();
    const isFirst = !this.#hasWritten;
    try {
      if (isFirst) return await this.#undoing(work, () => this.#insertCollected(), 'rollback');
      return await this.#atomically(SAVEPOINT, work, RELEASE, BACK, RELEASE);
    } catch (error) {
      rolledBack();
      if (isFirst) {
        await this.#begin('begin immediate');
        this.#forgetIfChanged(); // another server could write in between
        this.#hasWritten = false;
      }
      throw error;
    }
  }

  async #begin(begin: Sql): Promise<void> {
    for (let tries = 1; !this.#tryBegin(begin, tries < MAX_TRIES); tries++) await pause(BUSY_WAIT);
  }

  async #atomically<T>(begin: Sql, work: () => Promise<T>, commit: Sql, ...rollback: Sql[]): Promise<T> {
    await this.#begin(begin);
    return this.#undoing(work, () => this.#run(commit, []), ...rollback);
  }

  /** Undoes by SQL what fails. */
  async #undoing<T>(work: () => Promise<T>, end: () => void, ...rollback: Sql[]): Promise<T> {
    const { changes } = this.#cache;
    try {
      const result = await work();
      end();
      return result;
    } catch (error) {
      this.#collected.drop();
      if (this.#cache.changes > changes) this.#cache.clear();
      this.#rollBack(rollback);
      throw error;
    }
  }

  /** Ignores SQLite errors, so as not to hide the cause: on a full disk, SQLite has already rolled back by itself. */
  #rollBack(rollback: readonly Sql[]): void {
    try {
      for (const sql of rollback) this.#prepare(sql).run();
    } catch (error) {
      if (resultCode(error) === undefined) throw error; // not an error of SQLite
    }
  }

  /**
   * Begins a transaction; false when another connection is writing and `isPatient` is set. SQLite's own busy
   * timeout would block the process, which may be the one that holds the other connection.
   */
  #tryBegin(begin: Sql, isPatient: boolean): boolean {
    try {
      this.#run(begin, []);
      return true;
    } catch (error) {
      if (isPatient && isBusy(error)) return false;
      throw error;
    }
  }

  #queue<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#last.then(work);
    this.#last = done.catch(() => undefined); // the caller of `done` gets the error; the queue continues
    return done;
  }

  #run(sql: Sql, values: readonly Value[]): number {
    this.#insertCollected();
    return Number(this.#prepare(sql).run(...values).changes);
  }

  /** Adds the number of the new row to a statement that inserts one without. */
  #number(sql: Sql, values: readonly Value[]): [sql: Sql, values: readonly Value[]] {
    const numbered = withNumber(sql);
    return numbered === null ? [sql, values] : [numbered, [this.#numbers.next(), ...values]];
  }

  #collect(sql: Sql, values: readonly Value[]): number {
    this.#insert(this.#collected.add(sql, values));
    return 1;
  }

  #insertCollected(): void {
    this.#insert(this.#collected.take());
  }

  #insert(rows: Fragment | undefined): void {
    if (rows) this.#prepare(rows.sql).run(...rows.values);
  }

  #prepare(sql: Sql): StatementSync {
    let statement = this.#statements.get(sql);
    if (!statement) {
      statement = this.#database.prepare(sql);
      this.#statements.set(sql, statement);
    }
    return statement;
  }
}
