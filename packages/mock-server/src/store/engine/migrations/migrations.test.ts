import { writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import { TemporaryFolder } from '../../../../test/temporary-folder.ts';
import { DatabaseVersionError } from '../errors.ts';
import { openDatabase, versionOf } from '../open-database.ts';
import { openSqlite } from '../sqlite.ts';
import type { Store } from '../store.ts';
import { MIGRATIONS, SCHEMA_VERSION } from './migrations.ts';

const note = (store: Store, identifier: string) =>
  store.write(
    (tx) =>
      tx.change(
        { table: 'custom_fields', accountId: '1' },
        'insert',
        'insert into custom_fields (account_id, identifier) values (?, ?)',
        ['1', identifier],
      ),
    '1',
  );

/** Writes a made-up next migration, and returns the files with it. */
function nextMigrations(folder: TemporaryFolder): URL[] {
  const file = folder.file('next.sql');
  writeFileSync(
    file,
    `alter table custom_fields add column note text;
-- sqlite only
update custom_fields set note = 'sqlite';
-- postgres only
update custom_fields set note = 'postgres';
-- both
create table later (seq {sequence}, note text not null);
`,
  );
  return [...MIGRATIONS, pathToFileURL(file)];
}

it('a migration keeps the rows, and the server that was running writes no more', async () => {
  using folder = new TemporaryFolder();
  const db = folder.file('shop.db');
  const migrations = nextMigrations(folder);
  const store = openSqlite(db);
  await note(store, 'size');
  expect(() => openDatabase(db, { migrate: false, migrations })).toThrow('start once without --no-migrate');
  const migrated = openDatabase(db, { migrations });
  expect(versionOf(migrated)).toBe(SCHEMA_VERSION + 1);
  const rows = () => migrated.prepare('select identifier, note from custom_fields order by seq').all();
  expect(rows()).toEqual([{ identifier: 'size', note: 'sqlite' }]);
  await expect(note(store, 'late')).rejects.toThrow(DatabaseVersionError);
  expect(rows()).toHaveLength(1);
  openDatabase(db, { migrations }).close(); // the second server has nothing to migrate
  expect(() => openSqlite(db)).toThrow('use a newer server');
  migrated.close();
  await store.close();
});

it('a migration that fails changes nothing', async () => {
  using folder = new TemporaryFolder();
  const db = folder.file('shop.db');
  const file = folder.file('broken.sql');
  writeFileSync(file, 'create table later (note text); drop table missing;');
  await openSqlite(db).close();
  const migrations = [...MIGRATIONS, pathToFileURL(file)];
  expect(() => openDatabase(db, { migrations })).toThrow('missing');
  const store = openSqlite(db);
  await note(store, 'size');
  expect(await store.read((tx) => tx.all("select name from sqlite_master where name = 'later'"))).toEqual([]);
  await store.close();
});

it('a database that was made with all migrations equals one that was migrated', () => {
  using folder = new TemporaryFolder();
  const db = folder.file('old.db');
  const migrations = nextMigrations(folder);
  openDatabase(db).close();
  const columns = (database: DatabaseSync) => {
    const tables = database
      .prepare("select name from sqlite_master where type = 'table' order by name")
      .all()
      .map(({ name }) => [name, database.prepare(`pragma table_info(${name})`).all()]);
    database.close();
    return tables;
  };
  expect(columns(openDatabase(':memory:', { migrations }))).toEqual(
    columns(openDatabase(db, { migrations })),
  );
});

it.each([1, 5, SCHEMA_VERSION - 1])(
  'a file of development version %i is refused with the way out, and unchanged',
  (version) => {
    using folder = new TemporaryFolder();
    const db = folder.file('old.db');
    const old = new DatabaseSync(db);
    old.exec(`create table accounts (id text); pragma user_version = ${version}`);
    expect(() => openSqlite(db)).toThrow(
      new DatabaseVersionError(
        `the database has tables of version ${version}, and this server works with ${SCHEMA_VERSION}: ` +
          'export a seed with the development version that wrote it, or use a new database',
      ),
    );
    expect(versionOf(old)).toBe(version);
    old.close();
  },
);
