import { expect, test } from 'vitest';
import { SCHEMA } from './schema.ts';
import { openSqlite } from './sqlite.ts';

interface Column {
  readonly name: string;
  /** The position in the primary key, from 1 on. */
  readonly pk: number;
}

/** The columns and the unique keys of each table of a new database. */
async function readSchema() {
  const store = openSqlite();
  const all = (sql: string) => store.read((tx) => tx.all<Column>(sql));
  const tables = await all(
    "select name from sqlite_master where type = 'table' and name not in ('row_numbers', 'sqlite_sequence', 'long_work', 'undo_log')",
  );
  const found = new Map<string, { columns: Column[]; keys: string[] }>();
  for (const { name } of tables) {
    const columns = await all(`pragma table_info(${name})`);
    const indexes = await all(`select name from pragma_index_list('${name}') where "unique"`);
    const keys = await Promise.all(indexes.map((index) => all(`pragma index_info(${index.name})`)));
    const primary = columns.filter(({ pk }) => pk > 0);
    found.set(name, {
      columns,
      keys: [...keys, primary].map((key) =>
        key
          .map((column) => column.name)
          .sort()
          .join(),
      ),
    });
  }
  await store.close();
  return found;
}

const schema = await readSchema();

test('the facts are about the tables of the database', () => {
  expect([...SCHEMA.keys()].sort()).toEqual([...schema.keys()].sort());
});

test.each([...SCHEMA])('the facts about %s are those of the database', (table, facts) => {
  const { columns = [], keys = [] } = schema.get(table) ?? {};
  const names = columns.map(({ name }) => name);
  const { of, key = ['account_id', 'id'], label, inner = [], isUnnumbered = false } = facts;
  if (of === undefined) expect(names).toContain('account_id');
  expect(keys).toContain([...key].sort().join());
  expect(names).toEqual(expect.arrayContaining([...key, ...inner, ...(label ? [label] : [])]));
  expect(columns.some(({ name, pk }) => name === 'seq' && pk === 1)).toBe(!isUnnumbered);
});
