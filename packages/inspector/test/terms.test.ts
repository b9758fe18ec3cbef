import { numberTest } from '@trickle/design/number-test';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isWithin, readSpan } from '../src/design/list/spans.ts';
import { completionsOf, readTerms, termOf, withoutTerm } from '../src/design/list/terms.ts';

const NAMES = ['status', 'tag', 'since'];

test.each([
  ['status:422 ann since:5m', 'ann', { status: '422', since: '5m' }, []],
  ['tag:"very important" ann', 'ann', { tag: 'very important' }, []],
  ['tag:"not closed', '', { tag: 'not closed' }, []],
  ['ann bo', 'ann bo', {}, []],
  ['status:', '', {}, []],
  ['statsu:422', 'statsu:422', {}, ['statsu']],
  ['https://acme.test/a:b', 'https://acme.test/a:b', {}, []],
  ['12:30', '12:30', {}, []],
  ['', '', {}, []],
])('%j is read as the text %j with %j', (written, text, values, unknown) => {
  expect(readTerms(written, NAMES)).toEqual({ text, values: new Map(Object.entries(values)), unknown });
});

test('a term is read as it was written, and goes without a trace', () => {
  const value = fc.string({ minLength: 1 }).filter((text) => !/["\s]/.test(text) || text.trim() !== '');
  fc.assert(
    fc.property(fc.constantFrom(...NAMES), value, (name, given) => {
      const text = given.replaceAll('"', '');
      fc.pre(text !== '' && !(/\s/.test(text) && text.trim() === ''));
      const written = `one ${termOf(name, text)} two`;
      expect(readTerms(written, NAMES).values.get(name)).toBe(text);
      expect(withoutTerm(written, name)).toBe('one two');
    }),
  );
});

test.each([
  ['', ['status:', 'tag:']],
  ['st', ['status:']],
  ['ann t', ['ann tag:']],
  ['ann tag:V', ['ann tag:VIP', 'ann tag:"very important"']],
  ['status:4', []],
  ['nothing:', []],
])('%j is completed to %j', (written, expected) => {
  const terms = [
    { name: 'status', values: ['good'] },
    { name: 'tag', values: ['VIP', 'very important', 'new'] },
  ];
  expect(completionsOf(written, terms)).toEqual(expected);
});

test.each([
  ['422', [422], [421, 423]],
  ['4xx', [400, 499], [399, 500]],
  ['>100', [100.5, 101], [100, 99]],
  ['>=100', [100], [99]],
  ['<5', [4], [5]],
  ['<=-5', [-5], [-4]],
  ['100..200', [100, 200], [99, 201]],
])('the numbers of %s', (written, inside, outside) => {
  const isIn = numberTest(written);
  expect(inside.map((number) => isIn?.(number))).toEqual(inside.map(() => true));
  expect(outside.map((number) => isIn?.(number))).toEqual(outside.map(() => false));
});

test.each(['', 'many', '>', '1..', '4x', '1 2'])('%j is not a number', (written) => {
  expect(numberTest(written)).toBeUndefined();
});

const NOW = Date.parse('2026-01-20T09:00:30Z');
const CHECKPOINTS = [{ id: 'c1', name: 'Before the import', at: '2026-01-19T12:00:00.000Z' }];

test.each([
  ['5m', { since: '2026-01-20T08:55:00.000Z' }],
  ['2h', { since: '2026-01-20T07:00:00.000Z' }],
  ['1w', { since: '2026-01-13T09:00:00.000Z' }],
  ['today', { since: '2026-01-20T00:00:00.000Z' }],
  ['Yesterday', { since: '2026-01-19T00:00:00.000Z', until: '2026-01-20T00:00:00.000Z' }],
  ['2026-01-05', { since: '2026-01-05T00:00:00.000Z' }],
  ['2026-01-05T10:30', { since: '2026-01-05T10:30:00.000Z' }],
  ['2026-01-05T10:30:00+02:00', { since: '2026-01-05T08:30:00.000Z' }],
  ['2026-01-05T10:30:00-02:00', { since: '2026-01-05T12:30:00.000Z' }],
  ['before the import', { since: '2026-01-19T12:00:00.000Z' }],
  ['c1', { since: '2026-01-19T12:00:00.000Z' }],
  ['soon', undefined],
  ['5', undefined],
  ['2026-13-45', undefined],
])('the span %j is %j', (written, expected) => {
  expect(readSpan(written, NOW, CHECKPOINTS)).toEqual(expected);
});

test('a time is in a span from its start until its end', () => {
  const span = { since: '2026-01-19T00:00:00Z', until: '2026-01-20T00:00:00Z' };
  expect(isWithin('2026-01-19T00:00:00Z', span)).toBe(true);
  expect(isWithin('2026-01-20T00:00:00Z', span)).toBe(false);
  expect(isWithin(null, {})).toBe(false);
});
