import { expect, test } from 'vitest';
import { TemporaryFolder } from '../../../test/temporary-folder.ts';
import { openSqlite } from './sqlite.ts';
import { NO_ACCOUNT, type Store, type Transaction } from './store.ts';

/** More rows than are read before a pause is considered. */
const ROWS = 3000;

const add = (store: Store, count: number, from = 0) =>
  store.write(async (tx) => {
    for (let i = from; i < from + count; i++) {
      const target = { table: 'custom_fields', accountId: '1' };
      const sql = 'insert into custom_fields (account_id, identifier) values (?, ?)';
      await tx.change(target, 'insert', sql, ['1', `field_${i}`]);
    }
  }, NO_ACCOUNT);

const count = async (tx: Transaction) => (await tx.all('select * from custom_fields')).length;

test.each(['in memory', 'in a file'])(
  'a long read %s lets others write, and sees one moment',
  async (place) => {
    using folder = new TemporaryFolder();
    const store = openSqlite(place === 'in memory' ? ':memory:' : folder.file('apart.db'));
    await add(store, ROWS);
    const seen = await store.readApart(async (tx) => {
      const before = await count(tx);
      await add(store, 1, ROWS); // would wait for ever within `read`
      return [before, await count(tx)];
    });
    expect(seen).toEqual([ROWS, ROWS]);
    expect(await store.read(count)).toBe(ROWS + 1);
    await store.close();
  },
);

test('integers that numbers cannot represent become the nearest ones, as elsewhere', async () => {
  const store = openSqlite();
  const sql = 'select 9007199254740993 as big union all select 1';
  expect(await store.readApart((tx) => tx.all(sql))).toEqual(await store.read((tx) => tx.all(sql)));
  await store.close();
});
