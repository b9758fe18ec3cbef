import pg from 'pg';
import { inject } from 'vitest';
import type { OpenOptions } from '../../src/store/open.ts';
import { openPostgres } from '../../src/store/postgres.ts';
import { TABLES } from '../../src/store/schema.ts';
import { openSqlite } from '../../src/store/sqlite.ts';
import type { Store } from '../../src/store/store.ts';

/**
 * Replaces `openStore` in the tests on PostgreSQL: opens an empty database where the server would keep its data in
 * memory. Files stay what they are.
 */
export async function openStore(db = ':memory:', options: OpenOptions = {}): Promise<Store> {
  if (/^postgres(ql)?:/.test(db)) return openPostgres(db, options);
  if (db !== ':memory:') return openSqlite(db, options);
  const name = free.pop() ?? (await createDatabase());
  const store = await openPostgres(urlOf(name));
  return {
    read: (work) => store.read(work),
    write: (work, accountId) => store.write(work, accountId),
    watch: (accountId, listener) => store.watch(accountId, listener),
    renumber: (tx) => store.renumber?.(tx) ?? Promise.resolve(),
    isShared: store.isShared ?? false,
    ...(store.direct && { direct: store.direct }),
    async close() {
      await store.close();
      await empty(name);
      free.push(name);
    },
  };
}

/** Databases that no server uses. */
const free: string[] = [];
let count = 0;

const urlOf = (name: string): string => {
  const url = new URL(inject('postgresUrl').replace('trickle@/', 'trickle@localhost/'));
  url.pathname = `/${name}`;
  return url.href.replace('trickle@localhost/', 'trickle@/');
};

async function createDatabase(): Promise<string> {
  count++;
  const name = `test_${process.pid}_${process.env.VITEST_WORKER_ID ?? 0}_${Math.random().toString(36).slice(2)}_${count}`;
  await run('postgres', `create database ${name} template template_trickle`);
  return name;
}

/** Deletes all rows, and starts the numbers of rows again. */
const empty = (name: string): Promise<void> =>
  run(
    name,
    `${[...TABLES, 'instances'].map((table) => `delete from ${table};`).join('\n')}
     do $$ declare name text; begin
       for name in select sequencename from pg_sequences where last_value is not null loop
         execute format('alter sequence %I restart', name);
       end loop;
     end $$`,
  );

async function run(database: string, statements: string): Promise<void> {
  const client = new pg.Client({ connectionString: urlOf(database) });
  await client.connect();
  try {
    await client.query(statements);
  } finally {
    await client.end();
  }
}
