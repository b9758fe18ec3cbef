import fc from 'fast-check';
import { expect, test } from 'vitest';
import { json, mapRow, nullable, number, type StoredRow } from './row-mapping.ts';

interface Example {
  readonly id: string;
  readonly kind: 'one' | 'two';
  readonly subscriberId: string | null;
  readonly sentAt: number;
  readonly nextAt: number | null;
  readonly data: unknown;
  readonly answer: { readonly status: number } | null;
}

const columns = {
  id: 'id',
  kind: 'kind',
  subscriberId: 'subscriber_id',
  sentAt: number('sent_at'),
  nextAt: nullable(number('next_at')),
  data: json('data'),
  answer: nullable(json<{ readonly status: number }>('answer')),
} as const;

const example = fc.record({
  id: fc.string(),
  kind: fc.constantFrom('one' as const, 'two' as const),
  subscriberId: fc.option(fc.string()),
  sentAt: fc.integer(),
  nextAt: fc.option(fc.integer()),
  data: fc.jsonValue().map((value) => JSON.parse(JSON.stringify(value))),
  answer: fc.option(fc.record({ status: fc.nat() })),
});

/** The row that a database returns for these values. */
const stored = (names: string, values: readonly (string | number | null)[]): StoredRow =>
  Object.fromEntries(names.split(', ').map((name, i) => [name, values[i] ?? null]));

test('a row is unchanged after it was stored and read again', () => {
  const mapping = mapRow<Example>(columns);
  fc.assert(
    fc.property(example, (row) => {
      expect(mapping.toRow(stored(mapping.columns, mapping.values(row)))).toEqual(row);
    }),
  );
});

test('a row with several members in one column is unchanged after it was stored and read again', () => {
  const mapping = mapRow<Example>({ id: 'id', subscriberId: 'subscriber_id' }, 'data');
  fc.assert(
    fc.property(example, (row) => {
      expect(mapping.toRow(stored(mapping.columns, mapping.values(row)))).toEqual(row);
    }),
  );
  const row = {
    id: '1',
    kind: 'one',
    subscriberId: null,
    sentAt: 2,
    nextAt: null,
    data: 3,
    answer: null,
  } as const;
  expect(mapping.values(row)).toEqual([
    '1',
    null,
    '{"kind":"one","sentAt":2,"nextAt":null,"data":3,"answer":null}',
  ]);
});

test('columns, placeholders and values are in the same order', () => {
  const mapping = mapRow<Example>(columns);
  expect(mapping.columns).toBe('id, kind, subscriber_id, sent_at, next_at, data, answer');
  expect(mapping.placeholders).toBe('?, ?, ?, ?, ?, ?, ?');
  const row = {
    id: '1',
    kind: 'two',
    subscriberId: null,
    sentAt: 5,
    nextAt: 6,
    data: [7],
    answer: null,
  } as const;
  expect(mapping.values(row)).toEqual(['1', 'two', null, 5, 6, '[7]', null]);
});

test('a number that the database returns as text is read as a number', () => {
  const mapping = mapRow<{ at: number; next: number | null }>({
    at: number('at'),
    next: nullable(number('next')),
  });
  expect(mapping.toRow({ at: '1767225600000', next: '5' })).toEqual({ at: 1_767_225_600_000, next: 5 });
  expect(mapping.toRow({ at: '1', next: null })).toEqual({ at: 1, next: null });
});

test('columns that the mapping does not have are ignored', () => {
  expect(mapRow<{ id: string }>({ id: 'id' }).toRow({ id: '1', seq: 7 })).toEqual({ id: '1' });
});
