import pg from 'pg';
import { pause } from '../platform/timers.ts';
import { AccountQueues } from './account-queues.ts';
import { Announcer, newsIn } from './announcer.ts';
import { ConnectionError } from './errors.ts';
import { migratePostgres } from './migrations/migrate-postgres.ts';
import { connectionSettings, outageOf, unreachable } from './postgres-driver.ts';
import { SideConnection } from './postgres-side.ts';
import { PostgresTransaction } from './postgres-transaction.ts';
import type { Sql, Store, TableListener, Transaction, Value } from './store.ts';
import { type TableChanges, TableWatchers } from './table-watchers.ts';

/** Connections of one server. */
const MAX_CONNECTIONS = 10;

/** Opens a PostgreSQL database by its URL, and creates or migrates its tables. */
export async function openPostgres(url: string, { migrate = true } = {}): Promise<Store> {
  const pool = new pg.Pool({
    ...connectionSettings(url),
    max: MAX_CONNECTIONS,
  });
  // A lost connection fails the statement that uses it, and the pool opens another when one is needed.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  try {
    const client = await connect(pool);
    await migratePostgres(client, migrate).finally(() => client.release());
  } catch (error) {
    await pool.end();
    throw error;
  }
  return new PostgresStore(pool, new SideConnection(url));
}

/** Takes a connection. Throws a `ConnectionError` when PostgreSQL cannot be reached. */
async function connect(pool: pg.Pool): Promise<pg.PoolClient> {
  try {
    return await pool.connect();
  } catch (error) {
    throw unreachable(error);
  }
}

/** The keys of advisory locks. A write transaction shares the first, or holds it alone; accounts are below the second. */
const [DATABASE_LOCK, ACCOUNT_LOCK] = [1_953_657_707, 7472];

const BEGIN = 'begin';
const BEGIN_READ = 'begin isolation level repeatable read read only';

/** The number under which PostgreSQL stores the status of the transaction, and the time when PostgreSQL started. */
const IDENTITY = 'pg_current_xact_id()::text as number, pg_postmaster_start_time()::text as started';

interface Identity {
  readonly number: string;
  readonly started: string;
}

/** Makes a transaction alone with an account. Locks are taken before the first statement that sees any rows. */
const lockOf = (accountId: string): pg.QueryConfig => ({
  name: 'lock_account',
  text: `select pg_advisory_xact_lock_shared(${DATABASE_LOCK}), pg_advisory_xact_lock(${ACCOUNT_LOCK}, $1), ${IDENTITY}`,
  values: [hashOf(accountId)],
});

/** Makes a transaction alone with all accounts. */
const LOCK_ALL: pg.QueryConfig = {
  name: 'lock_all',
  text: `select pg_advisory_xact_lock(${DATABASE_LOCK}), ${IDENTITY}`,
};

/**
 * Returns the status of a transaction. After a crash, PostgreSQL reuses the numbers of transactions that never reached
 * the disk. A number at or above the one at which recovery ended is such a number: that transaction was not committed.
 */
const STATUS = `
  select case when started = $2 or number < split_part(next, ':', 1)::numeric * 4294967296 + split_part(next, ':', 2)::numeric
    then pg_xact_status($1::text::xid8) else 'aborted' end as status
  from (select $1::text::numeric as number, pg_postmaster_start_time()::text as started, next_xid as next
        from pg_control_checkpoint()) as known`;

/** A signed 32-bit hash (FNV-1a). Accounts with the same hash wait for each other, which does no harm. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash | 0;
}

/** Lets every sequence continue after the highest number in use. */
const RENUMBER = `do $$ declare name text; sequence text; begin
  for name in select table_name from information_schema.columns
    where table_schema = current_schema() and column_name = 'seq' loop
    sequence := pg_get_serial_sequence(name, 'seq');
    execute format('select setval(%L, greatest(nextval(%L), (select coalesce(max(seq), 0) from %I)))', sequence, sequence, name);
  end loop;
end $$`;

class PostgresStore implements Store {
  readonly isShared = true;
  readonly #pool: pg.Pool;
  readonly #queues = new AccountQueues();
  readonly #watchers = new TableWatchers();
  readonly #reads = new Set<Promise<unknown>>();

  readonly #announcer = new Announcer((text) => this.beside.announce(text));
  readonly beside: SideConnection;

  constructor(pool: pg.Pool, beside: SideConnection) {
    this.#pool = pool;
    this.beside = beside;
  }

  read<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    const done = this.#read(work);
    this.#reads.add(done);
    const forget = () => void this.#reads.delete(done);
    done.then(forget, forget);
    return done;
  }

  write<T>(work: (tx: Transaction) => Promise<T>, accountId?: string): Promise<T> {
    return this.#queues.run(accountId, async () => {
      const changes = this.#watchers.begin();
      const lock = accountId === undefined ? LOCK_ALL : lockOf(accountId);
      const result = await this.#write(lock, work, changes);
      changes?.report();
      if (changes) this.#announcer.add(accountId, changes.tables);
      return result;
    });
  }

  async renumber(tx: Transaction): Promise<void> {
    await tx.run(RENUMBER);
  }

  watch(accountId: string | undefined, listener: TableListener): () => void {
    this.beside.listen({
      onNews: (text) => {
        for (const [account, tables] of newsIn(text)) this.#watchers.tell(account, new Set(tables));
      },
      onGap: () => this.#watchers.replaceAll(),
    });
    return this.#watchers.watch(accountId, listener);
  }

  readonly announce = (accountId: string | undefined, table: string) =>
    this.#announcer.add(accountId, [table]);

  readonly direct: Pick<Transaction, 'get'> = {
    get: async <Row>(sql: Sql, ...values: Value[]) => {
      const client = await connect(this.#pool);
      let lost: Error | undefined;
      try {
        return await new PostgresTransaction(client).get<Row>(sql, ...values);
      } catch (error) {
        lost = await rollBack(client); // fails if the connection is lost
        throw lost === undefined ? error : outageOf(error);
      } finally {
        client.release(lost);
      }
    },
  };

  readonly pool = () => {
    const { totalCount: size, idleCount: idle, waitingCount: waiting } = this.#pool;
    return { size, idle, waiting };
  };

  async close(): Promise<void> {
    await this.#queues.idle();
    await Promise.allSettled(this.#reads);
    this.#announcer.end();
    await this.beside.close();
    if (!this.#pool.ending) await this.#pool.end();
  }

  async #read<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    const client = await connect(this.#pool);
    let lost: Error | undefined;
    try {
      const tx = new PostgresTransaction(client);
      tx.send(BEGIN_READ);
      const result = await work(tx);
      tx.send('commit'); // the next user of the connection sends its statements after it
      return result;
    } catch (error) {
      lost = await rollBack(client);
      throw lost === undefined ? error : outageOf(error);
    } finally {
      client.release(lost); // the pool drops a lost connection
    }
  }

  /** Sends the first statement of `work` without waiting for the lock. */
  async #write<T>(
    lock: pg.QueryConfig,
    work: (tx: Transaction) => Promise<T>,
    changes?: TableChanges,
  ): Promise<T> {
    const client = await connect(this.#pool);
    const tx = new PostgresTransaction(client, changes);
    tx.send(BEGIN);
    const locked = client.query<Identity>(lock);
    locked.catch(() => undefined); // every later statement fails
    let result: { readonly value: T } | undefined;
    let lost: Error | undefined;
    try {
      result = { value: await work(tx) };
      await locked; // without the number, the outcome of a commit whose answer is lost would stay unknown
      await tx.commit();
      return result.value;
    } catch (error) {
      lost = await rollBack(client);
      if (lost === undefined) throw error;
      const identity = await locked.then(
        ({ rows }) => rows[0],
        () => undefined,
      );
      if (result !== undefined && identity && (await this.#isCommitted(identity))) return result.value;
      throw outageOf(error);
    } finally {
      client.release(lost);
    }
  }

  /** Finds out whether a transaction was committed whose connection was lost meanwhile. */
  async #isCommitted({ number, started }: Identity): Promise<boolean> {
    for (let tries = 1; ; tries++) {
      try {
        const { rows } = await this.#pool.query(STATUS, [number, started]);
        if (rows[0]?.status !== 'in progress') return rows[0]?.status === 'committed';
      } catch (error) {
        if (tries >= MAX_STATUS_TRIES) throw unreachable(error);
      }
      if (tries >= MAX_STATUS_TRIES) throw new ConnectionError('PostgreSQL has not ended a transaction.');
      await pause(STATUS_WAIT);
    }
  }
}

/** How often a server asks what became of a transaction, and the milliseconds between two attempts. */
const [MAX_STATUS_TRIES, STATUS_WAIT] = [300, 100];

/** Rolls back. Returns the error if the connection is lost: then PostgreSQL does it by itself. */
async function rollBack(client: pg.PoolClient): Promise<Error | undefined> {
  try {
    await client.query('rollback');
    return undefined;
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}
