import { beforeAll, expect, it, test } from 'vitest';
import { createServer } from '../src/index.ts';
import { scenarios, startServer, type TestServer } from './harness.ts';
import { mailingAccount } from './mailing-account.ts';
import { message, postMessages, scriptShop } from './script-shop.ts';
import { ShopVisitor } from './shop-visitor.ts';

const methods = async (visitor: ShopVisitor) => (await visitor.calls()).map(({ method }) => method);

const requests = async (server: TestServer) =>
  (await server.requests.find({})).map(({ method, path }) => `${method} ${path}`);

const ordersOf = async (server: TestServer) => {
  await server.settle();
  return (await server.commerce()).orders;
};

async function checkOut(visitor: ShopVisitor, email: string, more: Record<string, string> = {}) {
  const order = await visitor.fieldOf('/checkout', 'order');
  const fields = { order, email, first_name: 'Jo', last_name: 'Doe', ...more };
  return { fields, page: await visitor.submit('checkout', fields) };
}

// The shop is loaded on first use, and no test should wait for that.
beforeAll(async () => {
  await using server = await startServer();
  await new ShopVisitor(server).signIn('jo@example.com');
}, 60_000);

scenarios('the backend of the demo shop', (start) => {
  it('reports nothing of a visitor who has not signed in', async () => {
    await using server = await start();
    const visitor = new ShopVisitor(server);
    expect(await visitor.add('morning-tide')).toContain('$16.90');
    expect(await visitor.add('morning-tide')).toContain('$33.80');
    expect(await visitor.calls()).toEqual([]);
    expect(await requests(server)).toEqual([]);
  });

  it('creates the subscriber at sign-in, records an event, and reports the cart', async () => {
    await using server = await start();
    const visitor = new ShopVisitor(server);
    await visitor.add('morning-tide');
    const page = await visitor.signIn('jo@example.com');
    expect(page).toContain('You are signed in as jo@example.com.');
    expect(page).toContain('Hello, Jo');

    const calls = await visitor.calls();
    expect(calls.map(({ method, isOk }) => [method, isOk])).toEqual([
      ['subscribers.upsert', true],
      ['events.record', true],
      ['shopperActivity.cart', true],
      ['subscribers.get', true],
    ]);
    expect(calls[0]?.code).toBe(
      "await client.subscribers.upsert({\n  email: 'jo@example.com',\n  first_name: 'Jo',\n  tags: ['shop account'],\n});",
    );
    const subscriber = await server.subscriber('jo@example.com');
    expect(subscriber).toMatchObject({ first_name: 'Jo', tags: ['shop account'] });
    expect(calls[0]?.subscriberId).toBe(subscriber.id);

    await server.settle();
    const { carts } = await server.commerce();
    expect(carts).toMatchObject([{ provider: 'acme_shop' }]);
    await visitor.add('dockside-mug');
    await server.settle();
    expect((await server.commerce()).carts).toHaveLength(1);
    expect(
      (await visitor.calls()).findLast(({ method }) => method === 'shopperActivity.cart')?.code,
    ).toContain("action: 'updated'");
  });

  it('names the recorded request of each call', async () => {
    await using server = await start();
    const visitor = new ShopVisitor(server);
    await visitor.signIn('jo@example.com');
    const ids = (await visitor.calls()).flatMap(({ requestIds }) => requestIds);
    expect(new Set(ids).size).toBe(3);
    expect(ids).toHaveLength((await server.requests.find({})).length);
  });

  it('places one order, however often the form is sent', async () => {
    await using server = await start();
    const visitor = new ShopVisitor(server);
    await visitor.add('pour-over-set');
    const { fields, page } = await checkOut(visitor, 'jo@example.com');
    expect(page).toContain(`Your order #${fields.order.slice(-5)} is placed.`);
    await visitor.submit('checkout', fields);
    expect(await ordersOf(server)).toHaveLength(1);
    expect((await visitor.open('/cart')).text).toContain('Your cart is empty.');
    expect((await server.subscriber('jo@example.com')).lifetime_value).toBe(3900);
    expect((await methods(visitor)).filter((method) => method === 'events.record')).toHaveLength(1);
  });

  it('refunds an order once, and only that of the own session', async () => {
    await using server = await start();
    const [visitor, other] = [new ShopVisitor(server), new ShopVisitor(server)];
    await visitor.add('pour-over-set');
    const { fields } = await checkOut(visitor, 'jo@example.com');
    await other.signIn('jo@example.com');
    await other.submit('refund', { order: fields.order });
    await server.settle();
    expect((await server.subscriber('jo@example.com')).lifetime_value).toBe(3900);

    expect(await visitor.submit('refund', { order: fields.order })).toContain('Refunded');
    await visitor.submit('refund', { order: fields.order });
    await server.settle();
    expect((await server.subscriber('jo@example.com')).lifetime_value).toBe(0);
    const refunds = (await visitor.calls()).filter(({ code }) => code.includes("action: 'refunded'"));
    expect(refunds).toHaveLength(1);
  });

  it('stores the profile in custom fields', async () => {
    await using server = await start();
    const visitor = new ShopVisitor(server);
    await visitor.signIn('jo@example.com');
    expect(await visitor.submit('profile', { roast: 'dark' })).toContain('<option selected>dark</option>');
    expect((await server.subscriber('jo@example.com')).custom_fields).toEqual({ favorite_roast: 'dark' });
  });

  it('subscribes to the first active campaign, or tags the subscriber if there is none', async () => {
    await using server = await start({
      seed: mailingAccount({
        campaigns: [
          { id: '1', name: 'Draft' },
          { id: '2', name: 'News', status: 'active' },
        ],
      }),
    });
    await new ShopVisitor(server).submit('newsletter', { 'fields[email]': 'jo@example.com' });
    const { id } = await server.subscriber('jo@example.com');
    expect((await server.get(`subscribers/${id}/campaign_subscriptions`)).body).toMatchObject({
      campaign_subscriptions: [{ campaign_id: '2' }],
    });

    await using plain = await start({ seed: mailingAccount({}) });
    await plain.save({ email: 'jo@example.com' });
    await new ShopVisitor(plain).submit('newsletter', { 'fields[email]': 'jo@example.com' });
    expect((await plain.subscriber('jo@example.com')).tags).toEqual(['newsletter']);
  });

  it('shows an error of the API and keeps the order', async () => {
    await using server = await start();
    const visitor = new ShopVisitor(server);
    await visitor.add('pour-over-set');
    await server.faults.add({ operation: 'shopperActivity.order', status: 422 });
    const { page } = await checkOut(visitor, 'jo@example.com');
    expect(page).toContain('The API did not accept this');
    expect(page).toContain('$39.00');
    const failed = (await visitor.calls()).filter(({ isOk }) => !isOk);
    expect(failed).toMatchObject([{ method: 'shopperActivity.order', answer: /^ValidationError: / }]);
    expect(failed[0]?.requestIds).toHaveLength(1);
  });

  it('signs out, and forgets the orders', async () => {
    await using server = await start();
    const visitor = new ShopVisitor(server);
    await visitor.add('pour-over-set');
    await checkOut(visitor, 'jo@example.com');
    expect(await visitor.submit('sign-out', {})).toContain('Sign in');
    await visitor.signIn('jo@example.com');
    expect((await visitor.open('/account')).text).toContain('You have not ordered anything yet.');
  });
});

scenarios('the demo shop', (start) => {
  it('shows every product, and a page for what it does not have', async () => {
    await using server = await start();
    const visitor = new ShopVisitor(server);
    const { text } = await visitor.open();
    const slugs = new Set(Array.from(text.matchAll(/\/demo\/products\/([\w-]+)/g), ([, slug]) => slug));
    expect(slugs.size).toBe(9);
    for (const slug of slugs) expect((await visitor.open(`/products/${slug}`)).status).toBe(200);
    for (const path of ['/products/tea', '/nothing', '/api/nothing']) {
      expect(await visitor.open(path)).toMatchObject({
        status: 404,
        text: expect.stringContaining('We do not have this'),
      });
    }
  });

  it('is not recorded itself', async () => {
    await using server = await start();
    const visitor = new ShopVisitor(server);
    await visitor.open();
    await visitor.open('/shop.js');
    expect(await requests(server)).toEqual([]);
  });

  it('lets the page script work only with consent', async () => {
    await using server = await start();
    const visitor = new ShopVisitor(server);
    expect((await visitor.open()).text).toContain('_dcs.consent="pending"');
    expect(await visitor.submit('consent', { consent: 'denied' })).toContain('_dcs.consent=false');
    const page = await visitor.submit('consent', { consent: 'granted' });
    expect(page).toContain('_dcs.consent=true');
    expect(page).not.toContain('May we remember what you look at?');
  });

  it('leads from a visitor of the page script to the request and the subscriber', async () => {
    await using server = await start({ seed: scriptShop() });
    const [known, unknown] = ['a'.repeat(32), 'e'.repeat(32)];
    await postMessages(server, [message('track', { action: 'Viewed pricing' })], { visitor: known });
    const traceOf = async (visitor: string) => {
      const url = `${server.url}/demo/api/visitors/${visitor}`;
      return (await server.fetch(new Request(url))).json();
    };
    expect(await traceOf(known)).toEqual({ requestId: expect.any(String), subscriberId: 'ann' });
    expect(await traceOf(unknown)).toEqual({});
    expect(await traceOf('"')).toEqual({});
  });
});

test('the demo shop asks for the password of the admin API', async () => {
  await using server = await startServer({ adminPassword: 'secret' });
  const ask = (headers: Record<string, string>) =>
    server.fetch(new Request(`${server.url}/demo`, { headers: { accept: 'text/html', ...headers } }));
  const denied = await ask({});
  expect([denied.status, denied.headers.get('www-authenticate')]).toEqual([401, 'Basic realm="Admin"']);
  expect((await ask({ authorization: `Basic ${btoa(':secret')}` })).status).toBe(200);
});

test('a server without an account has no demo shop', async () => {
  await using server = await createServer({ seed: {} });
  const { status } = await server.fetch(new Request(`${server.connection.baseUrl}/demo`));
  expect(status).toBe(404);
});

test('the demo shop works behind a proxy with a path', async () => {
  await using server = await startServer({ publicUrl: 'https://tools.acme.test/trickle' });
  const response = await server.fetch(new Request(`${server.url}/demo`));
  const text = await response.text();
  expect(text).toContain('<script async src="https://tools.acme.test/trickle/9999999.js">');
  expect(text).toContain('href="/trickle/demo/cart"');
  expect(response.headers.get('content-security-policy')).toContain(
    "form-action 'self' https://tools.acme.test;",
  );
});

test('pages of other sites may link to the demo shop, but not send its forms or frame it', async () => {
  await using server = await startServer();
  const ask = async (method: string, headers: Record<string, string>) => {
    const path = method === 'POST' ? '/demo/api/sign-in' : '/demo';
    const response = await server.fetch(new Request(server.url + path, { method, headers }));
    return response.status;
  };
  const link = {
    'sec-fetch-site': 'cross-site',
    'sec-fetch-mode': 'navigate',
    'sec-fetch-dest': 'document',
  };
  expect(await ask('POST', { origin: 'https://evil.test' })).toBe(403);
  expect(await ask('POST', link)).toBe(403);
  expect(await ask('GET', link)).toBe(200);
  expect(await ask('GET', { ...link, 'sec-fetch-dest': 'iframe' })).toBe(403);
});
