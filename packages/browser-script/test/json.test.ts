import fc from 'fast-check';
import { expect, test } from 'vitest';
import { json } from '../src/json.ts';

test('gives what JSON.stringify gives', () => {
  fc.assert(
    fc.property(fc.anything({ withDate: true, withSparseArray: true, withNullPrototype: true }), (value) => {
      // Both read the same, although this one escapes more.
      const text = json(value);
      const expected = JSON.stringify(value);
      expect(text === undefined ? undefined : JSON.parse(text)).toEqual(
        expected === undefined ? undefined : JSON.parse(expected),
      );
    }),
  );
});

test('keeps every character of a text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(JSON.parse(json(text) ?? '')).toBe(text);
    }),
  );
});

test('leaves out functions and symbols, and asks objects for their own form', () => {
  const value = { fn() {}, symbol: Symbol('x'), list: [() => {}], when: { toJSON: () => 'noon' }, big: 10n };
  expect(json(value)).toBe('{"list":[null],"when":"noon","big":10}');
  expect(json(new Date(Number.NaN))).toBe('null');
});

test('throws at a value that holds itself', () => {
  const loop: unknown[] = [];
  loop.push(loop);
  expect(() => json(loop)).toThrow();
});
