import { TIME_LIMIT } from '../../../../scripts/setup/time-limit.ts';
import type { MigrationOptions } from '../../src/store/engine/migrations/migrations.ts';
import { openPostgres } from '../../src/store/engine/postgres.ts';
import { DEFAULT_TIMES } from '../../src/store/engine/postgres-driver.ts';
import { MEMORY_TABLES, TABLES } from '../../src/store/engine/schema.ts';
import { openSqlite } from '../../src/store/engine/sqlite.ts';
import type { Sql, Statements, Store, Transaction } from '../../src/store/engine/store.ts';
import { databases } from './databases.ts';
import { assertRestricted } from './restricted.ts';

/**
 * On a slow machine, a transaction may wait, or do nothing between two statements, for longer than a server allows. A new
 * connection would prepare all statements again.
 */
const times = { ...DEFAULT_TIMES, lock: TIME_LIMIT, idle: TIME_LIMIT, unused: 60_000 };

/**
 * Replaces `openStore` in the tests on PostgreSQL: opens an empty database where the server would keep its data in
 * memory. Files stay what they are.
 */
export async function openStore(db = ':memory:', options: MigrationOptions = {}): Promise<Store> {
  if (/^postgres(ql)?:/.test(db)) return openPostgres(db, options);
  if (db !== ':memory:') return openSqlite(db, options);
  const store = free.pop() ?? (await openPostgres(databases.url(await databases.create()), { times }));
  await warm(store);
  return lend(store);
}

/** The number of requests that a test sends at once and expects to overlap. */
const CONNECTIONS = 6;

/** Opens connections, so that of requests sent at once none is done before another has its connection. */
async function warm(store: Store): Promise<void> {
  if ((store.pool()?.idle ?? 0) >= CONNECTIONS) return;
  const connect = () => store.read((tx) => tx.get('select 1'));
  await Promise.all(Array.from({ length: CONNECTIONS }, connect));
}

/** Empty databases that no server uses, whose connections have already prepared the statements of earlier servers. */
const free: Store[] = [];

/** The tables that each server has written to. */
const writtenBy = new WeakMap<Store, Set<string>>();

/** Notes tables that a server has written to. Returns false if its database is not emptied once it is closed. */
export function noteWritten(store: Store, tables: readonly string[]): boolean {
  const written = writtenBy.get(store);
  for (const table of tables) written?.add(table);
  return written !== undefined;
}

/** A store whose `close` empties the database for the next server. */
function lend(store: Store): Store {
  const underWay = new Set<Promise<unknown>>();
  const watches = new Set<() => void>();
  const tables = new Set<string>();
  let closing: Promise<void> | undefined;
  const track = <T>(start: () => Promise<T>): Promise<T> => {
    if (closing !== undefined) return Promise.reject(new Error('the database is not open'));
    const done = start();
    underWay.add(done);
    const forget = () => void underWay.delete(done);
    done.then(forget, forget);
    return done;
  };
  const statements = checkedStatements(store.autocommit, tables);
  const lent: Store = {
    isShared: store.isShared,
    read: (work) => track(() => store.read((tx) => work(checked(tx, tables)))),
    readApart: (work) => track(() => store.readApart((tx) => work(checked(tx, tables)))),
    write: (work, accountId) => track(() => store.write((tx) => work(checked(tx, tables)), accountId)),
    tryWrite: (work, accountId) => track(() => store.tryWrite((tx) => work(checked(tx, tables)), accountId)),
    writeInSlices: (work, accountIds) =>
      track(() => store.writeInSlices((tx) => work(checked(tx, tables)), accountIds)),
    held: (accountId) => store.held(accountId),
    watch(accountId, listener) {
      const end = store.watch(accountId, listener);
      watches.add(end);
      return end;
    },
    autocommit: {
      get: (sql, ...values) => track(() => statements.get(sql, ...values)),
      all: (sql, ...values) => track(() => statements.all(sql, ...values)),
      change: (...change) => track(() => statements.change(...change)),
      insertReturning: (...insert) => track(() => statements.insertReturning(...insert)),
    },
    direct: {
      get: (sql, ...values) => track(() => store.direct.get(check(sql, tables), ...values)),
      all: (sql, ...values) => track(() => store.direct.all(check(sql, tables), ...values)),
    },
    snapshot: () => track(() => store.snapshot()),
    async restore(snapshot, onRestored) {
      noteAll(tables);
      await track(() => store.restore(snapshot, onRestored));
    },
    clear: () => track(() => store.clear()),
    pool: () => undefined,
    async close() {
      while (underWay.size > 0) await Promise.allSettled(underWay); // work can start more work
      for (const end of watches) end();
      closing ??= empty(store, tables).then(() => void free.push(store));
      await closing;
    },
  };
  writtenBy.set(lent, tables);
  return lent;
}

const checked = (tx: Transaction, written: Set<string>): Transaction => ({
  ...checkedStatements(tx, written),
  nested: (work) => tx.nested(work),
  cached: (key, tables, load) => tx.cached(key, tables, load),
  async renumber() {
    noteAll(written);
    await tx.renumber();
  },
  afterCommit: (work) => tx.afterCommit(work),
  onRollback: (work) => tx.onRollback(work),
});

/** Rejects statements on more than one account, and notes the tables that the others write to. */
function check(sql: Sql, written: Set<string>): Sql {
  assertRestricted(sql);
  for (const table of tablesWrittenBy(sql)) written.add(table);
  return sql;
}

/** Continuing the numbers of rows also raises the next numbers of tables without rows. */
function noteAll(written: Set<string>): void {
  for (const table of [...TABLES, ...MEMORY_TABLES]) written.add(table);
}

const checkedStatements = (statements: Statements, written: Set<string>): Statements => ({
  get: (sql, ...values) => statements.get(check(sql, written), ...values),
  all: (sql, ...values) => statements.all(check(sql, written), ...values),
  change: (target, kind, sql, values) => statements.change(target, kind, check(sql, written), values),
  insertReturning: (target, sql, values) => statements.insertReturning(target, check(sql, written), values),
});

const written = new Map<Sql, readonly string[]>();

/** The tables that a statement can leave rows in. */
function tablesWrittenBy(sql: Sql): readonly string[] {
  let tables = written.get(sql);
  if (tables === undefined) {
    tables = [...sql.matchAll(/\binsert into (\w+)/gi)].map(([, table = '']) => table);
    written.set(sql, tables);
  }
  return tables;
}

/** Deletes the rows of tables, and starts their numbers again. */
const empty = (store: Store, tables: ReadonlySet<string>): Promise<void> =>
  store.write(async (tx) => {
    await tx.get("select empty_tables(string_to_array(?, ','))", [...tables].join());
  });
