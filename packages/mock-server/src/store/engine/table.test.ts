import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { boolean, computed, json, number, others, rowNumber, text } from './column.ts';
import { sql } from './sql.ts';
import { openSqlite } from './sqlite.ts';
import { NO_ACCOUNT, type Transaction } from './store.ts';
import { table } from './table.ts';

const goods = table('goods', {
  seq: rowNumber(),
  id: text(),
  kind: text<'new' | 'used'>(),
  sellerId: text().orNull(),
  soldAt: number().named('time_of_sale'),
  nextAt: number().orNull(),
  isPaid: boolean(),
  tags: json<readonly string[]>(),
  receipt: json<{ readonly status: number }>().orNull(),
  secret: text().hidden(),
  length: computed('length(id) as id_length', ({ id_length }) => Number(id_length)),
});

const notes = table('notes', {
  title: text(),
  data: others<{ readonly body: string; readonly likes: number }>(),
});

const lamp = {
  id: 'lamp',
  kind: 'new',
  sellerId: null,
  soldAt: 5,
  nextAt: null,
  isPaid: true,
  tags: ['light'],
  receipt: null,
  secret: 's',
} as const;
const { secret: _, ...lampRow } = { ...lamp, length: 4 };

const inDatabase = async (work: (tx: Transaction) => Promise<void>) => {
  const store = openSqlite();
  await store.write(async (tx) => {
    await tx.get(`create table goods (seq integer primary key autoincrement, account_id text not null, id text not null,
      kind text not null, seller_id text, time_of_sale bigint not null, next_at bigint, is_paid integer not null,
      tags text not null, receipt text, secret text not null, unique (account_id, id))`);
    await tx.get(
      'create table notes (seq integer primary key autoincrement, account_id text, title text unique, data text)',
    );
    await work(tx);
  });
  await store.close();
};

describe('table', () => {
  it('reads the rows that it has written, without hidden columns and with computed ones', () =>
    inDatabase(async (tx) => {
      await goods.insert(tx, '1', lamp);
      expect(await goods.find(tx, '1', { id: 'lamp' })).toEqual({ ...lampRow, seq: 1 });
      expect(await goods.find(tx, '2', { id: 'lamp' })).toBeUndefined();
      expect(await goods.pick(tx, '1', { id: 'lamp' }, 'secret')).toBe('s');
      expect(await goods.pick(tx, '1', { id: 'chair' }, 'secret')).toBeUndefined();
      expect([await goods.has(tx, '1', { id: 'lamp' }), await goods.has(tx, '2', {})]).toEqual([true, false]);
    }));

  it('returns every row as it was written', () =>
    inDatabase(async (tx) => {
      const row = fc.record({
        kind: fc.constantFrom('new' as const, 'used' as const),
        sellerId: fc.option(fc.string({ unit: 'grapheme' })),
        soldAt: fc.maxSafeInteger(),
        nextAt: fc.option(fc.maxSafeInteger()),
        isPaid: fc.boolean(),
        tags: fc.array(fc.string({ unit: 'grapheme' })),
        receipt: fc.option(fc.record({ status: fc.nat() })),
      });
      await fc.assert(
        fc.asyncProperty(row, async (members) => {
          await goods.put(tx, '1', { ...lamp, ...members });
          expect(await goods.find(tx, '1', { id: 'lamp' })).toEqual({ ...lampRow, ...members, seq: 1 });
        }),
        { numRuns: 50 },
      );
    }));

  it('counts, lists and pages the rows with some values in the order written; undefined matches any', () =>
    inDatabase(async (tx) => {
      expect(await goods.insertNumbered(tx, '1', lamp)).toBe(1);
      expect(await goods.insertNumbered(tx, '2', lamp)).toBe(2);
      expect(await goods.insertNumbered(tx, '1', { ...lamp, id: 'chair', kind: 'used' })).toBe(3);
      const ids = (rows: readonly { readonly id: string }[]) => rows.map(({ id }) => id);
      expect(ids(await goods.list(tx, '1'))).toEqual(['lamp', 'chair']);
      expect(ids(await goods.list(tx, '1', { kind: undefined, soldAt: 5 }))).toEqual(['lamp', 'chair']);
      expect(ids(await goods.list(tx, '1', { kind: 'used' }))).toEqual(['chair']);
      expect(await goods.count(tx, '1', { kind: 'new' })).toBe(1);
      const first = await goods.page(tx, '1', {}, { limit: 1 });
      expect(ids(first.rows)).toEqual(['lamp']);
      expect(ids((await goods.page(tx, '1', {}, { after: first.next ?? [] })).rows)).toEqual(['chair']);
      expect(ids(await goods.all(tx, '1', sql`id like ${'%'} order by id`))).toEqual(['chair', 'lamp']);
      expect((await goods.get(tx, '1', sql`kind <> ${'new'}`))?.id).toBe('chair');
    }));

  it('replaces the row with the same key, or leaves it', () =>
    inDatabase(async (tx) => {
      expect(await goods.insertNew(tx, '1', lamp)).toBe(true);
      expect(await goods.insertNew(tx, '1', { ...lamp, soldAt: 6 })).toBe(false);
      expect((await goods.find(tx, '1', {}))?.soldAt).toBe(5);
      await goods.put(tx, '1', { ...lamp, soldAt: 7 });
      expect((await goods.list(tx, '1')).map(({ seq, soldAt }) => [seq, soldAt])).toEqual([[1, 7]]);
    }));

  it('updates and removes the rows of one account with some values, and counts them', () =>
    inDatabase(async (tx) => {
      await goods.insert(tx, '1', lamp);
      await goods.insert(tx, '2', lamp);
      expect(await goods.update(tx, '1', { id: 'lamp' }, { soldAt: 8, nextAt: null, isPaid: false })).toBe(1);
      expect(await goods.find(tx, '1', {})).toEqual({ ...lampRow, seq: 1, soldAt: 8, isPaid: false });
      expect((await goods.find(tx, '2', {}))?.soldAt).toBe(5);
      const sell = sql`update goods set time_of_sale = ${9} where account_id = ${'1'}`;
      expect(await goods.change(tx, '1', sell)).toBe(1);
      expect(await goods.remove(tx, '1', { soldAt: 8 })).toBe(0);
      expect(await goods.remove(tx, '1', { soldAt: 9 })).toBe(1);
      expect(await goods.count(tx, '2')).toBe(1);
    }));

  it('deletes the oldest rows beyond a number', () =>
    inDatabase(async (tx) => {
      for (const id of ['a', 'b', 'c']) await goods.insert(tx, '1', { ...lamp, id });
      await goods.insert(tx, '1', { ...lamp, id: 'd', kind: 'used' });
      await goods.prune(tx, '1', 1, { condition: "kind = 'new'" });
      expect((await goods.list(tx, '1')).map(({ id }) => id)).toEqual(['c', 'd']);
    }));

  it('keeps the members without a column together', () =>
    inDatabase(async (tx) => {
      await notes.insert(tx, '1', { title: 'a', body: 'b', likes: 1 });
      expect(await tx.get('select title, data from notes')).toEqual({
        title: 'a',
        data: '{"body":"b","likes":1}',
      });
      await notes.update(tx, '1', { title: 'a' }, { title: 'c' });
      expect(await notes.find(tx, '1', {})).toEqual({ title: 'c', body: 'b', likes: 1 });
      await notes.update(tx, '1', { title: 'c' }, { body: 'd', likes: 2 });
      expect(await notes.find(tx, '1', {})).toEqual({ title: 'c', body: 'd', likes: 2 });
    }));

  it('has no account where accounts share the rows', () =>
    inDatabase(async (tx) => {
      await tx.get('create table pens (color text primary key, price bigint not null)');
      const columns = { color: text(), price: number() };
      const pens = table('pens', columns, { key: ['color'], isShared: true, order: ['color'] });
      await pens.put(tx, NO_ACCOUNT, { color: 'red', price: 2 });
      await pens.put(tx, NO_ACCOUNT, { color: 'blue', price: 1 });
      await pens.put(tx, NO_ACCOUNT, { color: 'red', price: 3 });
      expect(await pens.list(tx, NO_ACCOUNT)).toEqual([
        { color: 'blue', price: 1 },
        { color: 'red', price: 3 },
      ]);
    }));
});
