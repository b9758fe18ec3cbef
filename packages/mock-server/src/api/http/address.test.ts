import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { anyUrl } from '../../../../../scripts/setup/arbitrary-strings.ts';
import { addressOf, trustedProxies } from './address.ts';

test('an address has the same parts as the URL class finds', () => {
  fc.assert(
    fc.property(anyUrl, (text) => {
      const request = new Request(text);
      const { origin, pathname, search } = new URL(request.url);
      expect(addressOf(request)).toEqual({ origin, path: pathname, query: search.slice(1) });
    }),
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

const seen = (names: readonly string[], from: string, headers: Record<string, string>) => {
  const peer = { address: from, drop: () => undefined };
  const { address, origin } = trustedProxies(names)(
    new Request('http://10.1.1.1:4100/v2/user', { headers }),
    peer,
  );
  return { address, origin };
};

const forwarded = {
  'x-forwarded-for': '6.6.6.6, 203.0.113.7',
  'x-forwarded-proto': 'https',
  'x-forwarded-host': 'api.acme.test',
};

// U-146
describe('trusted proxies', () => {
  it.each([
    ['itself', ['10.0.0.5'], '10.0.0.5'],
    ['its network', ['10.0.0.0/8'], '10.0.0.5'],
    ['loopback', ['loopback'], '127.0.0.1'],
    ['loopback of IPv6', ['loopback'], '::1'],
    ['IPv4 within IPv6', ['loopback'], '::ffff:127.0.0.1'],
    ['a private network', ['private'], '192.168.7.7'],
    ['one of several', ['2001:db8::/32', 'loopback'], '2001:db8::1'],
  ])("a proxy trusted as %s reports the client's address and the requested URL", (_, names, from) => {
    expect(seen(names, from, forwarded)).toEqual({ address: '203.0.113.7', origin: 'https://api.acme.test' });
  });

  it.each([
    ['no proxy is trusted', [], '127.0.0.1'],
    ['another proxy is trusted', ['10.0.0.5'], '10.0.0.6'],
    ['the address is unknown', ['loopback'], 'somewhere'],
  ])('forwarded headers are ignored if %s', (_, names, from) => {
    expect(seen(names, from, forwarded)).toEqual({ address: from, origin: undefined });
  });

  it('a chain of trusted proxies is followed to the first untrusted address', () => {
    const chain = { 'x-forwarded-for': '127.0.0.1, 203.0.113.7:5555, 10.0.0.5, [::1]:80' };
    expect(seen(['loopback', '10.0.0.5'], '::1', chain).address).toBe('203.0.113.7');
  });

  it.each([
    ['https', 'https'],
    ['https, http', 'https'],
    ['http, https, http', 'https'], // the first is of the client
    ['https,https', 'https'],
    ['http, http', 'http'],
  ])('the scheme in %j is that of the proxy that the client reached', (values, scheme) => {
    const chain = { 'x-forwarded-for': '203.0.113.7, 10.0.0.5', 'x-forwarded-proto': values };
    expect(seen(['loopback', '10.0.0.5'], '::1', chain).origin).toBe(`${scheme}://10.1.1.1:4100`);
  });

  it.each([
    [{ 'x-forwarded-for': 'unknown' }, '127.0.0.1', 'http://10.1.1.1:4100'],
    [{ 'x-forwarded-for': '' }, '127.0.0.1', 'http://10.1.1.1:4100'],
    [{ 'x-forwarded-proto': 'https' }, '127.0.0.1', 'https://10.1.1.1:4100'],
    [{ 'x-forwarded-proto': 'javascript' }, '127.0.0.1', undefined],
    [{ 'x-forwarded-host': 'a.test/"><script>' }, '127.0.0.1', undefined],
    [{ 'x-forwarded-host': 'evil.test, [2001:db8::1]:8443' }, '127.0.0.1', 'http://[2001:db8::1]:8443'],
  ])('a proxy that sends %j is believed as far as the values are valid', (headers, address, origin) => {
    expect(seen(['loopback'], '127.0.0.1', headers)).toEqual({ address, origin });
  });

  it.each(['localhost', '10.0.0.0/33', '10.0.0.0/8/8', '::/129', '', '10.0.0.0/x'])(
    '%j is not a valid proxy',
    (name) => {
      expect(() => trustedProxies([name])).toThrow(TypeError);
    },
  );
});
