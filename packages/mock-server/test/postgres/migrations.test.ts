import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { postgres } from '../../src/store/engine/migrations/dialects.ts';
import { migrationsFrom } from '../../src/store/engine/migrations/migrations.ts';
import { openPostgres } from '../../src/store/engine/postgres.ts';
import type { Store, Transaction } from '../../src/store/engine/store.ts';
import { PostgresCluster } from './cluster.ts';

/** What servers before version 12 of the tables write. */
const writesOf11 = readFileSync(new URL('../fixtures/writes-of-version-11.sql', import.meta.url), 'utf8');

describe('a PostgreSQL database of an older version', () => {
  let cluster: PostgresCluster;
  let count = 0;

  beforeAll(async () => {
    cluster = await PostgresCluster.start();
  });

  afterAll(() => cluster[Symbol.asyncDispose]());

  /** Creates a database. */
  async function newDatabase(): Promise<string> {
    const name = `store_${++count}`;
    await cluster.run(`create database ${name}`);
    return name;
  }

  test('tags of a database without numbers of subscribers get them', async () => {
    const name = await newDatabase();
    await cluster.run(`create table schema_version (version integer not null)`, name);
    await cluster.run('insert into schema_version (version) values (11)', name);
    await cluster.run(
      `${migrationsFrom(0, postgres, 11)};
       insert into subscribers (seq, account_id, id, email, email_key, status, created_at, lifetime_value, search_text, data)
         values (7, '1', 'ann', 'ann@acme.test', 'ann@acme.test', 'active', '2026-03-06T12:00:00Z', 0, '', '{}');
       insert into subscriber_tags (account_id, subscriber_id, tag) values ('1', 'ann', 'vip')`,
      name,
    );
    const store = await openPostgres(cluster.url(name));
    const rows = await store.read((tx) => tx.all('select tag, subscriber_seq from subscriber_tags'));
    expect(rows).toEqual([{ tag: 'vip', subscriber_seq: 7 }]);
    await store.close();
  });

  /** The subscribers that lists by tag find, with their tags. */
  const taggedSubscribers = async (store: Store) =>
    store.read((tx) =>
      tx.all(
        'select id, tag from subscribers, subscriber_tags where subscriber_seq = subscribers.seq order by tag',
      ),
    );

  test('rows that an older server wrote after the migration to version 12 are repaired', async () => {
    const name = await newDatabase();
    await cluster.run('create table schema_version (version integer not null)', name);
    await cluster.run('insert into schema_version (version) values (12)', name);
    await cluster.run(`${migrationsFrom(0, postgres, 12)}; ${writesOf11}`, name);
    const store = await openPostgres(cluster.url(name));
    expect(await taggedSubscribers(store)).toEqual([
      { id: 'ann', tag: 'new' },
      { id: 'ann', tag: 'vip' },
    ]);
    await store.close();
  });

  test('tags that an older server applies after the migration are in lists by tag', async () => {
    const name = await newDatabase();
    const store = await openPostgres(cluster.url(name));
    await cluster.run(writesOf11, name);
    expect(await taggedSubscribers(store)).toEqual([
      { id: 'ann', tag: 'new' },
      { id: 'ann', tag: 'vip' },
    ]);
    await store.close();
  });

  test('a database with locks of subscribers migrates, and they are gone', async () => {
    const name = await newDatabase();
    await cluster.run('create table schema_version (version integer not null)', name);
    await cluster.run('insert into schema_version (version) values (14)', name);
    await cluster.run(
      `${migrationsFrom(0, postgres, 14)}; insert into subscriber_locks values ('1', 'ann', 'one')`,
      name,
    );
    const store = await openPostgres(cluster.url(name));
    const tables = "select table_name from information_schema.tables where table_name = 'subscriber_locks'";
    expect(await store.read((tx) => tx.all(tables))).toEqual([]);
    await store.close();
  });

  test('the numbers of a database from before version 17 stay, and those of all tables continue after them', async () => {
    const name = await newDatabase();
    await cluster.run('create table schema_version (version integer not null)', name);
    await cluster.run('insert into schema_version (version) values (16)', name);
    await cluster.run(
      `${migrationsFrom(0, postgres, 16)};
       insert into custom_fields (seq, account_id, identifier) values (7, '1', 'old');
       insert into products (account_id, provider, product_id, product_variant_id, data) select '1', 'a', n, '', '{}' from generate_series(1, 20) n;
       delete from products`,
      name,
    );
    const store = await openPostgres(cluster.url(name));
    for (const accountId of ['1', '2']) {
      const sql = 'insert into custom_fields (account_id, identifier) values (?, ?)';
      const change = (tx: Transaction) =>
        tx.change({ table: 'custom_fields', accountId }, 'insert', sql, [accountId, 'new']);
      await store.write(change, accountId);
    }
    const rows = await store.read((tx) => tx.all('select seq, identifier from custom_fields order by seq'));
    expect(rows.map((row) => Object.values(row as object).join(' '))).toEqual(['7 old', '21 new', '22 new']);
    await store.close();
  });
});
