import type { ClientBase } from 'pg';
import { postgres } from './dialects.ts';
import { assertVersion, migrationsFrom, SCHEMA_VERSION } from './migrations.ts';

/** Held while one server migrates; the others wait. */
const MIGRATION_LOCK = 1_953_657_708;

/** Functions of SQLite that statements use. */
const FUNCTIONS = `
  create or replace function instr(haystack text, needle text) returns integer
    language sql immutable strict parallel safe return strpos(haystack, needle);`;

/** Creates or migrates the tables in one transaction. Throws a `DatabaseVersionError` for other versions. */
export async function migratePostgres(client: ClientBase, isMigrated: boolean): Promise<void> {
  await client.query(`begin; select pg_advisory_xact_lock(${MIGRATION_LOCK})`);
  try {
    const version = await findVersion(client);
    assertVersion(version, isMigrated);
    if (version !== SCHEMA_VERSION) {
      const isNew = version === 0;
      if (isNew) await client.query(`create table schema_version (version integer not null);${FUNCTIONS}`);
      await client.query(migrationsFrom(version, postgres));
      await client.query('delete from schema_version');
      await client.query('insert into schema_version (version) values ($1)', [SCHEMA_VERSION]);
    }
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => undefined); // the first error says why
    throw error;
  }
}

/** Returns the version of the tables; 0 for a database without them. */
async function findVersion(client: ClientBase): Promise<number> {
  const { rows } = await client.query(`select to_regclass('schema_version') is not null as "exists"`);
  if (!rows[0]?.exists) return 0;
  const found = await client.query('select version from schema_version');
  return Number(found.rows[0]?.version);
}
