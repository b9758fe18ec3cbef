import { changedVersion } from './migrations/migrations.ts';
import { NO_ACCOUNT, type Store } from './store.ts';

export const FIND_VERSION = 'select version from schema_version';

/**
 * Checks that the database answers and that its tables still have this server's version, which a newer server may have
 * migrated. Returns why the server cannot work with it, if it cannot. Rejects when the database cannot be reached.
 */
export async function findSchemaProblem(store: Store): Promise<string | undefined> {
  const sql = store.isShared ? FIND_VERSION : 'pragma user_version';
  const row = await store.read((tx) => tx.get<Readonly<Record<string, number>>>(sql), NO_ACCOUNT);
  return changedVersion(Number(row?.version ?? row?.user_version))?.message;
}
