import pg from 'pg';
import { AccountQueues } from './account-queues.ts';
import { ConnectionError, isOutage } from './errors.ts';
import { migratePostgres } from './migrations/migrate-postgres.ts';
import { parameterOf, statementOf } from './postgres-statements.ts';
import type { Sql, Store, TableListener, Transaction, Value } from './store.ts';
import { changedTable, TableWatchers } from './table-watchers.ts';

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
    types,
  });
  pool.on('error', () => undefined); // an idle connection was lost; the pool opens another when one is needed
  try {
    const client = await connect(pool);
    await migratePostgres(client, migrate).finally(() => client.release());
  } catch (error) {
    await pool.end();
    throw error;
  }
  return new PostgresStore(pool);
}

async function connect(pool: pg.Pool): Promise<pg.PoolClient> {
  try {
    return await pool.connect();
  } catch (error) {
    const reason = error instanceof Error ? error.message || error.name : String(error);
    throw new ConnectionError(`PostgreSQL cannot be reached: ${reason}`, { cause: error });
  }
}

/** The keys of advisory locks. A write transaction shares the first, or holds it alone; accounts are below the second. */
const [DATABASE_LOCK, ACCOUNT_LOCK] = [1_953_657_707, 7472];

const BEGIN_READ = 'begin isolation level repeatable read read only';
const BEGIN_SHARED = `begin; select pg_advisory_xact_lock(${DATABASE_LOCK})`;

/** Begins a transaction that is alone with an account. Locks are taken before the first statement sees any rows. */
const beginOn = (accountId: string) =>
  `begin; select pg_advisory_xact_lock_shared(${DATABASE_LOCK});
   select pg_advisory_xact_lock(${ACCOUNT_LOCK}, ${hashOf(accountId)})`;

/** A signed 32-bit hash (FNV-1a). Accounts with the same hash wait for each other, which does no harm. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash | 0;
}

class PostgresStore implements Store {
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
      const changed = new Set<string>();
      const begin = accountId === undefined ? BEGIN_SHARED : beginOn(accountId);
      const result = await this.#transaction(begin, work, changed);
      this.#watchers.report(changed, accountId);
      return result;
    });
  }

  watch(accountId: string | undefined, listener: TableListener): () => void {
    return this.#watchers.watch(accountId, listener);
  }

  async close(): Promise<void> {
    await this.#queues.idle();
    await Promise.allSettled(this.#reads);
    if (!this.#pool.ending) await this.#pool.end();
  }

  async #transaction<T>(
    begin: Sql,
    work: (tx: Transaction) => Promise<T>,
    changed?: Set<string>,
  ): Promise<T> {
    const client = await connect(this.#pool);
    let lost: Error | undefined;
    const onError = (error: Error) => {
      lost = error;
    };
    client.on('error', onError);
    try {
      await client.query(begin);
      const result = await work(transactionOn(client, changed));
      await client.query('commit');
      return result;
    } catch (error) {
      if (lost === undefined) await client.query('rollback').catch(onError);
      if (lost === undefined || isOutage(error)) throw error;
      throw new ConnectionError(`the connection to PostgreSQL was lost: ${lost.message}`, { cause: error });
    } finally {
      client.off('error', onError);
      client.release(lost);
    }
  }
}

function transactionOn(client: pg.PoolClient, changed: Set<string> | undefined): Transaction {
  const query = async (sql: Sql, values: readonly Value[]) => {
    const result = await client.query({ ...statementOf(sql), values: values.map(parameterOf) });
    const table = changed && result.rowCount ? changedTable(sql) : undefined;
    if (table !== undefined) changed?.add(table);
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
