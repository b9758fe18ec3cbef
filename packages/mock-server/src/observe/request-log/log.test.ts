import fc from 'fast-check';
import { expect, test } from 'vitest';
import { RingBuffer, redactedQuery, redactedUrl } from './log.ts';

test.each([
  ['', ''],
  ['page=2&sort=email', 'page=2&sort=email'],
  ['client_secret=abc&client_id=7', 'client_secret=[redacted]&client_id=7'],
  ['code=a=b&state=%26', 'code=[redacted]&state=%26'],
  ['client%5Fsecret=abc', 'client%5Fsecret=[redacted]'],
  ['API-Key=abc&api_key=', 'API-Key=[redacted]&api_key=[redacted]'],
  ['access_token&token=1&code_verifier=2', 'access_token&token=[redacted]&code_verifier=[redacted]'],
  ['country_code=1&zip_code=2&encode=3', 'country_code=1&zip_code=2&encode=3'],
  ['%zz=1&&=2', '%zz=1&&=2'],
])('the query %j is recorded as %j', (query, shown) => {
  expect(redactedQuery(query)).toBe(shown);
});

test('a URL keeps everything but the secrets of its query', () => {
  expect(redactedUrl('https://a.test/b?code=1&x=2#code=3')).toBe(
    'https://a.test/b?code=[redacted]&x=2#code=3',
  );
});

test('names and other values stay as they were sent', () => {
  const pairs = fc.array(fc.tuple(fc.constantFrom('page', 'sort', 'token', 'code'), fc.string()));
  fc.assert(
    fc.property(pairs, (given) => {
      const expected = given.map(([name, value]) => [
        name,
        name === 'token' || name === 'code' ? '[redacted]' : value.toWellFormed(),
      ]);
      expect([...new URLSearchParams(redactedQuery(new URLSearchParams(given).toString()))]).toEqual(
        expected,
      );
    }),
  );
});

test('a ring buffer keeps the newest items within its bounds, and always the newest one', () => {
  const sizes = fc.array(fc.integer({ min: 0, max: 50 }), { maxLength: 60 });
  fc.assert(
    fc.property(
      sizes,
      fc.integer({ min: 1, max: 20 }),
      fc.integer({ min: 0, max: 200 }),
      (all, count, size) => {
        const ring = new RingBuffer<{ size: number; at: number }>({ count, size: size });
        const items = all.map((heavy, at) => ({ size: heavy, at }));
        items.forEach((item, added) => {
          ring.add(item);
          const kept = ring.values();
          // The longest tail within both bounds, with at least one item.
          let expected = items.slice(Math.max(0, added + 1 - count), added + 1);
          while (expected.length > 1 && expected.reduce((sum, one) => sum + one.size, 0) > size) {
            expected = expected.slice(1);
          }
          expect(kept).toEqual(expected);
        });
      },
    ),
  );
});
