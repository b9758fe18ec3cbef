import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { base64Url, equalDigests, equalTexts, sha256 } from './sha256.ts';

test('digests are those of SHA-256, in base64 for URLs', async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'grapheme' }), async (text) => {
      expect(base64Url(await sha256(text))).toBe(createHash('sha256').update(text).digest('base64url'));
    }),
  );
});

test('texts are equal exactly when they are the same', async () => {
  const near = fc
    .tuple(fc.string({ minLength: 1 }), fc.nat(), fc.string({ maxLength: 1 }))
    .map(([text, at, other]) => {
      const index = at % text.length;
      return [text, text.slice(0, index) + other + text.slice(index + 1)] as const;
    });
  await fc.assert(
    fc.asyncProperty(fc.oneof(near, fc.tuple(fc.string(), fc.string())), async ([one, other]) => {
      expect(await equalTexts(one, other)).toBe(one === other);
      expect(await equalTexts(one, one)).toBe(true);
    }),
  );
});

/** Bytes that count how often they are read. */
function counted(bytes: Uint8Array): { bytes: Uint8Array; reads: () => number } {
  let reads = 0;
  const proxy = new Proxy(bytes, {
    get(target, name) {
      if (name !== 'length') reads++;
      return Reflect.get(target, name, target);
    },
  });
  return { bytes: proxy, reads: () => reads };
}

test('a comparison reads every byte, wherever the first difference is', () => {
  const secret = new Uint8Array(32).fill(7);
  for (let at = -1; at < 32; at++) {
    const other = secret.slice();
    if (at >= 0) other[at] = 8;
    const one = counted(secret);
    const two = counted(other);
    expect(equalDigests(one.bytes, two.bytes)).toBe(at < 0);
    expect([one.reads(), two.reads()]).toEqual([32, 32]);
  }
});

test('digests of another length are never equal', () => {
  expect(equalDigests(new Uint8Array(32), new Uint8Array(31))).toBe(false);
  expect(equalDigests(new Uint8Array(31), new Uint8Array(32))).toBe(false);
});
