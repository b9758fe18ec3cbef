import { readFileSync } from 'node:fs';
import { DatabaseVersionError } from '../errors.ts';
import type { Sql } from '../store.ts';
import type { Dialect } from './dialects.ts';

/** The files that make the tables, each of which makes the next version. Files are only added, never changed. */
export const MIGRATIONS: readonly URL[] = [new URL('./023_baseline.sql', import.meta.url)];

/** The version that the first file makes. Those before it were never released. */
const BASE_VERSION = 23;

const lastOf = (files: readonly URL[]): number => BASE_VERSION + files.length - 1;

/** The version of the tables that this server works with. */
export const SCHEMA_VERSION: number = lastOf(MIGRATIONS);

export interface Migration {
  readonly version: number;
  readonly statements: Sql;
}

/** The steps from a version of the tables to that of the last file; 0 is an empty database. Throws if there is no way. */
export function migrationOf(
  version: number,
  dialect: Dialect,
  { migrate = true, migrations = MIGRATIONS }: MigrationOptions = {},
): Migration | undefined {
  const last = lastOf(migrations);
  assertVersion(version, last, migrate);
  if (version === last) return undefined;
  const later = migrations.slice(Math.max(0, version + 1 - BASE_VERSION));
  return { version: last, statements: dialect(later.map((file) => readFileSync(file, 'utf8')).join('\n')) };
}

export interface MigrationOptions {
  /** Whether older tables are migrated. Default: true. */
  readonly migrate?: boolean | undefined;
  readonly migrations?: readonly URL[] | undefined;
}

/** Describes a change of the tables' version since this server opened them; undefined without a change. */
export const changedVersion = (version: number): DatabaseVersionError | undefined =>
  version === SCHEMA_VERSION
    ? undefined
    : new DatabaseVersionError(
        `the tables have version ${version}, and this server works with ${SCHEMA_VERSION}: update this server`,
      );

/** Throws unless the tables can be used as they are, or be migrated. */
function assertVersion(version: number, last: number, isMigrated: boolean): void {
  if (version < 0)
    throw new DatabaseVersionError('the file is the database of another program: use another file');
  const found = `the database has tables of version ${version}, and this server works with ${last}`;
  if (version > last) throw new DatabaseVersionError(`${found}: use a newer server, or another database`);
  if (version !== 0 && version < BASE_VERSION) {
    throw new DatabaseVersionError(
      `${found}: export a seed with the development version that wrote it, or use a new database`,
    );
  }
  if (version < last && !isMigrated) {
    throw new DatabaseVersionError(`${found}: start once without --no-migrate to migrate it`);
  }
}
