import { DatabaseSync } from 'node:sqlite';
import { sqlite } from './migrations/dialects.ts';
import { assertVersion, migrationsFrom, newDatabase, SCHEMA_VERSION } from './migrations/migrations.ts';

/** Opens a file or a database in memory, and creates or migrates its tables. */
export function openDatabase(path: string, isMigrated = true): DatabaseSync {
  const database = new DatabaseSync(path);
  try {
    assertVersion(versionOf(database), isMigrated);
    // A killed process loses no committed data.
    database.exec('pragma busy_timeout = 5000; pragma journal_mode = wal; pragma synchronous = normal');
    if (versionOf(database) !== SCHEMA_VERSION) migrate(database);
    database.exec('pragma busy_timeout = 0'); // from now on the store itself waits, see `#tryBegin`
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/** Migrates in one transaction: a file with only some of the tables would look like another version. */
function migrate(database: DatabaseSync): void {
  database.exec('begin immediate');
  // Another server may have migrated the file in the meantime.
  const version = versionOf(database);
  const statements = version === 0 ? newDatabase() : migrationsFrom(version, sqlite);
  database.exec(`${statements}; pragma user_version = ${SCHEMA_VERSION}; commit`);
}

/** Returns the version of the tables; 0 for a new file. */
export function versionOf(database: DatabaseSync): number {
  const { tables } = database.prepare('select count(*) as tables from sqlite_master').get() ?? {};
  if (tables === 0) return 0;
  const { user_version: version } = database.prepare('pragma user_version').get() ?? {};
  return version === 0 ? FOREIGN : Number(version);
}

/** The version of a file with tables of another program. */
const FOREIGN = -1;
