import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { TemporaryFolder } from '../../../test/temporary-folder.ts';
import { openSqlite } from '../sqlite.ts';
import { sqlite } from './dialects.ts';
import { migrationsFrom } from './migrations.ts';

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
