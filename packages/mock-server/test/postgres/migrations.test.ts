import { writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { describe, expect, test } from 'vitest';
import { DatabaseVersionError } from '../../src/store/engine/errors.ts';
import { MIGRATIONS, SCHEMA_VERSION } from '../../src/store/engine/migrations/migrations.ts';
import { openPostgres } from '../../src/store/engine/postgres.ts';
import { TemporaryFolder } from '../temporary-folder.ts';
import { databases } from './databases.ts';
import { note } from './notes.ts';

describe('the migrations of a PostgreSQL database', () => {
  test('a migration keeps the rows and numbers new ones with the others, and the server that was running writes no more', async () => {
    using folder = new TemporaryFolder();
    const file = folder.file('next.sql');
    const create = 'create table later (seq {sequence}, note text not null);';
    const onSqlite = "-- sqlite only\ninsert into later (note) values ('sqlite');";
    const onPostgres = "-- postgres only\ninsert into later (note) select 'postgres' from custom_fields;";
    writeFileSync(file, `${create}\n${onSqlite}\n${onPostgres}\n`);
    const migrations = [...MIGRATIONS, pathToFileURL(file)];
    const url = databases.url(await databases.create());
    const store = await openPostgres(url);
    await note(store, 'size');
    await expect(openPostgres(url, { migrate: false, migrations })).rejects.toThrow('--no-migrate');
    const opened = await Promise.all([openPostgres(url, { migrations }), openPostgres(url, { migrations })]);
    const later = await store.read((tx) => tx.all('select seq, note from later'));
    expect(later).toEqual([{ seq: 2, note: 'postgres' }]);
    await expect(note(store, 'late')).rejects.toThrow(`the tables have version ${SCHEMA_VERSION + 1}`);
    const opening = openPostgres(url);
    await expect(opening).rejects.toBeInstanceOf(DatabaseVersionError);
    await expect(opening).rejects.toThrow('use a newer server');
    for (const one of [...opened, store]) await one.close();
  });

  test('a migration that fails changes nothing', async () => {
    using folder = new TemporaryFolder();
    const file = folder.file('broken.sql');
    writeFileSync(file, 'create table later (note text); drop table missing;');
    const url = databases.url(await databases.create());
    const store = await openPostgres(url);
    const migrations = [...MIGRATIONS, pathToFileURL(file)];
    await expect(openPostgres(url, { migrations })).rejects.toThrow('missing');
    await note(store, 'size');
    const tables = "select table_name from information_schema.tables where table_name = 'later'";
    expect(await store.read((tx) => tx.all(tables))).toEqual([]);
    await store.close();
  });

  test('a database of a development version is refused with the way out', async () => {
    const name = await databases.create();
    await (await openPostgres(databases.url(name))).close();
    await databases.run(`update schema_version set version = ${SCHEMA_VERSION - 1}`, name);
    const opening = openPostgres(databases.url(name));
    await expect(opening).rejects.toBeInstanceOf(DatabaseVersionError);
    await expect(opening).rejects.toThrow('export a seed with the development version that wrote it');
  });
});
