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

test('gives what JSON.stringify gives, also where a page has given the built-ins a form of their own', () => {
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

test('leaves out functions and symbols, and asks objects for their own form', () => {
  const value = { fn() {}, symbol: Symbol('x'), list: [() => {}], when: { toJSON: () => 'noon' } };
  expect(json(value)).toBe('{"list":[null],"when":"noon"}');
});

test.each([
  ['a value that holds itself', selfHolding],
  ['a bigint', () => ({ big: 10n })],
  ['a date that is none', () => ({ when: new Date(Number.NaN) })],
])('throws at %s', (_, make) => {
  expect(() => json(make())).toThrow();
});

function selfHolding(): unknown[] {
  const loop: unknown[] = [];
  loop.push(loop);
  return loop;
}
