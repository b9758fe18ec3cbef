import pg from 'pg';
import { pause, stopwatch } from '../../shared/platform/timers.ts';
import { AccountQueues } from './account-queues.ts';
import { newsIn } from './announcer.ts';
import { ConnectionError, LockTimeoutError, stateOf } from './errors.ts';
import { LinkWatch } from './link-watch.ts';
import { type LockWait, LockWaits } from './lock-waits.ts';
import { migratePostgres } from './migrations/migrate-postgres.ts';
import { changedVersion, type MigrationOptions } from './migrations/migrations.ts';
import {
  connectionSettings,
  DEFAULT_TIMES,
  outageOf,
  type PostgresTimes,
  refusalOf,
  unreachable,
} from './postgres-driver.ts';
import { type Identity, lockOf, STATUS, tryLockOf } from './postgres-locks.ts';
import { SideConnection } from './postgres-side.ts';
import { PostgresTransaction } from './postgres-transaction.ts';
import { deleteRows, readRows, replaceRows } from './rows.ts';
import { FIND_VERSION } from './schema-version.ts';
import type { PoolFigures, Snapshot, Sql, Store, TableListener, Transaction, Value } from './store.ts';
import { type TableChanges, TableWatchers } from './transaction-end.ts';

const MAX_CONNECTIONS = 10;

/** Opens a PostgreSQL database by its URL, and creates or migrates its tables. */
export async function openPostgres(
  url: string,
  { times = DEFAULT_TIMES, ...options }: MigrationOptions & { readonly times?: PostgresTimes } = {},
): Promise<Store> {
  const settings = connectionSettings(url, times);
  const pool = new pg.Pool({ ...settings, max: MAX_CONNECTIONS, idleTimeoutMillis: times.unused });
  // A lost connection fails the statement that uses it, and the pool opens another when one is needed.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  try {
    const client = await connect(pool);
    await migratePostgres(client, options).finally(() => client.release());
  } catch (error) {
    await pool.end();
    throw refusalOf(error);
  }
  return new PostgresStore(
    pool,
    new SideConnection(url, times),
    times,
    new LinkWatch(settings, times.silence),
  );
}

/** Takes a connection. Throws a `ConnectionError` when PostgreSQL cannot be reached. */
async function connect(pool: pg.Pool): Promise<pg.PoolClient> {
  try {
    return await pool.connect();
  } catch (error) {
    throw unreachable(error);
  }
}

const BEGIN = 'begin';
const BEGIN_READ = 'begin isolation level repeatable read read only';

/** Sent after the lock, so that it sees what a migration has done that held the lock before. */
const VERSION: pg.QueryConfig = { name: 'find_version', text: FIND_VERSION };

/** Thrown within a transaction that does not wait for the lock of its account. */
const NOT_FREE = new Error('Another server is working on the account.');

interface WriteParts {
  readonly lock: pg.QueryConfig;
  readonly wait: LockWait;
  readonly changes: TableChanges | undefined;
}

class PostgresStore implements Store {
  readonly isShared = true;
  readonly #pool: pg.Pool;
  readonly #times: PostgresTimes;
  readonly #links: LinkWatch;
  readonly #waits = new LockWaits();
  /** The accounts whose lock was not free in time at the last attempt; undefined stands for all accounts. */
  readonly #stuck = new Set<string | undefined>();
  readonly #queues = new AccountQueues();
  readonly #watchers = new TableWatchers();
  readonly #reads = new Set<Promise<unknown>>();

  readonly autocommit: SideConnection;

  constructor(pool: pg.Pool, autocommit: SideConnection, times: PostgresTimes, links: LinkWatch) {
    this.#pool = pool;
    this.autocommit = autocommit;
    this.#times = times;
    this.#links = links;
  }

  read<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    const done = this.#read(work);
    this.#reads.add(done);
    const forget = () => void this.#reads.delete(done);
    done.then(forget, forget);
    return done;
  }

  readApart<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    return this.read(work); // each has a connection of its own
  }

  write<T>(work: (tx: Transaction) => Promise<T>, accountId?: string): Promise<T> {
    return this.#writeInTurn(work, accountId, lockOf(accountId));
  }

  async tryWrite<T>(work: (tx: Transaction) => Promise<T>, accountId: string): Promise<T | undefined> {
    try {
      return await this.#writeInTurn(work, accountId, tryLockOf(accountId));
    } catch (error) {
      if (error === NOT_FREE) return undefined;
      throw error;
    }
  }

  /** Accounts do not wait for each other's transactions. */
  writeInSlices<T>(work: (tx: Transaction) => Promise<T>, [first, ...others]: readonly string[]): Promise<T> {
    return this.write(work, others.length > 0 ? undefined : first);
  }

  held(): undefined {
    return undefined;
  }

  #writeInTurn<T>(
    work: (tx: Transaction) => Promise<T>,
    accountId: string | undefined,
    lock: pg.QueryConfig,
  ): Promise<T> {
    const wait = this.#waits.begin();
    return this.#queues.run(accountId, async () => {
      const changes = this.#watchers.begin();
      const result = await this.#write(accountId, work, { lock, wait, changes }).finally(wait.end);
      changes?.report();
      // Rows that belong to no account can concern any of them.
      if (changes) this.autocommit.announcer.add(accountId || undefined, changes.tables);
      return result;
    });
  }

  async snapshot(): Promise<Snapshot> {
    return { rows: await this.read(readRows) };
  }

  async restore(snapshot: Snapshot, onRestored?: () => void): Promise<void> {
    if (!('rows' in snapshot)) throw new Error('PostgreSQL cannot read an image of SQLite.');
    await this.write((tx) => replaceRows(tx, snapshot.rows, onRestored));
  }

  clear(): Promise<void> {
    return this.write((tx) => deleteRows(tx));
  }

  watch(accountId: string | undefined, listener: TableListener): () => void {
    this.autocommit.listen({
      onNews: (text) => {
        for (const [account, tables] of newsIn(text)) this.#watchers.tell(account, new Set(tables));
      },
      onGap: () => this.#watchers.replaceAll(),
    });
    return this.#watchers.watch(accountId, listener);
  }

  readonly direct: Pick<Transaction, 'get' | 'all'> = {
    get: async <Row>(sql: Sql, ...values: Value[]) => (await this.#direct<Row>(sql, values))[0],
    all: <Row>(sql: Sql, ...values: Value[]) => this.#direct<Row>(sql, values),
  };

  async #direct<Row>(sql: Sql, values: readonly Value[]): Promise<Row[]> {
    const { client, release } = await this.#connect();
    let lost: Error | undefined;
    try {
      return await new PostgresTransaction(client).all<Row>(sql, ...values);
    } catch (error) {
      lost = await rollBack(client); // fails if the connection is lost
      throw lost === undefined ? refusalOf(error) : outageOf(error);
    } finally {
      release(lost);
    }
  }

  pool(): PoolFigures {
    const { totalCount: size, idleCount: idle, waitingCount: waiting } = this.#pool;
    return { size, idle, waiting, lockWaits: this.#waits.count, oldestLockWait: this.#waits.oldest };
  }

  async close(): Promise<void> {
    await this.#queues.idle();
    await Promise.allSettled(this.#reads);
    this.#links.end();
    await this.autocommit.close();
    if (!this.#pool.ending) await this.#pool.end();
  }

  /** Takes a connection, which is watched until it is released. The pool drops a lost one. */
  async #connect(): Promise<{ client: pg.PoolClient; release: (lost: Error | undefined) => void }> {
    const client = await connect(this.#pool);
    const unwatch = this.#links.watch(client);
    const release = (lost: Error | undefined) => {
      unwatch();
      client.release(lost);
    };
    return { client, release };
  }

  async #read<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    const { client, release } = await this.#connect();
    let lost: Error | undefined;
    try {
      const tx = new PostgresTransaction(client);
      tx.send(BEGIN_READ);
      const result = await work(tx);
      tx.send('commit'); // the next user of the connection sends its statements after it
      return result;
    } catch (error) {
      lost = await rollBack(client);
      throw lost === undefined ? refusalOf(error) : outageOf(error);
    } finally {
      release(lost);
    }
  }

  /** Sends the first statement of `work` without waiting for the lock. */
  async #write<T>(
    accountId: string | undefined,
    work: (tx: Transaction) => Promise<T>,
    { lock, wait, changes }: WriteParts,
  ): Promise<T> {
    if (this.#stuck.has(accountId) && wait.elapsed() >= this.#times.lock) throw this.#timeout(accountId);
    const { client, release } = await this.#connect();
    const tx = new PostgresTransaction(client, changes);
    tx.send(BEGIN);
    const start = this.#begin(client, accountId, { lock, wait });
    let result: { readonly value: T } | undefined;
    let lost: Error | undefined;
    const committed = (value: T) => {
      tx.reportCommit();
      return value;
    };
    try {
      if (lock.name === 'try_account' && (await start)?.is_free === 0) throw NOT_FREE;
      result = { value: await work(tx) };
      await start; // without the number, the outcome of a commit whose response is lost would stay unknown
      await tx.commit();
      return committed(result.value);
    } catch (error) {
      lost = await rollBack(client);
      const { identity, failure } = await start.then(
        (found) => ({ identity: found, failure: undefined }),
        (cause: unknown) => ({ identity: undefined, failure: { cause } }),
      );
      if (lost === undefined) throw failure ? failure.cause : refusalOf(error);
      if (result !== undefined && identity && (await this.#isCommitted(identity)))
        return committed(result.value);
      throw outageOf(error);
    } finally {
      tx.reportRollback();
      release(lost);
    }
  }

  /**
   * Takes the lock, and finds out whether a newer server has migrated the tables in the meantime. If it rejects, later
   * statements of the transaction fail, or must not be committed.
   */
  // Unspecified: U-301
  #begin(
    client: pg.PoolClient,
    accountId: string | undefined,
    { lock, wait }: Pick<WriteParts, 'lock' | 'wait'>,
  ): Promise<Identity | undefined> {
    const locked = client.query<Identity>(lock);
    const found = client.query<{ version: number }>(VERSION);
    found.catch(() => undefined); // fails with the lock
    const start = locked.finally(wait.end).then(
      async ({ rows }) => {
        this.#stuck.delete(accountId);
        this.autocommit.refusal = changedVersion(Number((await found).rows[0]?.version));
        if (this.autocommit.refusal) throw this.autocommit.refusal;
        return rows[0];
      },
      (error: unknown) => {
        if (stateOf(error) !== LOCK_TIMEOUT) throw refusalOf(error);
        this.#stuck.add(accountId);
        throw this.#timeout(accountId, error);
      },
    );
    start.catch(() => undefined); // awaited after the work
    return start;
  }

  #timeout(accountId: string | undefined, cause?: unknown): LockTimeoutError {
    const what = accountId ? `account ${accountId}` : accountId === '' ? 'tokens' : 'accounts';
    const message = `Transactions of other servers have locked ${what} for ${this.#times.lock} ms, so nothing was done`;
    return new LockTimeoutError(message, { cause });
  }

  /** Finds out whether a transaction was committed whose connection was lost in the meantime. */
  async #isCommitted({ number, started }: Identity): Promise<boolean> {
    for (const elapsed = stopwatch(); ; ) {
      try {
        const row = await this.direct.get<{ status: string | null }>(STATUS, number, started);
        if (row?.status !== 'in progress') return row?.status === 'committed';
      } catch (error) {
        if (elapsed() >= MAX_STATUS_WAIT) throw unreachable(error);
      }
      if (elapsed() >= MAX_STATUS_WAIT) throw new ConnectionError('PostgreSQL has not ended a transaction.');
      await pause(STATUS_WAIT);
    }
  }
}

/** The longest time for asking about the fate of a transaction, and the pause between two attempts, in milliseconds. */
const [MAX_STATUS_WAIT, STATUS_WAIT] = [30_000, 100];

/** The SQLSTATE of a lock that was not free in time. */
const LOCK_TIMEOUT = '55P03';

/** Rolls back. Returns the error if the connection is lost: then PostgreSQL does it by itself. */
async function rollBack(client: pg.PoolClient): Promise<Error | undefined> {
  try {
    await client.query('rollback');
    return undefined;
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}
