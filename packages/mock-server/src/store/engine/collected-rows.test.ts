import { expect, test } from 'vitest';
import { CollectedRows } from './collected-rows.ts';

const TAGS = 'insert into tags (name) values (?)';
const FIELDS = 'insert into fields (name, type) values (?, ?)';

test('rows of one kind are inserted together, before the next kind, and at the end', () => {
  const rows = new CollectedRows();
  expect(rows.take()).toBeUndefined();
  expect(rows.add(TAGS, ['a'])).toBeUndefined();
  expect(rows.add(FIELDS, ['b', 'text'])).toEqual({ sql: TAGS, values: ['a'] });
  expect(rows.add(FIELDS, ['c', 'text'])).toBeUndefined();
  expect(rows.take()).toEqual({ sql: `${FIELDS}, (?, ?)`, values: ['b', 'text', 'c', 'text'] });
  expect(rows.take()).toBeUndefined();
});

test('a statement inserts at most 200 values', () => {
  const rows = new CollectedRows();
  const before = Array.from({ length: 101 }, (_, i) => rows.add(FIELDS, [`${i}`, 'text']));
  expect(before.map((fragment) => fragment?.values.length).filter(Boolean)).toEqual([200]);
  expect(before.at(-1)).toBeDefined();
});

test('rows that are dropped are not inserted', () => {
  const rows = new CollectedRows();
  rows.add(TAGS, ['a']);
  rows.drop();
  expect(rows.take()).toBeUndefined();
});
