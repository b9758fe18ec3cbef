import fc from 'fast-check';
import { afterEach, expect, test, vi } from 'vitest';
import { InputError } from '../core/errors.ts';
import { createMemoryStore } from './deduplicator.ts';

afterEach(() => {
  vi.useRealTimers();
});

test('a key is remembered for 4 days, longer than the service sends', () => {
  vi.useFakeTimers();
  const store = createMemoryStore();
  void store.claim('a');
  vi.setSystemTime(Date.now() + 3 * 24 * 3_600_000);
  expect(store.claim('a')).toBe(false);
  vi.setSystemTime(Date.now() + 24 * 3_600_000);
  expect(store.claim('a')).toBe(true);
});

test('a key that is claimed again becomes the newest', () => {
  vi.useFakeTimers();
  const store = createMemoryStore({ limit: 2, lifetime: 100 });
  void store.claim('a');
  vi.setSystemTime(Date.now() + 50);
  void store.claim('b');
  vi.setSystemTime(Date.now() + 50);
  expect(store.claim('a')).toBe(true);
  void store.claim('c');
  expect(store.claim('a')).toBe(false);
});

test('it keeps the newest keys, up to its limit', () => {
  const keys = fc.array(fc.tuple(fc.nat(30).map(String), fc.boolean()), { maxLength: 200 });
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 12 }), keys, (limit, steps) => {
      const store = createMemoryStore({ limit });
      /** The model: keys in the order of their claims. */
      let held: string[] = [];
      for (const [key, isRelease] of steps) {
        if (isRelease) {
          store.release(key);
          held = held.filter((other) => other !== key);
          continue;
        }
        expect(store.claim(key)).toBe(!held.includes(key));
        if (!held.includes(key)) held = [...held, key].slice(-limit);
      }
    }),
  );
});

test('the newest ten thousand of twenty thousand keys are kept', () => {
  const store = createMemoryStore();
  for (let i = 0; i < 20_000; i++) void store.claim(`key ${i}`);
  expect(store.claim('key 10000')).toBe(false);
  expect(store.claim('key 9999')).toBe(true);
});

test.each([{ limit: 0 }, { limit: 1.5 }, { lifetime: 0 }, { lifetime: Number.NaN }, { size: 1 }])(
  '%o is refused',
  (options) => {
    expect(() => createMemoryStore(options)).toThrow(InputError);
  },
);
