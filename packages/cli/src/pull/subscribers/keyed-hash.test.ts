import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { KeyedHash } from './keyed-hash.ts';

const key = Buffer.from('5eed'.repeat(16), 'hex');
const hash = new KeyedHash(key);

test('a digest is an HMAC of the kind and the text', () => {
  fc.assert(
    fc.property(fc.string(), fc.string({ unit: 'grapheme' }), (kind, text) => {
      expect(hash.digest(kind, text)).toEqual(createHmac('sha256', key).update(`${kind}\0${text}`).digest());
    }),
  );
});

test('a text that was sealed can be opened with the same key only', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      const sealed = hash.seal(text);
      expect(hash.open(sealed)).toBe(text);
      expect(() => new KeyedHash(Buffer.alloc(32)).open(sealed)).toThrow();
    }),
  );
});
