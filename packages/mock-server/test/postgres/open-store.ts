import pg from 'pg';
import { inject } from 'vitest';
import type { OpenOptions } from '../../src/store/open.ts';
import { openPostgres } from '../../src/store/postgres.ts';
import { MEMORY_TABLES, TABLES } from '../../src/store/schema.ts';
import { openSqlite } from '../../src/store/sqlite.ts';
import type { Sql, Store, Transaction } from '../../src/store/store.ts';
import { assertRestricted } from './restricted.ts';

/**
 * Replaces `openStore` in the tests on PostgreSQL: opens an empty database where the server would keep its data in
 * memory. Files stay what they are.
 */
export async function openStore(db = ':memory:', options: OpenOptions = {}): Promise<Store> {
  if (/^postgres(ql)?:/.test(db)) return openPostgres(db, options);
  if (db !== ':memory:') return openSqlite(db, options);
  return lend(free.pop() ?? (await openPostgres(urlOf(await createDatabase()))));
}

/** Empty databases that no server uses, whose connections have already prepared the statements of earlier servers. */
const free: Store[] = [];
let count = 0;

/** A store whose `close` empties the database for the next server. */
function lend(store: Store): Store {
  const underWay = new Set<Promise<unknown>>();
  const watches = new Set<() => void>();
  let closing: Promise<void> | undefined;
  const track = <T>(start: () => Promise<T>): Promise<T> => {
    if (closing !== undefined) return Promise.reject(new Error('the database is not open'));
    const done = start();
    underWay.add(done);
    const forget = () => void underWay.delete(done);
    done.then(forget, forget);
    return done;
  };
  const { direct, beside, announce } = store;
  return {
    read: (work) => track(() => store.read((tx) => work(checked(tx)))),
    write: (work, accountId) => track(() => store.write((tx) => work(checked(tx)), accountId)),
    watch(accountId, listener) {
      const end = store.watch(accountId, listener);
      watches.add(end);
      return end;
    },
    renumber: (tx) => store.renumber?.(tx) ?? Promise.resolve(),
    isShared: store.isShared ?? false,
    ...(direct && { direct: { get: (sql, ...values) => track(() => direct.get(sql, ...values)) } }),
    ...(beside && {
      beside: {
        get: (sql, ...values) => track(() => beside.get(checkedSql(sql), ...values)),
        all: (sql, ...values) => track(() => beside.all(checkedSql(sql), ...values)),
        run: (sql, ...values) => track(() => beside.run(checkedSql(sql), ...values)),
      },
    }),
    ...(announce && { announce }),
    async close() {
      while (underWay.size > 0) await Promise.allSettled(underWay); // work can start more work
      for (const end of watches) end();
      closing ??= empty(store).then(() => void free.push(store));
      await closing;
    },
  };
}

/** A transaction that rejects statements on more than one account. */
const checked = (tx: Transaction): Transaction => {
  return {
    get: (sql, ...values) => tx.get(checkedSql(sql), ...values),
    all: (sql, ...values) => tx.all(checkedSql(sql), ...values),
    run: (sql, ...values) => tx.run(checkedSql(sql), ...values),
    nested: (work) => tx.nested(work),
  };
};

function checkedSql(sql: Sql): Sql {
  assertRestricted(sql);
  return sql;
}

const urlOf = (name: string): string => {
  const url = new URL(inject('postgresUrl').replace('trickle@/', 'trickle@localhost/'));
  url.pathname = `/${name}`;
  return url.href.replace('trickle@localhost/', 'trickle@/');
};

async function createDatabase(): Promise<string> {
  count++;
  const name = `test_${process.pid}_${process.env.VITEST_WORKER_ID ?? 0}_${Math.random().toString(36).slice(2)}_${count}`;
  const client = new pg.Client({ connectionString: urlOf('postgres') });
  await client.connect();
  try {
    await client.query(`create database ${name} template template_trickle`);
  } finally {
    await client.end();
  }
  return name;
}

/** Deletes all rows, and starts the numbers of rows again. */
const empty = (store: Store): Promise<void> =>
  store.write(async (tx) => {
    const tables = [...TABLES, ...MEMORY_TABLES, 'instances'];
    await Promise.all(tables.map((table) => tx.run(`delete from ${table}`)));
    await tx.run(RESTART);
  });

const RESTART = `do $$ declare name text; begin
  for name in select sequencename from pg_sequences where last_value is not null loop
    execute format('alter sequence %I restart', name);
  end loop;
end $$`;
