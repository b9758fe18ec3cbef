import { changedVersion } from './migrations/migrations.ts';
import { NO_ACCOUNT, type Store } from './store.ts';

export const FIND_VERSION = 'select version from schema_version';

/** Returns why this server cannot work with the tables, if it cannot. Rejects when the database cannot be reached. */
export async function findSchemaProblem(store: Store): Promise<string | undefined> {
  const sql = store.isShared ? FIND_VERSION : 'pragma user_version';
  const row = await store.read((tx) => tx.get<Readonly<Record<string, number>>>(sql), NO_ACCOUNT);
  return changedVersion(Number(row?.version ?? row?.user_version))?.message;
}
