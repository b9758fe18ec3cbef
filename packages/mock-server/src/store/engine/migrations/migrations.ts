import { readFileSync } from 'node:fs';
import { DatabaseVersionError } from '../errors.ts';
import { BASE_VERSION, createTables } from '../schema.ts';
import type { Sql } from '../store.ts';
import type { Dialect } from './dialects.ts';

/** The changes of the tables since `BASE_VERSION`, in order. Files are only added, never changed. */
const files: readonly URL[] = [
  new URL('./006_server_revision.sql', import.meta.url),
  new URL('./007_webhook_listeners.sql', import.meta.url),
  new URL('./008_faster_lists.sql', import.meta.url),
  new URL('./009_shared_rules_and_requests.sql', import.meta.url),
  new URL('./010_shared_checkpoints.sql', import.meta.url),
  new URL('./011_lists_of_any_length.sql', import.meta.url),
  new URL('./012_lists_by_tag.sql', import.meta.url),
  new URL('./013_rows_of_older_servers.sql', import.meta.url),
  new URL('./014_one_body_for_each_event.sql', import.meta.url),
  new URL('./015_no_locks_of_subscribers.sql', import.meta.url),
  new URL('./016_names_of_checkpoints.sql', import.meta.url),
  new URL('./017_one_order.sql', import.meta.url),
  new URL('./018_traces.sql', import.meta.url),
  new URL('./019_events_in_order.sql', import.meta.url),
  new URL('./020_jobs_of_traces.sql', import.meta.url),
];

/** The version of the tables that this server works with. */
export const SCHEMA_VERSION = BASE_VERSION + files.length;

/** The statements that create a new SQLite database: one execution of few statements instead of all migrations. */
export const NEW_DATABASE: URL = new URL('./new-database.generated.sql', import.meta.url);

/** Returns the statements that create a new SQLite database. */
export const newDatabase = (): Sql => textOf(NEW_DATABASE);

/** Returns the statements that bring the tables from one version to another; 0 is an empty database. */
export function migrationsFrom(version: number, dialect: Dialect, to = SCHEMA_VERSION): Sql {
  const base = version === 0 ? [createTables()] : [];
  const first = Math.max(version, BASE_VERSION);
  const later = files.slice(first - BASE_VERSION, to - BASE_VERSION).map(textOf);
  return dialect([...base, ...later].join('\n'));
}

const texts = new Map<URL, Sql>();

/** Reads a file once. */
function textOf(file: URL): Sql {
  const text = texts.get(file) ?? readFileSync(file, 'utf8');
  texts.set(file, text);
  return text;
}

/** Describes a change of the tables' version since this server opened them; undefined without a change. */
export const changedVersion = (version: number): DatabaseVersionError | undefined =>
  version === SCHEMA_VERSION
    ? undefined
    : new DatabaseVersionError(
        `the tables have version ${version}, and this server works with ${SCHEMA_VERSION}: update this server`,
      );

/** Throws unless the tables can be used as they are, or be migrated. */
export function assertVersion(version: number, isMigrated: boolean): void {
  if (version < 0)
    throw new DatabaseVersionError('the file is the database of another program: use another file');
  const found = `the database has tables of version ${version}, and this server works with ${SCHEMA_VERSION}`;
  if (version > SCHEMA_VERSION) {
    throw new DatabaseVersionError(`${found}: use a newer server, or another database`);
  }
  if (version !== 0 && version < BASE_VERSION) {
    throw new DatabaseVersionError(
      `${found}: versions before ${BASE_VERSION} cannot be migrated, so use another database`,
    );
  }
  if (version < SCHEMA_VERSION && !isMigrated) {
    throw new DatabaseVersionError(`${found}: start once without --no-migrate to migrate it`);
  }
}
