import { createServer, type Server } from '@trickle/mock-server';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createShop } from '../shop.ts';
import { Visitor } from './visitor.ts';

let trickle: Server;
let shop: Awaited<ReturnType<typeof createShop>>;
let visitor: Visitor;

beforeEach(async () => {
  trickle = await createServer();
  shop = await createShop(trickle.connection);
  visitor = new Visitor(shop);
});
afterEach(() => trickle.close());

/** A visitor with somebody else's session. */
function withSession(id = ''): Visitor {
  const other = new Visitor(shop);
  other.cookies.set('shop_session', id);
  return other;
}
const session = () => visitor.cookies.get('shop_session');

test('unknown actions lead nowhere', async () => {
  for (const name of ['constructor', '__proto__', 'toString', 'hasOwnProperty', '']) {
    await expect(visitor.submit(name), name).rejects.toThrow('answered 404');
  }
});

test('a customer who signs in or out gets another session id, and keeps the cart', async () => {
  await visitor.add('morning-tide');
  const chosen = session();
  await visitor.signIn('jo@example.com');
  const signedIn = session();
  expect(signedIn).not.toBe(chosen);
  expect((await visitor.open('/account')).text).toContain('jo@example.com');
  expect((await withSession(chosen).open('/account')).text).not.toContain('jo@example.com');

  await visitor.add('morning-tide');
  expect(session()).toBe(signedIn);
  expect((await visitor.open('/cart')).text).toContain('$33.80');
  await visitor.submit('sign-out');
  expect(session()).not.toBe(signedIn);
  expect((await withSession(signedIn).open('/account')).text).not.toContain('jo@example.com');
});

test('a checkout signs in, so it changes the session id too', async () => {
  await visitor.add('morning-tide');
  const chosen = session();
  await visitor.checkOut('jo@example.com');
  expect(session()).not.toBe(chosen);
  expect((await withSession(chosen).open('/account')).text).not.toContain('jo@example.com');
});

test('a request still running with a planted session learns nothing of the sign-in', async () => {
  await visitor.add('morning-tide');
  const attacker = withSession(session());
  const running = attacker.submit('newsletter', { 'fields[email]': 'eve@example.com' });
  await visitor.signIn('jo@example.com');
  await running;
  for (const path of ['/', '/account']) {
    expect((await attacker.open(path)).text).not.toContain('jo@example.com');
  }
});

test('a session id that the shop did not issue is ignored', async () => {
  visitor.cookies.set('shop_session', '0'.repeat(36));
  await visitor.add('morning-tide');
  expect(session()).not.toBe('0'.repeat(36));
});

test('pages of other sites may link to the shop, but not send its forms or frame it', async () => {
  const post = { method: 'POST', body: new URLSearchParams({ email: 'jo@example.com' }) };
  for (const headers of [
    { origin: 'https://evil.test' },
    { origin: 'null' },
    { 'sec-fetch-site': 'cross-site' },
  ]) {
    expect((await visitor.send('/api/sign-in', { ...post, headers })).status).toBe(403);
  }
  const link = await visitor.send('/', { headers: { 'sec-fetch-site': 'cross-site' } });
  expect(link.status).toBe(200);
  expect(link.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
});

test('the shop answers only to host names of this machine', async () => {
  expect((await shop.request('http://127.0.0.1:4200/')).status).toBe(200);
  expect((await shop.request('http://evil.test:4200/')).status).toBe(421);
});

test('text from visitors and the service is escaped', async () => {
  await visitor.submit('sign-in', { email: 'jo@example.com', first_name: '<b>"Jo"</b></script>' });
  const { text } = await visitor.open('/account');
  expect(text).toContain('Hello, &lt;b&gt;&quot;Jo&quot;&lt;/b&gt;');
  expect(text).not.toContain('<b>"Jo"');
});
