import type { MigrationOptions } from './engine/migrations/migrations.ts';
import { openSqlite } from './engine/sqlite.ts';
import type { Store } from './engine/store.ts';

/** Opens a database by its URL (`postgres://…`), its file, or in memory. */
export async function openStore(db = ':memory:', options?: MigrationOptions): Promise<Store> {
  if (!/^postgres(ql)?:\/\//.test(db)) return openSqlite(db, options);
  const { openPostgres } = await import('./engine/postgres.ts'); // only a server with PostgreSQL needs the driver
  return openPostgres(db, options);
}
