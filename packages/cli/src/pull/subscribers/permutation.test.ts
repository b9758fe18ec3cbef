import fc from 'fast-check';
import { expect, test } from 'vitest';
import { KeyedHash } from './keyed-hash.ts';
import { permuted, restored } from './permutation.ts';

const hash = new KeyedHash(Buffer.alloc(32, 7));

const ids = fc.oneof(
  fc.stringMatching(/^[0-9]{1,12}$/),
  fc.stringMatching(/^[a-z0-9]{1,24}$/),
  fc.stringMatching(/^[0-9a-f]{32}$/),
  fc.stringMatching(/^[A-Z]{2}-[0-9]{4}_[a-z]{3}$/),
  fc.string({ minLength: 1, maxLength: 255 }),
);

test('an id becomes one of the same length and of characters of the same kinds, and can be restored', () => {
  fc.assert(
    fc.property(ids, (id) => {
      const other = permuted(hash, id);
      expect(other).toHaveLength(id.length);
      for (const kind of [/\d/, /[a-z]/, /[A-Z]/]) expect(kind.test(other)).toBe(kind.test(id));
      expect(other.replaceAll(/[a-z\d]/gi, '')).toBe(id.replaceAll(/[a-z\d]/gi, ''));
      expect(restored(hash, other)).toBe(id);
    }),
  );
});

test.each([1, 2, 3])('all ids of %d digits become different ones', (length) => {
  const all = Array.from({ length: 10 ** length }, (_, i) => String(i).padStart(length, '0'));
  expect(new Set(all.map((id) => permuted(hash, id)))).toEqual(new Set(all));
});

test('another key makes other ids', () => {
  const other = new KeyedHash(Buffer.alloc(32, 8));
  expect(permuted(other, 'abcdefghijklmnopqrst')).not.toBe(permuted(hash, 'abcdefghijklmnopqrst'));
});
