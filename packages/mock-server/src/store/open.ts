import { openSqlite } from './engine/sqlite.ts';
import type { Store } from './engine/store.ts';

/** How a database is opened. */
export interface OpenOptions {
  /** Whether older tables are migrated. Default: true. */
  readonly migrate?: boolean | undefined;
}

/** Opens a database by its URL (`postgres://…`), its file, or in memory. */
export async function openStore(db = ':memory:', { migrate = true }: OpenOptions = {}): Promise<Store> {
  if (!/^postgres(ql)?:\/\//.test(db)) return openSqlite(db, { migrate });
  const { openPostgres } = await import('./engine/postgres.ts'); // only a server with PostgreSQL needs the driver
  return openPostgres(db, { migrate });
}
