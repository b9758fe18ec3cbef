import { SCHEMA_VERSION } from './migrations/migrations.ts';
import type { Store } from './store.ts';

/**
 * Checks that the database answers and that its tables still have this server's version, which a newer server may have
 * migrated. Returns why the server cannot work with it, if it cannot. Rejects when the database cannot be reached.
 */
export async function findSchemaProblem(store: Store): Promise<string | undefined> {
  const version = await store.read(async (tx) => {
    if (!store.isShared) {
      await tx.get('select 1 as one'); // no other server migrates the tables meanwhile
      return SCHEMA_VERSION;
    }
    const row = await tx.get<{ version: number }>('select version from schema_version');
    return Number(row?.version);
  });
  return version === SCHEMA_VERSION
    ? undefined
    : `the tables have version ${version}, and this server works with ${SCHEMA_VERSION}`;
}
