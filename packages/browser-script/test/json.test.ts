import fc from 'fast-check';
import { afterEach, expect, test } from 'vitest';
import { json } from '../src/json.ts';

const plain = fc.anything({ withNullPrototype: true, withSparseArray: true }).filter((value) => {
  try {
    return JSON.stringify(value) !== undefined;
  } catch {
    return false;
  }
});

const prototypes = [Array, String, Number, Boolean, Date, Object].map(({ prototype }) => prototype as object);

const forget = () => {
  for (const prototype of prototypes) Reflect.deleteProperty(prototype, 'toJSON');
};
const ownDateForm = Date.prototype.toJSON;

afterEach(() => {
  forget();
  Date.prototype.toJSON = ownDateForm;
});

test('json returns what JSON.stringify returns, even if the page has added toJSON to built-ins', () => {
  fc.assert(
    fc.property(plain, fc.boolean(), (value, isPatched) => {
      const given = { value, when: new Date(0), list: ['a', 1, null, [true]] };
      const expected = JSON.stringify(given);
      if (isPatched) {
        for (const prototype of prototypes) {
          Object.defineProperty(prototype, 'toJSON', { value: () => 'patched', configurable: true });
        }
      }
      const text = json(given);
      forget();
      Date.prototype.toJSON = ownDateForm;
      expect(text).toBe(expected);
    }),
  );
});

test('json omits functions and symbols, and calls toJSON of other objects', () => {
  const value = { fn() {}, symbol: Symbol('x'), list: [() => {}], when: { toJSON: () => 'noon' } };
  expect(json(value)).toBe('{"list":[null],"when":"noon"}');
});

test.each([
  ['a circular reference', circular],
  ['a bigint', () => ({ big: 10n })],
  ['an invalid date', () => ({ when: new Date(Number.NaN) })],
])('json throws an error for %s', (_, make) => {
  expect(() => json(make())).toThrow();
});

function circular(): unknown[] {
  const loop: unknown[] = [];
  loop.push(loop);
  return loop;
}
