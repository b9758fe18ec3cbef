import type { ClientBase } from 'pg';
import { DatabaseSetupError } from '../errors.ts';
import { HOLD_DATABASE } from '../postgres-locks.ts';
import { TABLES } from '../schema.ts';
import { FIND_VERSION } from '../schema-version.ts';
import { postgres } from './dialects.ts';
import { type MigrationOptions, migrationOf } from './migrations.ts';

/** Held while one server migrates; the others wait. */
const MIGRATION_LOCK = 1_953_657_708;

/** Milliseconds that a migration waits for the transactions of other servers. Nobody can write in the meantime. */
const MAX_LOCK_WAIT = 60_000;

/** Creates or migrates the tables in one transaction. Throws a `DatabaseVersionError` for other versions. */
export async function migratePostgres(client: ClientBase, options?: MigrationOptions): Promise<void> {
  try {
    await client.query(`begin; set local lock_timeout = 0; select pg_advisory_xact_lock(${MIGRATION_LOCK})`);
    const migration = migrationOf(await findVersion(client), postgres, options);
    if (migration) {
      // No other server writes until the tables have their new version, which each of them then finds.
      await client.query(`set local lock_timeout = ${MAX_LOCK_WAIT}; ${HOLD_DATABASE}`);
      await client.query(migration.statements);
      await client.query('delete from schema_version');
      await client.query('insert into schema_version (version) values ($1)', [migration.version]);
    }
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => undefined); // the first error says why
    throw error;
  }
}

/** Returns the version of the tables; 0 for a database without them. */
async function findVersion(client: ClientBase): Promise<number> {
  const own = ['schema_version', ...TABLES];
  const { rows } = await client.query<{ name: string }>(
    'select name from unnest($1::text[]) as name where to_regclass(quote_ident(name)) is not null',
    [own],
  );
  const [first] = rows;
  if (first === undefined) return 0;
  if (first.name !== 'schema_version') throw foreign(first.name);
  const columns =
    "select from pg_attribute where attrelid = 'schema_version'::regclass and attname = 'version'";
  if ((await client.query(columns)).rowCount === 0) throw foreign('schema_version');
  const found = await client.query<{ version: number }>(FIND_VERSION);
  const version = Number(found.rows[0]?.version);
  if (!Number.isInteger(version)) throw foreign('schema_version');
  return version;
}

const foreign = (table: string) =>
  new DatabaseSetupError(
    `the database has a table '${table}' that belongs to another program: use an empty database`,
  );
