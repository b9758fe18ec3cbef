import { expect, test } from 'vitest';
import { TemporaryFolder } from '../../../test/temporary-folder.ts';
import { beginningOf, listOf, QueryCache, totalsOf } from './query-cache.ts';
import { openSqlite } from './sqlite.ts';
import { NO_ACCOUNT, type Transaction } from './store.ts';

const FEATURES = ['accounts', 'webhooks'];

/** Reads a value through the memory of a store, and counts how often it is loaded. */
function counter() {
  let loads = 0;
  const read = (tx: Transaction) =>
    tx.cached('features 1', FEATURES, async () => {
      loads++;
      return 'found';
    });
  return { read, loads: () => loads };
}

const addAccount = (tx: Transaction, id: string) =>
  tx.change(
    { table: 'accounts', accountId: id },
    'any',
    "insert into accounts (id, created_at, data) values (?, '2026-03-06T12:00:00Z', '{}')",
    [id],
  );

test('a value is loaded once until a statement changes one of its tables', async () => {
  const store = openSqlite();
  const { read, loads } = counter();
  await store.write(async (tx) => {
    await read(tx);
    await tx.change(
      { table: 'tokens', accountId: NO_ACCOUNT },
      'any',
      "insert into tokens (token, kind, user_id, created_at) values ('t', 'api', 'u', '')",
      [],
    );
    expect([await read(tx), loads()]).toEqual(['found', 1]);
    await addAccount(tx, '1');
    expect([await read(tx), loads()]).toEqual(['found', 2]);
  });
  await store.read(read);
  expect(loads()).toBe(2);
  await store.close();
});

test('a value that was read in a rolled-back transaction is loaded again', async () => {
  const store = openSqlite();
  const { read, loads } = counter();
  await store.write(async (tx) => {
    const work = tx.nested(async () => {
      await addAccount(tx, '1');
      await read(tx);
      throw new Error('rolled back');
    });
    await expect(work).rejects.toThrow('rolled back');
    await read(tx);
  });
  expect(loads()).toBe(2);
  await store.close();
});

test('values are loaded again once the whole database was replaced', async () => {
  const store = openSqlite();
  const { read, loads } = counter();
  const snapshot = await store.snapshot();
  await store.read(read);
  await store.restore(snapshot);
  await store.read(read);
  expect(loads()).toBe(2);
  await store.close();
});

test.each([
  { change: {}, kept: [] },
  { change: { isCounted: true as const }, kept: ['totals'] },
  { change: { effect: 'addition' as const }, kept: ['beginning'] },
  { change: { effect: 'details' as const }, kept: ['list', 'beginning', 'totals'] },
])('a change $change forgets what it affects, and keeps $kept', async ({ change, kept }) => {
  const cache = new QueryCache();
  const of = 'subscribers';
  const sources = { rows: of, list: listOf(of), beginning: beginningOf(of), totals: totalsOf(of) };
  for (const [key, source] of Object.entries(sources)) await cache.get(key, [source], async () => key);
  cache.forget({ table: of, ...change });
  const known = await Promise.all(
    Object.keys(sources).map((key) => cache.get(key, [], async () => undefined)),
  );
  expect(known.filter((value) => value !== undefined)).toEqual(kept);
});

test('a missing value is loaded each time', async () => {
  const store = openSqlite();
  let loads = 0;
  const missing = (tx: Transaction) => tx.cached('token x', ['tokens'], async () => void loads++);
  await store.read(missing);
  await store.read(missing);
  expect(loads).toBe(2);
  await store.close();
});

test('a server of a database file loads values again once another server has changed the file', async () => {
  using folder = new TemporaryFolder();
  const store = openSqlite(folder.file('shared.db'));
  const other = openSqlite(folder.file('shared.db'));
  const { read, loads } = counter();
  await store.read(read);
  await store.write(read);
  expect(loads()).toBe(1);
  await other.write((tx) => addAccount(tx, '1'));
  await store.read(read);
  expect(loads()).toBe(2);
  await other.write((tx) => addAccount(tx, '2'));
  await store.write(read);
  expect(loads()).toBe(3);
  await store.close();
  await other.close();
});
