import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { openSqlite } from '../engine/sqlite.ts';
import type { ChangeKind, Sql, Target } from '../engine/store.ts';
import { Table } from '../engine/table.ts';
import { records } from './records.ts';
import { subscribers } from './subscribers.ts';

const modules = await Promise.all(
  readdirSync(import.meta.dirname)
    .filter((file) => !file.endsWith('.test.ts'))
    .map(async (file) => Object.values<unknown>(await import(`./${file}`))),
);

/** All declared tables. */
const tables = [
  ...new Set(
    [...modules.flat(), subscribers, ...Object.values(records)].filter((value) => value instanceof Table),
  ),
];

/** The columns that an insert writes. */
async function writtenColumns(table: (typeof tables)[number]): Promise<string[]> {
  let columns: string[] = [];
  const change = async (_target: Target, _kind: ChangeKind, sql: Sql) => {
    columns = /\(([^)]*)\)/.exec(sql)?.[1]?.split(', ') ?? [];
    return 1;
  };
  await table.insert({ change }, '1', {});
  return columns;
}

test('tables are declared', () => expect(tables.length).toBeGreaterThan(20));

test.each(tables.map((table) => [table.name, table] as const))(
  'the declaration of %s has the columns of the migrated database',
  async (name, table) => {
    const store = openSqlite();
    const columns = await store.read((tx) => tx.all<{ name: string }>(`pragma table_info(${name})`));
    await store.read((tx) => tx.all(`select ${table.selection} from ${name}`));
    await store.close();
    expect((await writtenColumns(table)).toSorted()).toEqual(
      columns
        .map((column) => column.name)
        .filter((column) => column !== 'seq')
        .toSorted(),
    );
  },
);
