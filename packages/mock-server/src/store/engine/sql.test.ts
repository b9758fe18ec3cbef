import { expect, it } from 'vitest';
import { allOf, matching, plain, selectColumn, selectValue, sql } from './sql.ts';
import { openSqlite } from './sqlite.ts';

it('a value gets a place, a list one for each value, and a fragment its own', () => {
  const where = allOf([sql`a = ${1}`, matching('b', 'x'), matching('c', undefined)]);
  expect(sql`select ${plain('a, b')} from t where ${where} and d in (${['y', 'z']}) limit ${2}`).toEqual({
    sql: 'select a, b from t where a = ? and b = ? and true and d in (?, ?) limit ?',
    values: [1, 'x', 'y', 'z', 2],
  });
});

it('null is a value, an empty list matches nothing, and no conditions match all', () => {
  expect(sql`a = ${null}`).toEqual({ sql: 'a = ?', values: [null] });
  expect(sql`a in (${[]})`).toEqual({ sql: 'a in (null)', values: [] });
  expect(allOf([])).toEqual({ sql: 'true', values: [] });
});

it('a value is never part of the SQL', async () => {
  const store = openSqlite();
  for (const value of ["'; drop table users; --", '?', ':x', '$1', '']) {
    expect(await store.read((tx) => selectValue(tx, sql`select ${value}`))).toBe(value);
    const values = sql`select value from json_each(${JSON.stringify([value])}) where value in (${[value]})`;
    expect(await store.read((tx) => selectColumn(tx, values))).toEqual([value]);
  }
  expect(await store.read((tx) => selectValue(tx, sql`select 1 where false`))).toBeUndefined();
  await store.close();
});
