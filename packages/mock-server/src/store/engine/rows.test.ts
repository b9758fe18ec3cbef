import { expect, test } from 'vitest';
import { ACCOUNT_TABLES, SHARED_TABLES } from './rows.ts';
import { MEMORY_TABLES } from './schema.ts';
import { openSqlite } from './sqlite.ts';

test('every table either has an account_id or is listed as shared', async () => {
  const store = openSqlite();
  const columnsOf = (table: string) =>
    store.read((tx) => tx.all<{ name: string }>(`select name from pragma_table_info('${table}')`));
  for (const table of ACCOUNT_TABLES)
    expect(await columnsOf(table), table).toContainEqual({ name: 'account_id' });
  // What servers know of each other, and what they would otherwise keep in memory, is not data.
  const others = [...MEMORY_TABLES, 'instances', 'server_revision', 'server_secrets', 'row_numbers'];
  const known = new Set<string>([...ACCOUNT_TABLES, ...SHARED_TABLES, ...others]);
  const there = await store.read((tx) =>
    tx.all<{ name: string }>(
      "select name from sqlite_master where type = 'table' and name not like 'sqlite_%'",
    ),
  );
  expect(there.map(({ name }) => name).filter((name) => !known.has(name))).toEqual([]);
  await store.close();
});
