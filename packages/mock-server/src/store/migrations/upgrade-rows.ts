import { DatabaseSync } from 'node:sqlite';
import { insertRows, type Rows, readRows } from '../rows.ts';
import { sqliteStore } from '../sqlite.ts';
import { sqlite } from './dialects.ts';
import { migrationsFrom } from './migrations.ts';

/** Brings rows of an older version to the current one, as a database with these rows would be migrated. */
export async function upgradeRows(rows: Rows, version: number): Promise<Rows> {
  const database = new DatabaseSync(':memory:');
  database.exec(migrationsFrom(0, sqlite, version));
  const store = sqliteStore(database);
  try {
    await store.write((tx) => insertRows(tx, rows));
    database.exec(migrationsFrom(version, sqlite));
    return await store.read((tx) => readRows(tx));
  } finally {
    await store.close();
  }
}
