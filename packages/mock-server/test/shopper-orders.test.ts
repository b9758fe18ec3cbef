import { describe, expect, it } from 'vitest';
import { issuesIn, startServer } from './harness.ts';
import {
  act,
  actions,
  lifetimeValue,
  NOON,
  orderOf,
  till,
  timeline,
  valueEvents,
  worthEvent,
} from './till.ts';

const worth = (previous: number, value: number) => worthEvent(previous, value, 'shopper_activity');
const path = (rest: string) => `/v3/9999999/shopper_activity/${rest}`;

/** The actions besides `placed`. */
const OTHERS = ['updated', 'paid', 'fulfilled', 'refunded', 'canceled'];

describe('v3 orders', () => {
  // proves: timeline Placed an order
  // proves: timeline Updated an order
  // proves: timeline Paid an order
  // proves: timeline Fulfilled an order
  // proves: timeline Refunded an order
  // proves: timeline Canceled an order
  it.each(['placed', ...OTHERS])('the order activity %s appears alone', async (action) => {
    await using server = await startServer(till());
    const event = `${action[0]?.toUpperCase()}${action.slice(1)} an order`;
    await act(server, 'order', orderOf(action, { gift_note: 'Ahoy' }));
    const [emitted, ...more] = await server.timeline();
    expect(more).toEqual([]);
    expect(emitted).toMatchObject({
      subscriberId: 'ann',
      action: event,
      properties: { gift_note: 'Ahoy' },
    });
    expect(await server.events({ event: 'subscriber.performed_custom_event' })).toEqual([]);
    expect((await server.get('event_actions')).body.event_actions).toEqual([]);
  });

  // proves: note The placed action fixes when the order originated
  // U-69
  it('an order originated when it was placed, as the first such activity says', async () => {
    await using server = await startServer(till());
    await act(server, 'order', orderOf('paid', { occurred_at: '2026-01-03' }));
    const origin = async () => (await server.commerce()).orders[0]?.data.originatedAt;
    expect(await origin()).toBe(NOON);
    await act(server, 'order', orderOf('placed', { occurred_at: '2026-01-02T10:00:00+02:00' }));
    expect(await origin()).toBe('2026-01-02T08:00:00Z');
    await act(server, 'order', orderOf('placed', { occurred_at: '2026-01-05' }));
    await act(server, 'order', orderOf('updated', { occurred_at: '2026-01-01' }));
    expect(await origin()).toBe('2026-01-02T08:00:00Z');
  });

  // proves: note When placed arrives without a valid occurred_at, the order originated now
  // U-69
  it.each([
    ['at noon', "'at noon'"],
    ['2026-02-30', "'2026-02-30'"],
    [20_260_116, '20260116'],
    [{ toString: 1 }, '{"toString":1}'],
    ['', "''"],
    [null, undefined],
    [undefined, undefined],
  ])('an order placed at %j originated when it was received', async (occurred_at, said) => {
    await using server = await startServer(till());
    const orders = [orderOf('placed', { occurred_at, order_id: 'in-batch' })];
    expect((await server.post(path('order'), orderOf('placed', { occurred_at }))).status).toBe(202);
    const warnings = said === undefined ? [] : [{ warning: `occurred_at is read as absent: ${said}` }];
    expect(await server.warnings()).toMatchObject(warnings);
    expect((await server.post(path('order/batch'), { orders })).status).toBe(202);
    await server.settle();
    expect((await server.outcomes()).map(({ state }) => state)).toEqual(['done', 'done']);
    const originated = { data: { originatedAt: NOON, origin: 'placed' } };
    expect((await server.commerce()).orders).toMatchObject([originated, originated]);
  });

  it.each(OTHERS)('the activity %s with an invalid time is rejected', async (action) => {
    await using server = await startServer(till());
    const answer = await server.post(path('order'), orderOf(action, { occurred_at: 'at noon' }));
    expect(issuesIn(answer)).toEqual(['occurred_at: time_error']);
  });

  it('an order placed without a time originated when the activity was received', async () => {
    await using server = await startServer(till());
    await act(server, 'order', orderOf('updated', { occurred_at: '2026-01-01' }));
    server.clock.set('2026-01-16T09:00:00Z');
    await act(server, 'order', orderOf('placed', { occurred_at: null }));
    server.clock.set('2026-01-17T09:00:00Z');
    await act(server, 'order', orderOf('placed'));
    expect((await server.commerce()).orders).toMatchObject([
      { data: { originatedAt: '2026-01-16T09:00:00Z', origin: 'placed' } },
    ]);
  });

  // proves: note When no placed action was ever sent, the order originated when the first event was received
  it('an order that was never placed originated when its first activity was received', async () => {
    await using server = await startServer(till());
    await act(server, 'order', orderOf('updated', { occurred_at: '2026-01-01' }));
    server.clock.set('2026-01-16T09:00:00Z');
    await act(server, 'order', orderOf('paid', { occurred_at: '2025-01-01' }));
    expect((await server.commerce()).orders).toMatchObject([
      { data: { originatedAt: NOON, origin: 'received' } },
    ]);
  });

  // U-69
  it('an activity is received with its request, however late it is processed', async () => {
    await using server = await startServer(till());
    await server.post(path('order/batch'), { orders: [orderOf('paid'), orderOf('placed')] });
    server.clock.set('2026-01-16T09:00:00Z');
    await server.settle();
    expect((await server.commerce()).orders[0]?.data.originatedAt).toBe(NOON);
    expect(await timeline(server)).toEqual([
      ['Paid an order', NOON],
      ['Placed an order', NOON],
    ]);
  });

  // proves: note The subscriber's lifetime value follows grand_total changes
  // U-63
  it('an order is worth its grand total; a change updates the lifetime value by the difference', async () => {
    await using server = await startServer(till());
    await act(server, 'order', orderOf('placed', { grand_total: 100.1 }));
    await act(server, 'order', orderOf('updated', { grand_total: 120.35 }));
    await act(server, 'order', orderOf('updated', { grand_total: 110 }));
    await act(server, 'order', orderOf('paid'));
    await act(server, 'order', orderOf('fulfilled', { grand_total: 110 }));
    const changes = [worth(0, 10_010), worth(10_010, 12_035), worth(12_035, 11_000)];
    expect(await valueEvents(server)).toEqual(changes);
  });

  // U-63
  it.each(['refunded', 'canceled'])('an order that is %s loses the refund_amount', async (action) => {
    await using server = await startServer(till());
    await act(server, 'order', orderOf('placed', { grand_total: 100 }));
    await act(server, 'order', orderOf(action));
    await act(server, 'order', orderOf(action, { refund_amount: 33.33, grand_total: 100 }));
    await act(server, 'order', orderOf('updated', { refund_amount: 10, grand_total: 101 }));
    expect(await valueEvents(server)).toEqual([worth(0, 10_000), worth(10_000, 6667), worth(6667, 6767)]);
  });

  it('an order whose first activity is a refund has the remaining value', async () => {
    await using server = await startServer(till());
    await act(server, 'order', orderOf('refunded', { grand_total: 100, refund_amount: 40 }));
    expect(await valueEvents(server)).toEqual([worth(0, 6000)]);
  });

  // U-68
  it('a repeated activity with a time counts once', async () => {
    await using server = await startServer(till());
    const refund = orderOf('refunded', { refund_amount: 10, occurred_at: '2026-01-15T10:00:00Z' });
    await act(server, 'order', orderOf('placed', { grand_total: 100 }));
    for (const body of [refund, refund, { ...refund, note: 'another' }]) await act(server, 'order', body);
    expect(await lifetimeValue(server)).toBe(8000);
    expect(await actions(server)).toEqual(['Refunded an order', 'Refunded an order', 'Placed an order']);
    const now = orderOf('refunded', { refund_amount: 10 });
    for (const body of [now, now]) await act(server, 'order', body);
    expect(await lifetimeValue(server)).toBe(6000);
  });

  // U-68
  it('a repeated activity counts once, however it writes the subscriber, the time and its members', async () => {
    await using server = await startServer(till());
    const placed = orderOf('placed', { grand_total: 100, occurred_at: '2026-01-15T10:00:00Z' });
    await act(server, 'order', placed);
    const times = ['2026-01-15T11:00:00+01:00', '2026-01-15T10:00:00'];
    const others = [...times.map((occurred_at) => ({ occurred_at })), { email: 'ANN@acme.test' }];
    for (const other of [...others, { grand_total: '100' }])
      await act(server, 'order', { ...placed, ...other });
    expect(await timeline(server)).toHaveLength(1);
  });

  it('orders of different providers, and legacy orders, are distinct', async () => {
    await using server = await startServer(till());
    await act(server, 'order', orderOf('placed', { grand_total: 1 }));
    await act(server, 'order', orderOf('placed', { grand_total: 1, provider: 'other_shop' }));
    const legacy = { email: 'ann@acme.test', amount: 100, provider: 'my_shop', upstream_id: 'o1' };
    await server.post('orders', { orders: [legacy] });
    expect(await lifetimeValue(server)).toBe(300);
    const orders = (await server.commerce()).orders.map(({ api, provider }) => `${api} ${provider}`);
    expect(orders).toEqual(['v3 my_shop', 'v3 other_shop', 'v2 my_shop']);
  });

  // U-62
  it('a currency with no or three decimals adds hundredths of its main unit', async () => {
    await using server = await startServer(till());
    await act(server, 'order', orderOf('placed', { grand_total: 1500, currency: 'JPY' }));
    expect(await lifetimeValue(server)).toBe(150_000);
    await act(server, 'order', orderOf('placed', { order_id: 'o2', grand_total: 1.005, currency: 'KWD' }));
    expect(await lifetimeValue(server)).toBe(150_101);
  });

  // U-63
  it('an order whose value is not an exact number of cents is rejected and changes nothing', async () => {
    await using server = await startServer(till());
    expect(await act(server, 'order', orderOf('placed', { grand_total: 1e300 }))).toBe('range_error');
    expect(await timeline(server)).toEqual([]);
    expect((await server.commerce()).orders).toEqual([]);
  });

  // proves: note Custom attributes on the activity and its items are accepted
  // proves: note An existing v3 order is identified by provider plus order_id
  it('an update of an order keeps omitted attributes, including custom ones of the order and its items', async () => {
    await using server = await startServer(till());
    const items = [{ product_id: 'oar', sale_price: 69.5, engraving: 'ANN' }];
    const address = { label: 'home', city: 'Duluth' };
    const said = { grand_total: 70, items, shipping_address: address, gift: true, currency: 'USD' };
    await act(server, 'order', orderOf('placed', said));
    await act(server, 'order', orderOf('updated', { total_fees: 2, gift: false }));
    const [order] = (await server.commerce()).orders;
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
});
