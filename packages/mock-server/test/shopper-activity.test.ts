import { describe, expect, it } from 'vitest';
import { issuesIn, scenarios, startServer } from './harness.ts';
import { act, actions, NOON, orderOf, till, valueEvents } from './till.ts';

const shown = { provider: 'my_shop', cart_id: 'c1', cart_url: 'https://acme.test/carts/c1' };
const cart = { ...shown, email: 'ann@acme.test', action: 'created' };
const named = { name: 'Long oar', price: 71.75 };
const product = {
  ...{ provider: 'my_shop', action: 'created', product_id: 'oar', product_variant_id: 'oar-long' },
  ...named,
};
const path = (rest: string) => `/v3/9999999/shopper_activity/${rest}`;

scenarios('shopper activity', (start) => {
  // proves: endpoint POST /v3/{account_id}/shopper_activity/cart
  // proves: endpoint POST /v3/{account_id}/shopper_activity/order
  // proves: endpoint POST /v3/{account_id}/shopper_activity/product
  // proves: note Single requests return 202 with a request_id
  it('a shopper activity is accepted with an id and processed in the background', async () => {
    await using server = await start(till());
    const bodies = { cart, order: orderOf('placed', { grand_total: 10 }), product };
    const ids = new Set<string>();
    for (const [kind, body] of Object.entries(bodies)) {
      const answer = await server.post(path(kind), body);
      expect([answer.status, answer.body]).toEqual([202, { request_id: expect.stringMatching(/^\w+$/) }]);
      ids.add(answer.body.request_id ?? '');
    }
    expect(ids.size).toBe(3);
    await server.settle();
    for (const requestId of ids) {
      expect(await server.outcomes({ requestId })).toMatchObject([{ requestId, state: 'done' }]);
    }
    const { carts, orders, products } = await server.commerce();
    expect([carts.length, orders.length, products.length]).toEqual([1, 1, 1]);
  });

  // proves: endpoint POST /v3/{account_id}/shopper_activity/cart/batch
  // proves: endpoint POST /v3/{account_id}/shopper_activity/order/batch
  // proves: endpoint POST /v3/{account_id}/shopper_activity/product/batch
  // proves: note Batch requests return 202 with request_ids
  it('shopper activities can be sent in batches, with an id for each in order', async () => {
    await using server = await start(till());
    const batches = {
      'cart/batch': { carts: [cart, { ...cart, cart_url: undefined }, { ...cart, action: 'updated' }] },
      'order/batch': { orders: [orderOf('placed', { grand_total: 10 }), 'no object', orderOf('paid')] },
      'product/batch': {
        products: [product, { ...product, price: 'dear' }, { ...product, product_id: 'b' }],
      },
    };
    for (const [rest, body] of Object.entries(batches)) {
      const { status, body: accepted } = await server.post(path(rest), body);
      expect(status).toBe(202);
      expect(Object.keys(accepted)).toEqual(['request_ids']);
      expect(new Set(accepted.request_ids).size).toBe(3);
      await server.settle();
      for (const [i, state] of ['done', 'refused', 'done'].entries()) {
        const requestId = accepted.request_ids?.[i];
        expect(await server.outcomes({ requestId }), rest).toMatchObject([{ state }]);
      }
    }
    const both = ['Created a cart', 'Updated a cart', 'Placed an order', 'Paid an order'];
    expect(await actions(server)).toEqual(both);
    const { products } = await server.commerce();
    expect(products.map(({ productId }) => productId)).toEqual(['oar', 'b']);
  });
});

describe('the subscriber of an activity', () => {
  // proves: note email is ignored when person_id is given
  // U-67
  it.each(['cart', 'order'] as const)('person_id names the subscriber of a %s', async (kind) => {
    await using server = await startServer(till());
    const body = { ...cart, ...orderOf('updated'), email: 'new@acme.test' };
    expect(await act(server, kind, { ...body, person_id: 'nobody' })).toBe('not_found_error');
    const { carts, orders } = await server.commerce();
    expect([...carts, ...orders, ...(await server.timeline())]).toEqual([]);
    expect(await act(server, kind, { ...body, person_id: 'bob' })).toBe('done');
    expect(await actions(server, 'bob')).toHaveLength(1);
    expect((await server.get('subscribers/new%40acme.test')).status).toBe(404);
  });

  // U-67
  // proves: note Without initial_status, the person becomes subscribed
  it.each([
    [undefined, 'active', ['created', 'subscribed_to_email_marketing']],
    ['active', 'active', ['created', 'subscribed_to_email_marketing']],
    ['unsubscribed', 'unsubscribed', ['created']],
  ])('an activity with initial_status %s creates a subscriber who is %s', async (given, status, events) => {
    await using server = await startServer(till());
    const body = orderOf('updated', { email: 'new@acme.test', initial_status: given });
    expect(await act(server, 'order', body)).toBe('done');
    const subscriber = await server.subscriber('new@acme.test');
    expect(subscriber.status).toBe(status);
    const emitted = await server.events({ subscriberId: subscriber.id });
    expect(emitted.map(({ event }) => event)).toEqual(events.map((event) => `subscriber.${event}`));
  });

  // U-67
  it("an activity does not change an existing subscriber's status", async () => {
    await using server = await startServer(till());
    await server.save({ id: 'ann', status: 'unsubscribed' });
    for (const initial_status of [undefined, 'active']) {
      expect(await act(server, 'order', orderOf('updated', { initial_status }))).toBe('done');
      expect((await server.subscriber('ann')).status).toBe('unsubscribed');
    }
    const ofBob = { email: 'bob@acme.test', initial_status: 'unsubscribed' };
    expect(await act(server, 'order', orderOf('updated', ofBob))).toBe('done');
    expect((await server.subscriber('bob')).status).toBe('active');
  });

  it('an activity without a subscriber is rejected at once', async () => {
    await using server = await startServer(till());
    const { email, ...nobody } = cart;
    const answer = await server.post(path('cart'), nobody);
    expect([answer.status, issuesIn(answer)]).toEqual([422, ['person_id: presence_error']]);
  });
});

describe('carts', () => {
  // proves: timeline Created a cart
  // proves: timeline Updated a cart
  it("a cart activity appears on the timeline with the caller's attributes", async () => {
    await using server = await startServer(till());
    const items = [{ product_id: 'oar', price: 0.1, quantity: 3, engraving: 'ANN' }];
    await act(server, 'cart', { ...cart, grand_total: 0.3, items, pier: 'north', nested: { a: [1] } });
    await act(server, 'cart', { ...cart, action: 'updated', occurred_at: '2026-01-15T15:00:00+01:00' });
    const events = await server.timeline({ subscriberId: 'ann' });
    expect(events).toMatchObject([
      { kind: 'timeline', action: 'Created a cart', occurredAt: NOON },
      { kind: 'timeline', action: 'Updated a cart', occurredAt: '2026-01-15T14:00:00Z' },
    ]);
    expect(events.map(({ properties }) => properties)).toEqual([
      { ...shown, grand_total: 0.3, items, pier: 'north', nested: { a: [1] } },
      shown,
    ]);
  });

  it('an update of a cart keeps omitted attributes, and missing totals are 0', async () => {
    await using server = await startServer(till());
    await act(server, 'cart', { ...cart, pier: 'north' });
    await act(server, 'cart', { ...cart, action: 'updated', total_discounts: 1.5, person_id: 'bob' });
    const attributes = { ...shown, grand_total: 0, total_discounts: 1.5, items: [], pier: 'north' };
    expect((await server.commerce()).carts).toEqual([
      { provider: 'my_shop', cartId: 'c1', subscriberId: 'bob', attributes },
    ]);
  });

  it('a cart has no value yet', async () => {
    await using server = await startServer(till());
    await act(server, 'cart', { ...cart, grand_total: 100 });
    expect(await valueEvents(server)).toEqual([]);
  });
});

describe('products', () => {
  // U-60
  // proves: note A product is updated by the same provider and product_id
  it('a product is stored by provider, product and variant, updated by each activity, and deleted', async () => {
    await using server = await startServer(till());
    const read = async () =>
      (await server.commerce()).products.map(({ variantId, attributes }) => [variantId, attributes]);
    await act(server, 'product', { ...product, wood: 'ash', categories: ['oars'] });
    await act(server, 'product', { ...product, product_variant_id: 'oar', action: 'updated' });
    await act(server, 'product', { ...product, action: 'updated', price: 70, currency: 'EUR', inventory: 3 });
    expect(await read()).toEqual([
      ['oar-long', { ...named, wood: 'ash', categories: ['oars'], price: 70, currency: 'EUR', inventory: 3 }],
      ['oar', { ...named, currency: 'USD' }],
    ]);
    for (const _ of [1, 2])
      expect(await act(server, 'product', { ...product, action: 'deleted' })).toBe('done');
    expect((await read()).map(([variant]) => variant)).toEqual(['oar']);
    await act(server, 'product', product);
    expect((await read()).at(-1)).toEqual(['oar-long', { ...named, currency: 'USD' }]);
    expect(await server.timeline()).toEqual([]);
  });
});

describe('timelines', () => {
  it('a timeline has the custom and timeline events of one subscriber in order of time', async () => {
    await using server = await startServer(till());
    const event = (action: string, occurred_at: string, email = 'ann@acme.test') =>
      server.post('events', { events: [{ email, action, occurred_at }] });
    await event('Rowed', '2026-01-10');
    await act(server, 'order', orderOf('placed', { occurred_at: '2026-01-09' }));
    await event('Swam', '2026-01-08');
    await event('Rowed', '2026-01-07', 'bob@acme.test');
    expect(await actions(server)).toEqual(['Swam', 'Placed an order', 'Rowed']);
    const kinds = (await server.timeline()).map(({ kind }) => kind);
    expect(kinds).toEqual(['custom', 'custom', 'timeline', 'custom']);
    const { accountId } = await server.server.createAccount();
    expect(await server.timeline({ accountId })).toEqual([]);
  });
});
