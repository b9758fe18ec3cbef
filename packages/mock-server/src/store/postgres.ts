import pg from 'pg';
import { pause } from '../platform/timers.ts';
import { AccountQueues } from './account-queues.ts';
import { ConnectionError, isOutage } from './errors.ts';
import { migratePostgres } from './migrations/migrate-postgres.ts';
import { parameterOf, statementOf } from './postgres-statements.ts';
import type { Sql, Store, TableListener, Transaction, Value } from './store.ts';
import { type TableChanges, TableWatchers } from './table-watchers.ts';

/** Connections of one server. */
const MAX_CONNECTIONS = 10;

/** Milliseconds until an attempt to connect fails. */
const CONNECT_TIMEOUT = 10_000;

/** The object ids of the types that the driver would return as text or as booleans. */
const TYPES = { bool: 16, int8: 20, numeric: 1700 };

const parsers = new Map<number, (text: string) => Value>([
  [TYPES.bool, (text) => (text === 't' ? 1 : 0)],
  [TYPES.int8, Number],
  [TYPES.numeric, Number],
]);

const types: pg.CustomTypesConfig = {
  getTypeParser: (type, format) => parsers.get(type) ?? pg.types.getTypeParser(type, format),
};

/** Opens a PostgreSQL database by its URL, and creates or migrates its tables. */
export async function openPostgres(url: string, { migrate = true } = {}): Promise<Store> {
  const pool = new pg.Pool({
    connectionString: url,
    max: MAX_CONNECTIONS,
    connectionTimeoutMillis: CONNECT_TIMEOUT,
    application_name: 'trickle-server',
    keepAlive: true,
    pipeline: true,
    types,
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
  return new PostgresStore(pool);
}

/** Takes a connection. Throws a `ConnectionError` when PostgreSQL cannot be reached. */
async function connect(pool: pg.Pool): Promise<pg.PoolClient> {
  try {
    return await pool.connect();
  } catch (error) {
    throw lostConnection('PostgreSQL cannot be reached', error);
  }
}

function lostConnection(what: string, cause: unknown): ConnectionError {
  const reason = cause instanceof Error ? cause.message || cause.name : String(cause);
  return new ConnectionError(`${what}: ${reason}`, { cause });
}

/** The keys of advisory locks. A write transaction shares the first, or holds it alone; accounts are below the second. */
const [DATABASE_LOCK, ACCOUNT_LOCK] = [1_953_657_707, 7472];

const BEGIN_READ = 'begin isolation level repeatable read read only';

/** Returns the number by which PostgreSQL remembers what became of the transaction. */
const NUMBER = 'select pg_current_xact_id()::text as number';

const BEGIN_ON_ALL = `begin; select pg_advisory_xact_lock(${DATABASE_LOCK}); ${NUMBER}`;

/** Begins a transaction that is alone with an account. Locks are taken before the first statement sees any rows. */
const beginOn = (accountId: string) =>
  `begin; select pg_advisory_xact_lock_shared(${DATABASE_LOCK});
   select pg_advisory_xact_lock(${ACCOUNT_LOCK}, ${hashOf(accountId)}); ${NUMBER}`;

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

  constructor(pool: pg.Pool) {
    this.#pool = pool;
  }

  read<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    const done = this.#transaction(BEGIN_READ, work);
    this.#reads.add(done);
    const forget = () => void this.#reads.delete(done);
    done.then(forget, forget);
    return done;
  }

  write<T>(work: (tx: Transaction) => Promise<T>, accountId?: string): Promise<T> {
    return this.#queues.run(accountId, async () => {
      const changes = this.#watchers.begin();
      const begin = accountId === undefined ? BEGIN_ON_ALL : beginOn(accountId);
      const result = await this.#transaction(begin, work, changes);
      changes?.report();
      return result;
    });
  }

  async renumber(tx: Transaction): Promise<void> {
    await tx.run(RENUMBER);
  }

  watch(accountId: string | undefined, listener: TableListener): () => void {
    return this.#watchers.watch(accountId, listener);
  }

  readonly pool = () => {
    const { totalCount: size, idleCount: idle, waitingCount: waiting } = this.#pool;
    return { size, idle, waiting };
  };

  async close(): Promise<void> {
    await this.#queues.idle();
    await Promise.allSettled(this.#reads);
    if (!this.#pool.ending) await this.#pool.end();
  }

  /** Sends the first statement of `work` without waiting for the answer to `begin`. */
  async #transaction<T>(
    begin: Sql,
    work: (tx: Transaction) => Promise<T>,
    changes?: TableChanges,
  ): Promise<T> {
    const client = await connect(this.#pool);
    const begun = client.query(begin);
    begun.catch(() => undefined); // without a transaction, every later statement fails
    let result: { readonly value: T } | undefined;
    let lost: Error | undefined;
    try {
      result = { value: await work(transactionOn(client, changes)) };
      const { command } = await client.query('commit');
      await begun;
      // After a failed statement, PostgreSQL answers a commit with a rollback.
      if (command !== 'COMMIT')
        throw new Error('A statement of the transaction failed, so it was rolled back.');
      return result.value;
    } catch (error) {
      lost = await rollBack(client);
      if (lost === undefined) throw error;
      const number = await begun.then(numberIn, () => undefined);
      if (result !== undefined && number !== undefined && (await this.#isCommitted(number)))
        return result.value;
      throw isOutage(error) ? error : lostConnection('the connection to PostgreSQL was lost', error);
    } finally {
      client.release(lost); // the pool drops a lost connection
    }
  }

  /** Finds out whether a transaction was committed whose connection was lost meanwhile. */
  async #isCommitted(number: string): Promise<boolean> {
    for (let tries = 1; ; tries++) {
      try {
        const { rows } = await this.#pool.query('select pg_xact_status($1::text::xid8) as status', [number]);
        if (rows[0]?.status !== 'in progress') return rows[0]?.status === 'committed';
      } catch (error) {
        if (tries >= MAX_STATUS_TRIES) throw lostConnection('PostgreSQL cannot be reached', error);
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

/** The number that the statements of `NUMBER` returned last. */
function numberIn(results: unknown): string | undefined {
  const last: unknown = Array.isArray(results) ? results.at(-1) : undefined;
  return (last as pg.QueryResult<{ number: string }> | undefined)?.rows[0]?.number;
}

function transactionOn(client: pg.PoolClient, changes: TableChanges | undefined): Transaction {
  const query = async (sql: Sql, values: readonly Value[]) => {
    const result = await client.query({ ...statementOf(sql), values: values.map(parameterOf) });
    if (result.rowCount) changes?.note(sql, values);
    return result;
  };
  return {
    get: async <Row>(sql: Sql, ...values: Value[]) => (await query(sql, values)).rows[0] as Row | undefined, // the caller's statement determines the row
    all: async <Row>(sql: Sql, ...values: Value[]) => (await query(sql, values)).rows as Row[],
    run: async (sql, ...values) => (await query(sql, values)).rowCount ?? 0,
    async nested(work) {
      await client.query('savepoint inner_work');
      try {
        const result = await work();
        await client.query('release inner_work');
        return result;
      } catch (error) {
        await client.query('rollback to inner_work; release inner_work');
        throw error;
      }
    },
  };
}
