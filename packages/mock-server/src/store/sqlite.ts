import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { pause } from '../platform/timers.ts';
import { createTables, type Dialect, SCHEMA_VERSION } from './schema.ts';
import type { DatabaseImage, Sql, Store, Transaction, Value } from './store.ts';

const dialect: Dialect = { sequence: 'integer primary key autoincrement' };

/** Opens a database file, or one in memory when `path` is `:memory:`, and makes its tables. */
export function openSqlite(path = ':memory:'): Store {
  return new SqliteStore(openDatabase(path), path === ':memory:');
}

function openDatabase(path: string): DatabaseSync {
  const database = new DatabaseSync(path);
  const version = assertVersion(database);
  // A killed process loses nothing that was committed.
  database.exec('pragma busy_timeout = 5000; pragma journal_mode = wal; pragma synchronous = normal');
  if (version !== SCHEMA_VERSION) {
    // All or none, since a file with only some of them would be taken for one of another version.
    const tables = `${createTables(dialect)} pragma user_version = ${SCHEMA_VERSION}`;
    database.exec(`begin immediate; ${tables}; commit`);
  }
  database.exec('pragma busy_timeout = 0'); // from now on the store waits, see `#begins`
  return database;
}

/** How many milliseconds pass until a file that another connection writes to is tried again. */
const BUSY_WAIT = 5;
/** How often it is tried. */
const MAX_TRIES = 1000;

/** The primary result code of an error of SQLite; it stands in the lowest byte of the extended one. */
const resultCode = (error: unknown): number | undefined =>
  error instanceof Error && 'errcode' in error ? Number(error.errcode) & 0xff : undefined;

const BUSY = 5;
const isBusy = (error: unknown) => resultCode(error) === BUSY;

/** BUSY, LOCKED, NOMEM, READONLY, IOERR, FULL, CANTOPEN and PROTOCOL. */
const OUTAGES: ReadonlySet<number | undefined> = new Set([BUSY, 6, 7, 8, 10, 13, 14, 15]);

/** Whether the machine caused an error, as with a full disk: the same work can succeed later. */
export const isOutage = (error: unknown): boolean => OUTAGES.has(resultCode(error));

/** How many pages of 4 KB a database has at least that is quicker made anew than cleared: 2 ms or more. */
const BIG = 1500;

/** Opens a copy of a database that `image` has taken, to read it. */
export function openImage(bytes: Uint8Array): Store {
  const database = new DatabaseSync(':memory:');
  database.deserialize(bytes);
  return new SqliteStore(database, true);
}

/** Thrown for a database file whose tables are those of another version. Nothing was changed in it. */
export class DatabaseVersionError extends Error {
  override readonly name = 'DatabaseVersionError';
}

/** Tells the version of the tables; that of a new file is 0. */
function assertVersion(database: DatabaseSync): unknown {
  const { user_version: version } = database.prepare('pragma user_version').get() ?? {};
  const { tables } = database.prepare('select count(*) as tables from sqlite_master').get() ?? {};
  if (tables === 0 || version === SCHEMA_VERSION) return version;
  database.close();
  throw new DatabaseVersionError(
    `the file has tables of version ${version}, and this server works with ${SCHEMA_VERSION}: take another file`,
  );
}

class SqliteStore implements Store {
  #database: DatabaseSync;
  readonly #transaction: Transaction;
  readonly #statements = new Map<Sql, StatementSync>();
  /** Settles when the work queued so far is done. There is one connection, so one transaction at a time. */
  #last: Promise<unknown> = Promise.resolve();

  readonly image?: DatabaseImage;

  constructor(database: DatabaseSync, isInMemory: boolean) {
    this.#database = database;
    // A file has to stay the file that it is; older versions of Node.js have no such methods.
    if (isInMemory && 'serialize' in database) {
      this.image = {
        take: () => this.#queue(async () => this.#database.serialize()),
        put: (bytes) =>
          this.#queue(async () => {
            this.#replace((database) => void database.deserialize(bytes));
          }),
        clear: () => this.#queue(async () => this.#isBig() && this.#replace(() => openDatabase(':memory:'))),
      };
    }
    this.#transaction = {
      get: async <Row>(sql: Sql, ...values: Value[]) => this.#prepare(sql).get(...values) as Row | undefined, // the caller's statement says what a row is
      all: async <Row>(sql: Sql, ...values: Value[]) => this.#prepare(sql).all(...values) as Row[],
      run: async (sql, ...values) => Number(this.#prepare(sql).run(...values).changes),
      nested: (work) =>
        this.#whole(
          'savepoint inner_work',
          work,
          'release inner_work',
          'rollback to inner_work',
          'release inner_work',
        ),
    };
  }

  read<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    return this.#queue(() => work(this.#transaction));
  }

  write<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    return this.#queue(() =>
      this.#whole('begin immediate', () => work(this.#transaction), 'commit', 'rollback'),
    );
  }

  async close(): Promise<void> {
    await this.#last;
    if (this.#database.isOpen) this.#database.close();
  }

  #isBig(): boolean {
    return Number(this.#prepare('pragma page_count').get()?.page_count) >= BIG;
  }

  /** Puts another content, or another database, in the place of this one. Columns that count up go on counting. */
  #replace(work: (database: DatabaseSync) => DatabaseSync | undefined): true {
    const before = this.#counters();
    this.#statements.clear(); // they belong to what is replaced
    const other = work(this.#database);
    if (other) {
      this.#database.close();
      this.#database = other;
    }
    const after = new Map(this.#counters().map(({ name, seq }) => [name, seq]));
    this.#prepare('delete from sqlite_sequence').run();
    const insert = this.#prepare('insert into sqlite_sequence (name, seq) values (?, ?)');
    for (const { name, seq } of before) insert.run(name, Math.max(seq, after.get(name) ?? 0));
    return true;
  }

  /** How far the columns have counted that count up by themselves. */
  #counters(): readonly { name: string; seq: number }[] {
    const rows = this.#prepare('select name, seq from sqlite_sequence').all();
    return rows.map(({ name, seq }) => ({ name: String(name), seq: Number(seq) }));
  }

  async #whole<T>(begin: Sql, work: () => Promise<T>, commit: Sql, ...rollback: Sql[]): Promise<T> {
    for (let tries = 1; !this.#begins(begin, tries < MAX_TRIES); tries++) await pause(BUSY_WAIT);
    try {
      const result = await work();
      this.#prepare(commit).run();
      return result;
    } catch (error) {
      this.#rollBack(rollback);
      throw error;
    }
  }

  /** Never throws, so that the cause is not hidden: when a disk is full, SQLite has rolled back by itself already. */
  #rollBack(rollback: readonly Sql[]): void {
    try {
      for (const sql of rollback) this.#prepare(sql).run();
    } catch (error) {
      if (resultCode(error) === undefined) throw error; // not an error of SQLite
    }
  }

  /**
   * Begins a transaction; tells whether it could, or throws unless one `isPatient`. What another connection writes
   * may be the work of this very process, which can only go on while nothing blocks: so SQLite is not left to wait.
   */
  #begins(begin: Sql, isPatient: boolean): boolean {
    try {
      this.#prepare(begin).run();
      return true;
    } catch (error) {
      if (isPatient && isBusy(error)) return false;
      throw error;
    }
  }

  #queue<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#last.then(work);
    this.#last = done.catch(() => undefined); // whoever waits for `done` is told; the queue goes on
    return done;
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
