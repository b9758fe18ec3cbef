import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { faultsIn, scenarios, startServer } from './harness.ts';
import { act, actions, lifetimeValue, NOON, orderOf, till, timeline, told, worthEvent } from './till.ts';

const cart = {
  provider: 'my_shop',
  email: 'ann@acme.test',
  action: 'created',
  cart_id: 'c1',
  cart_url: 'https://acme.test/carts/c1',
};
const product = {
  provider: 'my_shop',
  action: 'created',
  product_id: 'oar',
  product_variant_id: 'oar-long',
  name: 'Long oar',
  price: 71.75,
};
const worth = (previous: number, value: number) => worthEvent(previous, value, 'shopper_activity');
const path = (rest: string) => `/v3/9999999/shopper_activity/${rest}`;

scenarios('shopper activity', (start) => {
  // proves: endpoint POST /v3/{account_id}/shopper_activity/cart
  // proves: endpoint POST /v3/{account_id}/shopper_activity/order
  // proves: endpoint POST /v3/{account_id}/shopper_activity/product
  // proves: note Single requests return 202 with a request_id
  it('is accepted with an id, and done in the background', async () => {
    await using server = await start(till());
    const bodies = { cart, order: orderOf('placed', { grand_total: 10 }), product };
    const ids = new Set<string>();
    for (const [kind, body] of Object.entries(bodies)) {
      const answer = await server.post(path(kind), body);
      expect([answer.status, answer.body]).toEqual([202, { request_id: expect.stringMatching(/^\w+$/) }]);
      ids.add(answer.body.request_id ?? '');
    }
    expect(ids.size).toBe(3);
    await server.server.settle();
    for (const requestId of ids) {
      expect(await server.server.outcomes({ requestId })).toMatchObject([{ requestId, state: 'done' }]);
    }
    const { carts, orders, products } = await server.server.commerce();
    expect([carts.length, orders.length, products.length]).toEqual([1, 1, 1]);
  });

  // proves: endpoint POST /v3/{account_id}/shopper_activity/cart/batch
  // proves: endpoint POST /v3/{account_id}/shopper_activity/order/batch
  // proves: endpoint POST /v3/{account_id}/shopper_activity/product/batch
  // proves: note Batch requests return 202 with request_ids
  it('comes in batches too, with an id for each in their order', async () => {
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
      await server.server.settle();
      const states: unknown[] = [];
      for (const requestId of accepted.request_ids ?? []) {
        states.push((await server.server.outcomes({ requestId })).map(({ state }) => state));
      }
      expect(states, rest).toEqual([['done'], ['refused'], ['done']]);
    }
    expect(await actions(server)).toEqual([
      'Created a cart',
      'Updated a cart',
      'Placed an order',
      'Paid an order',
    ]);
    const { products } = await server.server.commerce();
    expect(products.map(({ productId }) => productId)).toEqual(['oar', 'b']);
  });
});

describe('the person of an activity', () => {
  // proves: note email is ignored when person_id is given
  it.each(['cart', 'order'] as const)(
    'of a %s is the one of person_id; then email is ignored',
    async (kind) => {
      await using server = await startServer(till());
      const body = { ...cart, ...orderOf('updated'), person_id: 'bob', email: 'new@acme.test' };
      expect(await act(server, kind, body)).toBe('done');
      expect(await actions(server, 'bob')).toHaveLength(1);
      expect((await server.get('subscribers/new%40acme.test')).status).toBe(404);
    },
  );

  // U-67
  it.each(['cart', 'order'] as const)('of a %s must be there when person_id names them', async (kind) => {
    await using server = await startServer(till());
    const body = { ...cart, ...orderOf('updated'), person_id: 'nobody' };
    expect(await act(server, kind, body)).toBe('not_found_error');
    const { carts, orders } = await server.server.commerce();
    expect([...carts, ...orders, ...(await server.server.timeline())]).toEqual([]);
  });

  // U-67
  // proves: note Without initial_status, the person becomes subscribed
  it.each([
    [undefined, 'active', ['created', 'subscribed_to_email_marketing']],
    ['active', 'active', ['created', 'subscribed_to_email_marketing']],
    ['unsubscribed', 'unsubscribed', ['created']],
  ])(
    'is created when the address is unknown; initial_status %s makes them %s',
    async (given, status, events) => {
      await using server = await startServer(till());
      const body = orderOf('updated', { email: 'new@acme.test', initial_status: given });
      expect(await act(server, 'order', body)).toBe('done');
      const person = await server.person('new@acme.test');
      expect(person.status).toBe(status);
      const told = await server.server.events({ subscriberId: person.id });
      expect(told.map(({ event }) => event)).toEqual(events.map((event) => `subscriber.${event}`));
    },
  );

  // U-67
  it('keeps their status when they are there already', async () => {
    await using server = await startServer(till());
    await server.save({ id: 'ann', status: 'unsubscribed' });
    for (const initial_status of [undefined, 'active']) {
      expect(await act(server, 'order', orderOf('updated', { initial_status }))).toBe('done');
      expect((await server.person('ann')).status).toBe('unsubscribed');
    }
    expect(
      await act(server, 'order', {
        ...orderOf('updated'),
        email: 'bob@acme.test',
        initial_status: 'unsubscribed',
      }),
    ).toBe('done');
    expect((await server.person('bob')).status).toBe('active');
  });

  it('is needed: a request without one is refused at once', async () => {
    await using server = await startServer(till());
    const { email, ...nobody } = cart;
    const answer = await server.post(path('cart'), nobody);
    expect([answer.status, faultsIn(answer)]).toEqual([422, ['person_id: presence_error']]);
  });
});

describe('a cart', () => {
  // proves: timeline Created a cart
  // proves: timeline Updated a cart
  it('is told of on the timeline, with the attributes of the caller', async () => {
    await using server = await startServer(till());
    const items = [{ product_id: 'oar', price: 0.1, quantity: 3, engraving: 'ANN' }];
    await act(server, 'cart', { ...cart, grand_total: 0.3, items, pier: 'north', nested: { a: [1] } });
    await act(server, 'cart', { ...cart, action: 'updated', occurred_at: '2026-01-15T15:00:00+01:00' });
    const events = await server.server.timeline({ subscriberId: 'ann' });
    const { provider, cart_id, cart_url } = cart;
    expect(
      events.map(({ kind, action, occurredAt, properties }) => ({ kind, action, occurredAt, properties })),
    ).toEqual([
      {
        kind: 'timeline',
        action: 'Created a cart',
        occurredAt: NOON,
        properties: {
          provider,
          cart_id,
          cart_url,
          grand_total: 0.3,
          items,
          pier: 'north',
          nested: { a: [1] },
        },
      },
      {
        kind: 'timeline',
        action: 'Updated a cart',
        occurredAt: '2026-01-15T14:00:00Z',
        properties: { provider, cart_id, cart_url },
      },
    ]);
  });

  it('keeps what an update leaves out, and has totals of 0 until it has others', async () => {
    await using server = await startServer(till());
    await act(server, 'cart', { ...cart, pier: 'north' });
    await act(server, 'cart', { ...cart, action: 'updated', total_discounts: 1.5, person_id: 'bob' });
    const { carts } = await server.server.commerce();
    const { provider, cart_id, cart_url } = cart;
    expect(carts).toEqual([
      {
        provider,
        cartId: 'c1',
        subscriberId: 'bob',
        attributes: {
          provider,
          cart_id,
          cart_url,
          grand_total: 0,
          total_discounts: 1.5,
          items: [],
          pier: 'north',
        },
      },
    ]);
  });

  it('is worth nothing yet', async () => {
    await using server = await startServer(till());
    await act(server, 'cart', { ...cart, grand_total: 100 });
    expect(await told(server)).toEqual([]);
  });
});

describe('an order of v3', () => {
  // proves: timeline Placed an order
  // proves: timeline Updated an order
  // proves: timeline Paid an order
  // proves: timeline Fulfilled an order
  // proves: timeline Refunded an order
  // proves: timeline Canceled an order
  it.each([
    ['placed', 'Placed an order'],
    ['updated', 'Updated an order'],
    ['paid', 'Paid an order'],
    ['fulfilled', 'Fulfilled an order'],
    ['refunded', 'Refunded an order'],
    ['canceled', 'Canceled an order'],
  ])('that is %s appears as "%s" and as nothing else', async (action, event) => {
    await using server = await startServer(till());
    await act(server, 'order', orderOf(action, { gift_note: 'Ahoy' }));
    const [told, ...more] = await server.server.timeline();
    expect(more).toEqual([]);
    expect(told).toMatchObject({ subscriberId: 'ann', action: event, properties: { gift_note: 'Ahoy' } });
    expect(await server.server.events({ event: 'subscriber.performed_custom_event' })).toEqual([]);
    expect((await server.get('event_actions')).body.event_actions).toEqual([]);
  });

  // proves: note The placed action fixes when the order originated
  // U-69
  it('originated when it was placed, as the first such activity says', async () => {
    await using server = await startServer(till());
    await act(server, 'order', orderOf('paid', { occurred_at: '2026-01-03' }));
    const origin = async () => (await server.server.commerce()).orders[0]?.data.originatedAt;
    expect(await origin()).toBe(NOON);
    await act(server, 'order', orderOf('placed', { occurred_at: '2026-01-02T10:00:00+02:00' }));
    expect(await origin()).toBe('2026-01-02T08:00:00Z');
    await act(server, 'order', orderOf('placed', { occurred_at: '2026-01-05' }));
    await act(server, 'order', orderOf('updated', { occurred_at: '2026-01-01' }));
    expect(await origin()).toBe('2026-01-02T08:00:00Z');
  });

  // proves: note When placed arrives without a valid occurred_at, the order originated now
  it('that is placed without a time originated when that was received', async () => {
    await using server = await startServer(till());
    await act(server, 'order', orderOf('updated', { occurred_at: '2026-01-01' }));
    server.clock.set('2026-01-16T09:00:00Z');
    await act(server, 'order', orderOf('placed', { occurred_at: null }));
    server.clock.set('2026-01-17T09:00:00Z');
    await act(server, 'order', orderOf('placed'));
    expect((await server.server.commerce()).orders).toMatchObject([
      { data: { originatedAt: '2026-01-16T09:00:00Z', origin: 'placed' } },
    ]);
    const answer = await server.post(path('order'), orderOf('placed', { occurred_at: 'at noon' }));
    expect(faultsIn(answer)).toEqual(['occurred_at: time_error']);
  });

  // proves: note When no placed action was ever sent, the order originated when the first event was received
  it('that was never placed originated when it was first heard of', async () => {
    await using server = await startServer(till());
    await act(server, 'order', orderOf('updated', { occurred_at: '2026-01-01' }));
    server.clock.set('2026-01-16T09:00:00Z');
    await act(server, 'order', orderOf('paid', { occurred_at: '2025-01-01' }));
    expect((await server.server.commerce()).orders).toMatchObject([
      { data: { originatedAt: NOON, origin: 'received' } },
    ]);
  });

  // U-69
  it('is received when its request is, however late it is done', async () => {
    await using server = await startServer(till());
    await server.post(path('order/batch'), { orders: [orderOf('paid'), orderOf('placed')] });
    server.clock.set('2026-01-16T09:00:00Z');
    await server.server.settle();
    expect((await server.server.commerce()).orders[0]?.data.originatedAt).toBe(NOON);
    expect(await timeline(server)).toEqual([
      ['Paid an order', NOON],
      ['Placed an order', NOON],
    ]);
  });

  // proves: note The subscriber's lifetime value follows grand_total changes
  // U-63
  it('is worth its grand total; a change moves the lifetime value by the difference', async () => {
    await using server = await startServer(till());
    await act(server, 'order', orderOf('placed', { grand_total: 100.1 }));
    await act(server, 'order', orderOf('updated', { grand_total: 120.35 }));
    await act(server, 'order', orderOf('updated', { grand_total: 110 }));
    await act(server, 'order', orderOf('paid'));
    await act(server, 'order', orderOf('fulfilled', { grand_total: 110 }));
    expect(await told(server)).toEqual([worth(0, 10_010), worth(10_010, 12_035), worth(12_035, 11_000)]);
  });

  // U-63
  it.each(['refunded', 'canceled'])(
    'that is %s with a refund_amount is worth that much less',
    async (action) => {
      await using server = await startServer(till());
      await act(server, 'order', orderOf('placed', { grand_total: 100 }));
      await act(server, 'order', orderOf(action));
      await act(server, 'order', orderOf(action, { refund_amount: 33.33, grand_total: 100 }));
      await act(server, 'order', orderOf(action, { refund_amount: 10 }));
      await act(server, 'order', orderOf('updated', { refund_amount: 10, grand_total: 101 }));
      expect(await told(server)).toEqual([
        worth(0, 10_000),
        worth(10_000, 6667),
        worth(6667, 5667),
        worth(5667, 5767),
      ]);
    },
  );

  it('that is first heard of when it is refunded is worth what is left', async () => {
    await using server = await startServer(till());
    await act(server, 'order', orderOf('refunded', { grand_total: 100, refund_amount: 40 }));
    expect(await told(server)).toEqual([worth(0, 6000)]);
  });

  // U-68
  it('counts an activity that is sent again with its time once', async () => {
    await using server = await startServer(till());
    const refund = orderOf('refunded', { refund_amount: 10, occurred_at: '2026-01-15T10:00:00Z' });
    await act(server, 'order', orderOf('placed', { grand_total: 100 }));
    for (const body of [refund, refund, { ...refund, note: 'another' }]) await act(server, 'order', body);
    expect(await lifetimeValue(server)).toBe(8000);
    expect((await timeline(server)).map(([action]) => action)).toEqual([
      'Refunded an order',
      'Refunded an order',
      'Placed an order',
    ]);
    const now = orderOf('refunded', { refund_amount: 10 });
    for (const body of [now, now]) await act(server, 'order', body);
    expect(await lifetimeValue(server)).toBe(6000);
  });

  it('is another order at another provider, and apart from legacy orders', async () => {
    await using server = await startServer(till());
    await act(server, 'order', orderOf('placed', { grand_total: 1 }));
    await act(server, 'order', orderOf('placed', { grand_total: 1, provider: 'other_shop' }));
    const legacy = { email: 'ann@acme.test', amount: 100, provider: 'my_shop', upstream_id: 'o1' };
    await server.post('orders', { orders: [legacy] });
    expect(await lifetimeValue(server)).toBe(300);
    const { orders } = await server.server.commerce();
    expect(orders.map(({ api, provider }) => [api, provider])).toEqual([
      ['v3', 'my_shop'],
      ['v3', 'other_shop'],
      ['v2', 'my_shop'],
    ]);
  });

  // U-62
  it('in a currency without or with three decimals adds hundredths of its main unit', async () => {
    await using server = await startServer(till());
    await act(server, 'order', orderOf('placed', { grand_total: 1500, currency: 'JPY' }));
    expect(await lifetimeValue(server)).toBe(150_000);
    await act(server, 'order', orderOf('placed', { order_id: 'o2', grand_total: 1.005, currency: 'KWD' }));
    expect(await lifetimeValue(server)).toBe(150_101);
  });

  // U-63
  it('whose worth is no exact number of cents is refused and changes nothing', async () => {
    await using server = await startServer(till());
    expect(await act(server, 'order', orderOf('placed', { grand_total: 1e300 }))).toBe('range_error');
    expect(await timeline(server)).toEqual([]);
    expect((await server.server.commerce()).orders).toEqual([]);
  });

  // proves: note Custom attributes on the activity and its items are accepted
  // proves: note An existing v3 order is identified by provider plus order_id
  it('keeps what is left out, with custom attributes of the order and its items', async () => {
    await using server = await startServer(till());
    const items = [{ product_id: 'oar', sale_price: 69.5, engraving: 'ANN' }];
    const address = { label: 'home', city: 'Duluth' };
    const said = { grand_total: 70, items, shipping_address: address, gift: true, currency: 'USD' };
    await act(server, 'order', orderOf('placed', said));
    await act(server, 'order', orderOf('updated', { total_fees: 2, gift: false }));
    const [order] = (await server.server.commerce()).orders;
    expect(order?.data.attributes).toEqual({
      ...said,
      provider: 'my_shop',
      order_id: 'o1',
      total_discounts: 0,
      total_taxes: 0,
      total_fees: 2,
      total_shipping: 0,
      gift: false,
    });
  });

  it('leaves a lifetime value that is the exact sum of what all orders are worth', async () => {
    const step = fc.record({
      order_id: fc.constantFrom('o1', 'o2', 'o3'),
      action: fc.constantFrom('placed', 'updated', 'paid', 'refunded', 'canceled'),
      cents: fc.integer({ min: 0, max: 1_000_000 }),
      refund: fc.integer({ min: 0, max: 100_000 }),
    });
    const amount = (cents: number) =>
      Number(`${Math.trunc(cents / 100)}.${String(cents % 100).padStart(2, '0')}`);
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
        await using server = await startServer(till());
        const totals = new Map<string, number>();
        let refunded = 0;
        for (const { order_id, action, cents, refund } of steps) {
          totals.set(order_id, cents);
          if (action === 'refunded' || action === 'canceled') refunded += refund;
        }
        const orders = steps.map(({ order_id, action, cents, refund }) =>
          orderOf(action, { order_id, grand_total: amount(cents), refund_amount: amount(refund) }),
        );
        if (orders.length) await server.post(path('order/batch'), { orders });
        await server.server.settle();
        const sum = [...totals.values()].reduce((total, cents) => total + cents, 0) - refunded;
        expect(await lifetimeValue(server)).toBe(sum);
      }),
      { numRuns: 30 },
    );
  });
});

describe('a product', () => {
  // U-60
  // proves: note A product is updated by the same provider and product_id
  it('is kept by provider, product and variant, updated by each activity, and deleted', async () => {
    await using server = await startServer(till());
    const read = async () =>
      (await server.server.commerce()).products.map(({ variantId, attributes }) => [variantId, attributes]);
    const { provider, action, product_id, product_variant_id, ...said } = product;
    await act(server, 'product', { ...product, wood: 'ash', categories: ['oars'] });
    await act(server, 'product', { ...product, product_variant_id: 'oar', action: 'updated' });
    await act(server, 'product', { ...product, action: 'updated', price: 70, currency: 'EUR', inventory: 3 });
    expect(await read()).toEqual([
      ['oar-long', { ...said, wood: 'ash', categories: ['oars'], price: 70, currency: 'EUR', inventory: 3 }],
      ['oar', { ...said, currency: 'USD' }],
    ]);
    for (const _ of [1, 2])
      expect(await act(server, 'product', { ...product, action: 'deleted' })).toBe('done');
    expect((await read()).map(([variant]) => variant)).toEqual(['oar']);
    await act(server, 'product', product);
    expect((await read()).at(-1)).toEqual(['oar-long', { ...said, currency: 'USD' }]);
    expect(await server.server.timeline()).toEqual([]);
  });
});

describe('a timeline', () => {
  it('holds custom and timeline events of one person by their time', async () => {
    await using server = await startServer(till());
    const event = (action: string, occurred_at: string, email = 'ann@acme.test') =>
      server.post('events', { events: [{ email, action, occurred_at }] });
    await event('Rowed', '2026-01-10');
    await act(server, 'order', orderOf('placed', { occurred_at: '2026-01-09' }));
    await event('Swam', '2026-01-08');
    await event('Rowed', '2026-01-07', 'bob@acme.test');
    expect(await actions(server)).toEqual(['Swam', 'Placed an order', 'Rowed']);
    expect((await server.server.timeline()).map(({ kind }) => kind)).toEqual([
      'custom',
      'custom',
      'timeline',
      'custom',
    ]);
    expect(await server.server.timeline({ accountId: '1' })).toEqual([]);
  });
});
