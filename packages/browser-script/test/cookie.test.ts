import fc from 'fast-check';
import { expect, test } from 'vitest';
import { init } from '../src/site.ts';
import { cookieDomains, visitorCookie as cookieOf, visitorIn as findVisitor } from '../src/visitor.ts';

const UUID = '0123456789abcdef0123456789abcdef';
const uuid = fc.string({ unit: fc.constantFrom(...'0123456789abcdef'), minLength: 32, maxLength: 32 });
const account = fc.stringMatching(/^\w[\w-]*$/);
/** Sets the account and the path of the cookie. */
const use = (account: string, cookiePath = '/') =>
  init({ account, cookiePath, consent: true, host: 'https://script.example.com' });

function visitorIn(cookies: string, account: string) {
  use(account);
  return findVisitor(cookies);
}

function visitorCookie(account: string, visitor: string, path: string, domain: string) {
  use(account, path);
  return cookieOf(visitor, domain);
}

/** Other cookies of a page. */
const others = fc.array(
  fc.stringMatching(/^[a-z_]{1,8}=[!-:<-~]{0,20}$/).filter((text) => !text.startsWith('_drip')),
);

/** Returns the part of a cookie that browsers return to scripts. */
const pairOf = (cookie: string) => cookie.split('; ', 1)[0] ?? '';

test('a written visitor is found again, whatever other cookies there are', () => {
  fc.assert(
    fc.property(account, uuid, others, others, (name, visitor, before, after) => {
      const pair = pairOf(visitorCookie(name, visitor, '/', ''));
      expect(visitorIn([...before, pair, ...after].join('; '), name)).toBe(visitor);
    }),
  );
});

test('a visitor of one account is not a visitor of another', () => {
  fc.assert(
    fc.property(account, account, uuid, (one, other, visitor) => {
      // Accounts are numbers, so names that differ only in case do not occur.
      fc.pre(one.toLowerCase() !== other.toLowerCase());
      expect(visitorIn(pairOf(visitorCookie(one, visitor, '/', '')), other)).toBeUndefined();
    }),
  );
});

test('any text of cookies can be read without an error', () => {
  fc.assert(
    fc.property(fc.string(), account, (cookies, name) => {
      expect(visitorIn(cookies, name) ?? '').toMatch(/^([0-9a-f]{32})?$/);
    }),
  );
});

test.each([
  ['as this script writes it', `vid%3D${UUID}`],
  ['not escaped', `vid=${UUID}`],
  ['with more behind it', `vid%3D${UUID}%26pageViews%3D1%26sessionPageCount%3D1`],
  ['with more before it', `pageViews%3D1%26vid%3D${UUID}`],
])('a cookie %s is read', (_, value) => {
  expect(visitorIn(`a=1; _drip_client_9=${value}; b=2`, '9')).toBe(UUID);
});

test.each([
  ['of another account', `_drip_client_99=vid%3D${UUID}`],
  ['of another name that ends the same', `x_drip_client_9=vid%3D${UUID}`],
  ['whose value is too short', '_drip_client_9=vid%3D0123'],
  ['that is empty', '_drip_client_9='],
  ['that is empty, before another', `_drip_client_9=; other=vid%3D${UUID}`],
])('a cookie %s is not read', (_, cookies) => {
  expect(visitorIn(cookies, '9')).toBeUndefined();
});

test('a cookie lasts two years and is sent to the same site', () => {
  expect(visitorCookie('9', UUID, '/shop', 'example.com')).toBe(
    `_drip_client_9=vid%3D${UUID}; path=/shop; max-age=63072000; SameSite=Lax; domain=example.com`,
  );
  expect(visitorCookie('9', UUID, '/', '')).not.toMatch(/domain/);
});

test.each([
  ['www.shop.example.co.uk', ['co.uk', 'example.co.uk', 'shop.example.co.uk', 'www.shop.example.co.uk', '']],
  ['example.com', ['example.com', '']],
  ['localhost', ['']],
  ['127.0.0.1', ['']],
  ['[::1]', ['']],
  ['', ['']],
])('the domains of %s are listed from the widest on', (host, domains) => {
  expect(cookieDomains(host)).toEqual(domains);
});
