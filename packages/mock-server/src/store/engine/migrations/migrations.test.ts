import { readFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { TemporaryFolder } from '../../../../test/temporary-folder.ts';
import { webhookDeliveries } from '../../tables/webhook-deliveries.ts';
import { pageOfWebhookPayloadsAfter } from '../../tables/webhook-payloads.ts';
import { openSqlite } from '../sqlite.ts';
import type { Store } from '../store.ts';
import { sqlite } from './dialects.ts';
import { migrationsFrom, newDatabase } from './migrations.ts';

it('a new database has the tables, indexes, triggers and rows that the migrations make', () => {
  const contents = (statements: string) => {
    const database = new DatabaseSync(':memory:');
    database.exec(statements);
    const made = database.prepare('select type, name, tbl_name, sql from sqlite_master order by name').all();
    const tables = made.filter(({ type, name }) => type === 'table' && name !== 'sqlite_sequence');
    const rows = tables.map(({ name }) => [name, database.prepare(`select * from ${name}`).all()]);
    return { made, rows };
  };
  expect(contents(newDatabase())).toEqual(contents(migrationsFrom(0, sqlite)));
});

it('migrating a file fills in the subscriber numbers of its tags', async () => {
  using folder = new TemporaryFolder();
  const db = folder.file('old.db');
  const old = new DatabaseSync(db);
  old.exec(`${migrationsFrom(0, sqlite, 11)}; pragma user_version = 11;
    insert into subscribers (seq, account_id, id, email, email_key, status, created_at, lifetime_value, search_text, data)
      values (7, '1', 'ann', 'ann@acme.test', 'ann@acme.test', 'active', '2026-03-06T12:00:00Z', 0, '', '{}'),
             (8, '2', 'ann', 'ann@acme.test', 'ann@acme.test', 'active', '2026-03-06T12:00:00Z', 0, '', '{}');
    insert into subscriber_tags (account_id, subscriber_id, tag) values ('2', 'ann', 'a'), ('1', 'ann', 'b')`);
  old.close();
  const store = openSqlite(db);
  const rows = await store.read((tx) =>
    tx.all('select account_id, tag, subscriber_seq from subscriber_tags order by seq'),
  );
  expect(rows).toEqual([
    { account_id: '2', tag: 'a', subscriber_seq: 8 },
    { account_id: '1', tag: 'b', subscriber_seq: 7 },
  ]);
  await store.close();
});

/** What servers before version 12 of the tables write. */
const writesOf11 = new URL('../../../../test/fixtures/writes-of-version-11.sql', import.meta.url);

it('rows that an older server wrote after the migration to version 12 are repaired', async () => {
  using folder = new TemporaryFolder();
  const db = folder.file('hit.db');
  const old = new DatabaseSync(db);
  old.exec(`${migrationsFrom(0, sqlite, 12)}; pragma user_version = 12`);
  old.exec(readFileSync(writesOf11, 'utf8'));
  old.close();
  const store = openSqlite(db);
  expect(await taggedSubscribers(store)).toEqual(['ann new', 'ann vip']);
  await store.close();
});

it('tags that an older server applies after the migration are in lists by tag', async () => {
  using folder = new TemporaryFolder();
  const db = folder.file('shared.db');
  const store = openSqlite(db);
  const old = new DatabaseSync(db);
  old.exec(readFileSync(writesOf11, 'utf8'));
  old.close();
  expect(await taggedSubscribers(store)).toEqual(['ann new', 'ann vip']);
  await store.close();
});

/** The subscribers that lists by tag find, with their tags. */
const taggedSubscribers = async (store: Store) =>
  (
    await store.read((tx) =>
      tx.all<{ found: string }>(
        "select id || ' ' || tag as found from subscribers, subscriber_tags where subscriber_seq = subscribers.seq",
      ),
    )
  )
    .map(({ found }) => found)
    .sort();
it('migrating a file keeps the bodies of its deliveries, and lets only the first job of a lane start', async () => {
  using folder = new TemporaryFolder();
  const db = folder.file('old.db');
  const old = new DatabaseSync(db);
  old.exec(`${migrationsFrom(0, sqlite, 12)}; pragma user_version = 12;
    insert into webhook_payloads (account_id, event, subscriber_id, body)
      values ('1', 'subscriber.created', 'ann', '{"listened":1}');
    insert into webhook_deliveries (account_id, id, webhook_id, url, event, subscriber_id, origin, body, created_at, state, attempts, event_seq)
      values ('1', 'one', 'w', 'http://a.test', 'subscriber.created', 'ann', 'event', '{"body":1}', 0, 'delivered', '[]', 3),
             ('1', 'two', 'w', 'http://a.test', 'subscriber.deleted', 'ann', 'trigger', '{"body":2}', 0, 'pending', '[]', null);
    insert into jobs (account_id, id, kind, lane, run_at, payload) values
      ('1', 'a', 'webhook', 'w ann', 0, '{}'), ('1', 'b', 'webhook', 'w ann', 0, '{}'),
      ('2', 'c', 'webhook', 'w ann', 0, '{}'), ('1', 'd', 'webhook', null, 0, '{}')`);
  old.close();
  const store = openSqlite(db);
  const deliveries = await store.read((tx) => webhookDeliveries.list(tx, '1'));
  expect(deliveries.map(({ id, body, eventSeq }) => [id, body, eventSeq])).toEqual([
    ['one', '{"body":1}', 3],
    ['two', '{"body":2}', null],
  ]);
  const listened = await store.read((tx) => pageOfWebhookPayloadsAfter(tx, '1', 0));
  expect(listened.map(({ body }) => body)).toEqual(['{"listened":1}']);
  expect(await store.read((tx) => tx.all('select id from jobs where is_blocked = 1'))).toEqual([{ id: 'b' }]);
  // What a server of version 12 reads before it runs a job, and writes before it accepts one: it does neither.
  for (const sql of [
    'select id, payload from jobs',
    "insert into jobs (account_id, id, kind, run_at, payload) values ('1', 'e', 'records', 0, '{}')",
  ]) {
    await expect(store.write((tx) => tx.get(sql))).rejects.toThrow('payload');
  }
  await store.close();
});

it('a file with locks of subscribers migrates, and they are gone', async () => {
  using folder = new TemporaryFolder();
  const db = folder.file('old.db');
  const old = new DatabaseSync(db);
  old.exec(`${migrationsFrom(0, sqlite, 14)}; pragma user_version = 14;
    insert into subscriber_locks values ('1', 'ann', 'one')`);
  old.close();
  const store = openSqlite(db);
  const tables = "select name from sqlite_master where name = 'subscriber_locks'";
  expect(await store.read((tx) => tx.all(tables))).toEqual([]);
  await store.close();
});

it('the numbers of a file from before version 17 stay, and those of all tables continue after them', async () => {
  using folder = new TemporaryFolder();
  const db = folder.file('old.db');
  const old = new DatabaseSync(db);
  // The tables as version 16 made them.
  const numbered = migrationsFrom(0, sqlite, 16).replaceAll('integer primary key', '$& autoincrement');
  old.exec(`${numbered}; pragma user_version = 16;
    insert into custom_fields (seq, account_id, identifier) values (7, '1', 'old');
    insert into refunds (seq, account_id, id, order_id, data) values (20, '1', 'deleted', '1', '{}');
    delete from refunds`);
  old.close();
  const store = openSqlite(db);
  await store.write(async (tx) => {
    for (const identifier of ['new', 'newer']) {
      const sql = 'insert into custom_fields (account_id, identifier) values (?, ?)';
      await tx.change({ table: 'custom_fields', accountId: '1' }, 'any', sql, ['1', identifier]);
    }
  });
  const rows = await store.read((tx) => tx.all('select seq from custom_fields order by seq'));
  expect(rows).toEqual([{ seq: 7 }, { seq: 21 }, { seq: 22 }]);
  await store.close();
});
