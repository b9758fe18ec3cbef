import { DatabaseSync } from 'node:sqlite';
import { sqlite } from './migrations/dialects.ts';
import { type MigrationOptions, migrationOf } from './migrations/migrations.ts';
import { undoUnfinished } from './undo-log.ts';

/** Opens a file or a database in memory, and creates or migrates its tables. */
export function openDatabase(path: string, options?: MigrationOptions): DatabaseSync {
  const database = new DatabaseSync(path);
  const findMigration = () => migrationOf(versionOf(database), sqlite, options);
  try {
    const isCurrent = findMigration() === undefined;
    // A killed process loses no committed data.
    database.exec('pragma busy_timeout = 5000; pragma journal_mode = wal; pragma synchronous = normal');
    if (!isCurrent) {
      // In one transaction: a file with only some of the tables would look like another version.
      database.exec('begin immediate');
      const migration = findMigration(); // another server may have migrated the file in the meantime
      if (migration) database.exec(`${migration.statements}; pragma user_version = ${migration.version}`);
      database.exec('commit');
    }
    database.exec('pragma busy_timeout = 0'); // from now on the store itself waits, see `#tryBegin`
    undoUnfinished(database);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/** An empty database with its tables. */
let empty: Uint8Array | undefined;

/**
 * Opens a database in memory, as a copy of an empty one. That takes less time than creating the tables, and SQLite keeps such a
 * database like a file: in one that is created in memory, some commits look at every page.
 */
export function openInMemory(): DatabaseSync {
  if (!hasImages) return openDatabase(':memory:');
  if (!empty) {
    const database = openDatabase(':memory:');
    empty = database.serialize();
    database.close();
  }
  return databaseOf(empty);
}

/** Whether databases can be copied as bytes. Older versions of Node.js lack `serialize`. */
export const hasImages = 'serialize' in DatabaseSync.prototype;

export function databaseOf(image: Uint8Array): DatabaseSync {
  const database = new DatabaseSync(':memory:');
  database.deserialize(image);
  return database;
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
