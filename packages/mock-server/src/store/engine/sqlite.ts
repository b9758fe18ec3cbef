import { DatabaseSync } from 'node:sqlite';
import { defer } from '../../shared/platform/timers.ts';
import { FULL, MemoryFullError, resultCode } from './errors.ts';
import { changedVersion, type MigrationOptions } from './migrations/migrations.ts';
import { databaseOf, hasImages, openDatabase, openInMemory, versionOf } from './open-database.ts';
import { QueryCache } from './query-cache.ts';
import { deleteRows, readRows, replaceRows } from './rows.ts';
import { type Frame, SlicedWrites } from './sliced-writes.ts';
import { inTurns, readNearest, SqliteStatements } from './sqlite-statements.ts';
import {
  NO_ACCOUNT,
  type Snapshot,
  type Sql,
  type Statements,
  type Store,
  type StoredRow,
  type TableListener,
  type Transaction,
  type Value,
} from './store.ts';
import { type TableChanges, TableWatchers, TransactionEnd } from './transaction-end.ts';

/** Opens a database file, or a database in memory for `:memory:`, and creates or migrates its tables. */
export function openSqlite(path = ':memory:', options?: MigrationOptions): Store {
  return path === ':memory:'
    ? new SqliteStore(openInMemory())
    : new SqliteStore(openDatabase(path, options), path);
}

const [SAVEPOINT, RELEASE, BACK] = ['savepoint inner', 'release inner', 'rollback to inner'] as const;

/** Thrown within work on an account that another process holds. It begins again once the account is free. */
const HELD = new Error('Another server is doing long work on the account.');

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

class SqliteStore implements Store {
  #database: DatabaseSync;
  /** Undefined for a database in memory. */
  readonly #file: string | undefined;
  readonly #transaction: Transaction;
  readonly #statements = new SqliteStatements(
    () => this.#database,
    (work) => this.#end.onRollback(work),
  );
  readonly #watchers = new TableWatchers();
  readonly #sliced = new SlicedWrites(
    {
      database: () => this.#database,
      isInFile: () => this.#file !== undefined,
      tx: () => this.#transaction,
      queue: (work) => this.#queue(work),
      isWanted: () => this.#waiting > 0,
      begin: (frame) => this.#beginSlice(frame),
      end: (how) => this.#endSlice(how),
      forget: () => this.#cache.clear(),
    },
    this.#watchers,
  );
  /** The changes of the current transaction, if anybody watches. */
  #changes: TableChanges | undefined;
  /** Settles when all queued work is done. One connection runs one transaction at a time. */
  #last: Promise<unknown> = Promise.resolve();
  /** The amount of queued work that has not begun. */
  #waiting = 0;

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
  #end = new TransactionEnd();

  constructor(database: DatabaseSync, file?: string) {
    this.#file = file;
    this.#hasImages = file === undefined && hasImages;
    const cache = this.#cache;
    this.#transaction = {
      get: async <Row>(sql: Sql, ...values: Value[]) => {
        const statement = this.#statements.prepare(sql);
        const row = readNearest(statement, () => statement.get(...values));
        return row as Row | undefined; // the caller's statement determines the row
      },
      all: async <Row>(sql: Sql, ...values: Value[]) => {
        const statement = this.#statements.prepare(sql);
        return readNearest(statement, () => statement.all(...values)) as Row[];
      },
      change: async (target, _kind, sql, values) => {
        this.#hasWritten = true;
        const changes = this.#statements.run(...this.#statements.number(sql, values));
        if (changes > 0) {
          cache.forget(target);
          this.#changes?.note(target);
        }
        return changes;
      },
      insertReturning: async (target, sql, values) => {
        this.#hasWritten = true;
        const [numbered, all] = this.#statements.number(sql, values);
        const row = this.#statements.prepare(numbered).get(...all);
        cache.forget(target);
        this.#changes?.note(target);
        return row as StoredRow; // what the statement inserts
      },
      nested: (work) => this.#nested(work),
      afterCommit: (work) => this.#end.afterCommit(work),
      onRollback: (work) => this.#end.onRollback(work),
      rowId: 'rowid',
      renumber: async () => this.#statements.numbers.continue(),
      cached: (key, tables, load) => cache.get(key, tables, load),
    };
    this.#database = this.#opened(database);
  }

  read<T>(work: (tx: Transaction) => Promise<T>, accountId?: string): Promise<T> {
    return this.#whenFree(accountId, async () => {
      this.#forgetIfChanged();
      if (this.#sliced.isHeldElsewhere(accountId)) throw HELD;
      return work(this.#transaction);
    });
  }

  async readApart<T>(work: (tx: Transaction) => Promise<T>, accountId?: string): Promise<T> {
    if (this.#hasImages) {
      const image = await this.#whenFree(accountId, async () => this.#serialize());
      await new Promise<void>(defer); // to load the image takes as long as to copy it
      return readImage(image, work);
    }
    if (this.#file === undefined) return this.read(work, accountId);
    await this.read(async () => undefined, accountId); // until no long work holds the account
    const database = new DatabaseSync(this.#file, { readOnly: true });
    try {
      database.exec('begin'); // all statements read the state that the first one reads
    } catch (error) {
      database.close();
      throw error;
    }
    return readAlone(database, work);
  }

  write<T>(work: (tx: Transaction) => Promise<T>, accountId?: string): Promise<T> {
    return this.#whenFree(accountId, async () => {
      this.#changes = this.#watchers.begin();
      this.#end = new TransactionEnd();
      const result = await this.#atomically(
        'begin immediate',
        () => {
          this.#forgetIfChanged();
          if (this.#refusal) throw this.#refusal;
          if (this.#sliced.isHeldElsewhere(accountId)) throw HELD;
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

  async tryWrite<T>(work: (tx: Transaction) => Promise<T>, accountId: string): Promise<T | undefined> {
    if (this.held(accountId) !== undefined) return undefined;
    return this.write(work, accountId); // another server of the file soon ends its work
  }

  writeInSlices<T>(work: (tx: Transaction) => Promise<T>, accountIds: readonly string[]): Promise<T> {
    if (accountIds.length === 0) return this.write(work);
    return this.#sliced.run(work, accountIds).catch((error: unknown) => {
      throw this.#explained(error);
    });
  }

  #explained(error: unknown): unknown {
    const isMemoryFull = this.#file === undefined && resultCode(error) === FULL;
    return isMemoryFull ? new MemoryFullError(error) : error;
  }

  held(accountId?: string): Promise<void> | undefined {
    return this.#sliced.endOf(accountId);
  }

  /** Queues work on an account, or on any, once no long work holds it. */
  #whenFree<T>(accountId: string | undefined, work: () => Promise<T>): Promise<T> {
    const end = this.held(accountId);
    if (end !== undefined) return end.then(() => this.#whenFree(accountId, work));
    const done = this.#queue(work);
    if (this.#file === undefined) return done;
    return done.catch((error: unknown) => {
      if (error === HELD) return this.#whenFree(accountId, work);
      throw error;
    });
  }

  async #beginSlice({ changes, end }: Frame): Promise<void> {
    await this.#statements.begin('begin immediate');
    this.#forgetIfChanged();
    this.#changes = changes;
    this.#end = end;
    this.#hasWritten = true; // a nested transaction that fails must not end the slice
    if (!this.#refusal) return;
    this.#statements.rollBack(['rollback']);
    throw this.#refusal;
  }

  #endSlice(how: 'commit' | 'rollback'): void {
    try {
      if (how === 'commit') return void this.#statements.run('commit', []);
    } catch (error) {
      this.#statements.rollBack(['rollback']);
      throw error;
    }
    this.#statements.rollBack(['rollback']);
  }

  /** Forgets what was read before another server changed the file. */
  #forgetIfChanged(): void {
    if (this.#file === undefined) return;
    const { data_version: version } = this.#statements.prepare('pragma data_version').get() ?? {};
    if (version === this.#version) return;
    this.#version = Number(version);
    this.#statements.numbers.release(); // the next ones come after those of the other server
    this.#cache.clear();
    this.#sliced.refresh();
    this.#refusal = changedVersion(versionOf(this.#database));
  }

  readonly autocommit: Statements = {
    get: <Row>(sql: Sql, ...values: Value[]) => this.read((tx) => tx.get<Row>(sql, ...values), NO_ACCOUNT),
    all: <Row>(sql: Sql, ...values: Value[]) => this.read((tx) => tx.all<Row>(sql, ...values), NO_ACCOUNT),
    change: (...change) => this.write((tx) => tx.change(...change), change[0].accountId),
    insertReturning: (...insert) => this.write((tx) => tx.insertReturning(...insert), insert[0].accountId),
  };

  readonly direct: Pick<Transaction, 'get' | 'all'> = this.autocommit;

  async snapshot(): Promise<Snapshot> {
    if (this.#hasImages) return { image: await this.#whenFree(undefined, async () => this.#serialize()) };
    return { rows: await this.readApart(readRows) };
  }

  #serialize(): Uint8Array {
    this.#statements.numbers.giveBack();
    return this.#database.serialize();
  }

  async restore(snapshot: Snapshot, onRestored: () => void = () => undefined): Promise<void> {
    if ('rows' in snapshot) return this.write((tx) => replaceRows(tx, snapshot.rows, onRestored));
    // A database of its own: Node.js crashes if statements with `json_each` were prepared before the image is loaded.
    await this.#whenFree(undefined, async () => {
      this.#replace(() => databaseOf(snapshot.image));
      onRestored();
    });
  }

  /** Creates a large database in memory anew, which is faster than deleting its rows. */
  async clear(): Promise<void> {
    const isReplaced =
      this.#hasImages &&
      (await this.#whenFree(undefined, async () => this.#isLarge() && this.#replace(openInMemory)));
    if (!isReplaced) await this.write((tx) => deleteRows(tx));
  }

  pool(): undefined {
    return undefined;
  }

  watch(accountId: string | undefined, listener: TableListener): () => void {
    return this.#watchers.watch(accountId, listener);
  }

  async close(): Promise<void> {
    await this.#sliced.idle();
    await this.#last.catch(() => undefined); // its caller gets the error
    if (this.#database.isOpen) this.#database.close();
  }

  #isLarge(): boolean {
    return Number(this.#statements.prepare('pragma page_count').get()?.page_count) >= LARGE_PAGES;
  }

  /** Replaces the whole database. The numbers of rows continue. */
  #replace(open: () => DatabaseSync): true {
    this.#statements.clear(); // they belong to the replaced database
    const other = open();
    this.#database.close();
    this.#database = this.#opened(other);
    this.#statements.numbers.release();
    this.#cache.clear();
    this.#watchers.replaceAll();
    return true;
  }

  /** Adds the function with which statements on PostgreSQL take the next number, where no row gets it. */
  #opened(database: DatabaseSync): DatabaseSync {
    database.function('nextval', { varargs: true }, () => BigInt(this.#statements.numbers.next())); // a number would be real
    database.function('long_work', () => this.#sliced.current);
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
      if (isFirst) return await this.#undoing(work, () => undefined, 'rollback');
      return await this.#atomically(SAVEPOINT, work, RELEASE, BACK, RELEASE);
    } catch (error) {
      rolledBack();
      if (isFirst) {
        await this.#statements.begin('begin immediate');
        this.#forgetIfChanged(); // another server could write in between
        this.#hasWritten = false;
      }
      throw error;
    }
  }

  async #atomically<T>(begin: Sql, work: () => Promise<T>, commit: Sql, ...rollback: Sql[]): Promise<T> {
    const waiting = this.#statements.begin(begin);
    if (waiting !== undefined) await waiting;
    return this.#undoing(work, () => this.#statements.run(commit, []), ...rollback);
  }

  async #undoing<T>(work: () => Promise<T>, end: () => void, ...rollback: Sql[]): Promise<T> {
    const { changes } = this.#cache;
    try {
      const result = await work();
      end();
      return result;
    } catch (error) {
      this.#statements.rollBack(rollback);
      if (this.#cache.changes > changes) this.#cache.clear();
      throw this.#explained(error);
    }
  }

  #queue<T>(work: () => Promise<T>): Promise<T> {
    this.#waiting++;
    const begin = () => {
      this.#waiting--;
      return work();
    };
    const done = this.#last.then(begin, begin); // the caller gets the error; the queue continues
    this.#last = done;
    return done;
  }
}
