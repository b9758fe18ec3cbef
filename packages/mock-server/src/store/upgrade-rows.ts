import { DatabaseSync } from 'node:sqlite';
import { sqlite } from './engine/migrations/dialects.ts';
import { migrationsFrom } from './engine/migrations/migrations.ts';
import { insertRows, readRows } from './engine/rows.ts';
import { sqliteStore } from './engine/sqlite.ts';
import type { Rows } from './engine/store.ts';

/** Upgrades rows of an older version with the migrations of a database. */
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
