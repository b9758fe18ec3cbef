import { expect, test } from 'vitest';
import { SCHEMA, TABLES } from '../../store/engine/schema.ts';
import { compareStates } from './difference.ts';

const since = { id: 'start', at: '2026-03-06T12:00:00Z' };

/** Two rows of one account that differ in the last column of their key only. */
const rowsOf = (key: readonly string[], detail: string) =>
  ['a', 'b'].map((last) => ({
    ...Object.fromEntries(key.map((column, i) => [column, i === key.length - 1 ? last : 'x'])),
    detail,
  }));

const keyOf = (table: string) => SCHEMA.get(table)?.key ?? ['account_id', 'id'];
const compared = TABLES.filter((table) => {
  const isOneForAnAccount = keyOf(table).join() === 'account_id';
  return !isOneForAnAccount && !SCHEMA.get(table)?.isUncompared;
});

test.each(compared)('rows of %s are told apart by their keys', async (table) => {
  const key = keyOf(table);
  const [first, second] = rowsOf(key, 'before');
  const before = { [table]: [first, second] };
  expect((await compareStates(since, before, before)).nouns).toEqual({});
  const changed = await compareStates(since, before, { [table]: [first, { ...second, detail: 'now' }] });
  expect(changed.nouns[table]).toMatchObject({
    added: [],
    removed: [],
    changed: [{ changes: { detail: ['before', 'now'] } }],
  });
  const removed = await compareStates(since, before, { [table]: [second] });
  expect(removed.nouns[table]).toMatchObject({ added: [], removed: [{ id: expect.stringMatching(/a$/) }] });
});
