import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addressOf } from './address.ts';

test('an address has the same parts as the URL class finds', () => {
  fc.assert(
    fc.property(
      fc.webUrl({ withQueryParameters: true, withFragments: true, validSchemes: ['http', 'https'] }),
      (text) => {
        const request = new Request(text);
        const { origin, pathname, search } = new URL(request.url);
        expect(addressOf(request)).toEqual({ origin, path: pathname, query: search.slice(1) });
      },
    ),
  );
});

test.each([
  ['http://[::1]:4100/v2/user?', { origin: 'http://[::1]:4100', path: '/v2/user', query: '' }],
  ['http://a.test', { origin: 'http://a.test', path: '/', query: '' }],
  ['http://a.test/a//b/?x=1?y=2#z', { origin: 'http://a.test', path: '/a//b/', query: 'x=1?y=2' }],
  ['HTTP://A.test:80/%2F/../b', { origin: 'http://a.test', path: '/b', query: '' }],
])('the parts of %s match', (text, parts) => {
  expect(addressOf(new Request(text))).toEqual(parts);
});
