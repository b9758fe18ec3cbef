import { createServer, type Server } from '@trickle/mock-server';
import { type Client, createClient } from '@trickle/sdk';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createShop } from '../shop.ts';
import { Visitor } from './visitor.ts';

let trickle: Server;
let client: Client;
let shop: Awaited<ReturnType<typeof createShop>>;
let visitor: Visitor;

beforeEach(async () => {
  trickle = await createServer();
  client = createClient(trickle.connection);
  shop = await createShop(trickle.connection);
  visitor = new Visitor(shop);
});
afterEach(() => trickle.close());

const ordersOf = async () => {
  await trickle.settle();
  return (await trickle.commerce()).orders;
};
const lifetimeValue = async () => (await client.subscribers.get('jo@example.com')).lifetime_value;

test('a visitor who has not signed in is not reported', async () => {
  expect(await visitor.add('morning-tide')).toContain('$16.90');
  expect(await visitor.add('morning-tide')).toContain('$33.80');
  expect(await visitor.calls()).toEqual([]);
  expect(await trickle.requests.find({ method: 'POST' })).toEqual([]);
});

test('signing in creates the subscriber, records an event, and reports the cart', async () => {
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
  const subscriber = await client.subscribers.get('jo@example.com');
  expect(subscriber).toMatchObject({ first_name: 'Jo', tags: ['shop account'] });
  expect(calls[0]).toMatchObject({
    args: [{ email: 'jo@example.com', first_name: 'Jo', tags: ['shop account'] }],
    answer: { id: subscriber.id },
  });

  await visitor.add('dockside-mug');
  await trickle.settle();
  expect((await trickle.commerce()).carts).toMatchObject([{ provider: 'acme_shop' }]);
  expect((await visitor.calls()).at(-1)?.args).toMatchObject([{ action: 'updated' }]);
});

test('the drawer shows each call with its own requests, retries included', async () => {
  const cy = new Visitor(shop);
  await Promise.all([visitor.signIn('jo@example.com'), cy.signIn('cy@example.com')]);
  await trickle.faults.add({ operation: 'subscribers.get', status: 503, times: 1 });
  await cy.open('/account');
  const requestsOf = async (one: Visitor) => (await one.calls()).map(({ requests }) => requests);
  expect(await requestsOf(visitor)).toEqual([
    ['POST /v2/9999999/subscribers → 200'],
    ['POST /v2/9999999/events → 204'],
    ['GET /v2/9999999/subscribers/jo%40example.com → 200'],
  ]);
  expect((await requestsOf(cy)).slice(2)).toEqual([
    ['GET /v2/9999999/subscribers/cy%40example.com → 200'],
    [
      'GET /v2/9999999/subscribers/cy%40example.com → 503',
      'GET /v2/9999999/subscribers/cy%40example.com → 200',
    ],
  ]);
});

test('an order is placed once, even if its form is sent several times', async () => {
  await visitor.add('pour-over-set');
  const { fields, page } = await visitor.checkOut('jo@example.com');
  expect(page).toContain(`Your order #${fields.order.slice(-5)} is placed.`);
  await visitor.submit('checkout', fields);
  expect(await ordersOf()).toHaveLength(1);
  expect((await visitor.open('/cart')).text).toContain('Your cart is empty.');
  expect(await lifetimeValue()).toBe(3900);
  const methods = (await visitor.calls()).map(({ method }) => method);
  expect(methods.filter((method) => method === 'events.record')).toHaveLength(1);
});

test('the checkout is filled in, and Ann buys in one click', async () => {
  await visitor.add('pour-over-set');
  const form = (await visitor.open('/checkout')).text;
  expect(form.match(/<input id="field-[^>]*value=""/g)).toBeNull();
  const page = await visitor.submit('buy-as-ann');
  expect(page).toContain('is placed.');
  expect(page).toContain('1 × Pour-over Set, 1 × Morning Tide');
  expect((await client.subscribers.get('ann@example.com')).tags).toEqual([
    'shop account',
    'customer',
    'newsletter',
  ]);
  const methods = (await visitor.calls()).map(({ method }) => method);
  expect(methods).toEqual(
    expect.arrayContaining(['shopperActivity.cart', 'shopperActivity.order', 'events.record']),
  );
});

test("nobody can use another visitor's order number", async () => {
  const other = new Visitor(shop);
  await visitor.add('morning-tide');
  const { fields } = await visitor.checkOut('jo@example.com');
  await other.add('morning-tide');
  await other.submit('checkout', { ...fields, email: 'eve@example.com' });
  expect((await other.open('/account')).text).not.toContain(`#${fields.order.slice(-5)}`);
  expect(await ordersOf()).toHaveLength(1);
});

test('an order is refunded once, and only in the session that placed it', async () => {
  const other = new Visitor(shop);
  await visitor.add('pour-over-set');
  const { fields } = await visitor.checkOut('jo@example.com');
  await other.signIn('jo@example.com');
  await other.submit('refund', { order: fields.order });
  await trickle.settle();
  expect(await lifetimeValue()).toBe(3900);

  expect(await visitor.submit('refund', { order: fields.order })).toContain('Refunded');
  await visitor.submit('refund', { order: fields.order });
  await trickle.settle();
  expect(await lifetimeValue()).toBe(0);
  const refunds = (await visitor.calls()).filter(({ args }) => JSON.stringify(args).includes('"refunded"'));
  expect(refunds).toHaveLength(1);
});

test('the profile is stored in custom fields', async () => {
  await visitor.signIn('jo@example.com');
  expect(await visitor.submit('profile', { roast: 'dark' })).toContain('<option selected>dark</option>');
  expect((await client.subscribers.get('jo@example.com')).custom_fields).toEqual({ favorite_roast: 'dark' });
});

test('the newsletter is the first active campaign, or a tag if there is none', async () => {
  const letter = { 'fields[email]': 'jo@example.com' };
  await visitor.submit('newsletter', letter);
  expect((await client.subscribers.get('jo@example.com')).tags).toEqual(['newsletter']);

  const { campaigns } = await trickle.extend({
    default_from_email: 'crew@example.com',
    default_postal_address: '1 Market Street, San Francisco',
    campaigns: [{ name: 'Draft' }, { name: 'News', status: 'active' }],
  });
  await new Visitor(await createShop(trickle.connection)).submit('newsletter', letter);
  const { id } = await client.subscribers.get('jo@example.com');
  const { items } = await client.campaignSubscriptions.list(id);
  expect(items.map(({ campaign_id }) => campaign_id)).toEqual([campaigns?.[1]]);
});

test('an error of the API is shown, and the order is kept', async () => {
  await visitor.add('pour-over-set');
  await trickle.faults.add({ operation: 'shopperActivity.order', status: 422 });
  const { page } = await visitor.checkOut('jo@example.com');
  expect(page).toContain('The API did not accept this');
  expect(page).toContain('$39.00');
  const failed = (await visitor.calls()).filter(({ isOk }) => !isOk);
  expect(failed).toMatchObject([{ method: 'shopperActivity.order', answer: /^ValidationError: / }]);
  expect(failed[0]?.requests).toEqual(['POST /v3/9999999/shopper_activity/order → 422']);
});

test('signing out forgets the orders', async () => {
  await visitor.add('pour-over-set');
  await visitor.checkOut('jo@example.com');
  expect(await visitor.submit('sign-out')).toContain('Sign in');
  await visitor.signIn('jo@example.com');
  expect((await visitor.open('/account')).text).toContain('You have not ordered anything yet.');
});

test('every product has a page and a picture, and unknown addresses have neither', async () => {
  const { text } = await visitor.open();
  const slugs = new Set(Array.from(text.matchAll(/\/products\/([\w-]+)/g), ([, slug]) => slug));
  expect(slugs.size).toBe(9);
  for (const slug of slugs) {
    expect((await visitor.open(`/products/${slug}`)).status).toBe(200);
    expect((await visitor.open(`/public/${slug}.svg`)).status).toBe(200);
  }
  for (const path of ['/products/tea', '/nothing', '/api/nothing', '/public/%2e%2e/package.json']) {
    expect(await visitor.open(path)).toMatchObject({
      status: 404,
      text: expect.stringContaining('We do not have this'),
    });
  }
});

test('the page script works only with consent', async () => {
  expect((await visitor.open()).text).toContain('_dcs.consent="pending"');
  expect(await visitor.submit('consent', { consent: 'denied' })).toContain('_dcs.consent=false');
  const page = await visitor.submit('consent', { consent: 'granted' });
  expect(page).toContain('_dcs.consent=true');
  expect(page).not.toContain('May we remember what you look at?');
});
