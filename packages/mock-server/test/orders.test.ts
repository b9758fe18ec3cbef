import { describe, expect, it } from 'vitest';
import { issuesIn, scenarios, startServer } from './harness.ts';
import { actions, lifetimeValue, NOON, postOrder, till, timeline, valueEvents, worthEvent } from './till.ts';

const LATER = '2026-01-15T13:00:00Z';
const order = { email: 'ann@acme.test', amount: 15_000, provider: 'my_shop', upstream_id: '5001' };

scenarios('legacy orders', (start) => {
  // proves: endpoint POST /v2/{account_id}/orders
  // proves: timeline Placed an order
  // proves: note Creating an order increments the lifetime value by the order total
  it('a legacy order is created at once with its value and a timeline event', async () => {
    await using server = await start(till());
    const answer = await postOrder(server, {
      ...order,
      tax: 900,
      occurred_at: '2026-01-02T10:00:00+02:00',
      items: [{ name: 'Oar', amount: 15_000 }],
    });
    expect([answer.status, answer.text]).toEqual([202, '{}']);
    expect(await lifetimeValue(server)).toBe(15_000);
    expect(await valueEvents(server)).toEqual([worthEvent(0, 15_000)]);
    const { email, ...shown } = order;
    const id = expect.any(String);
    const items = [{ id, name: 'Oar', amount: 15_000 }];
    expect(await server.timeline({ subscriberId: 'ann' })).toEqual([
      {
        ...{ id, subscriberId: 'ann', visitorUuid: null, kind: 'timeline' },
        ...{ action: 'Placed an order', occurredAt: '2026-01-02T08:00:00Z' },
        properties: { ...shown, tax: 900, cancelled_at: null, items },
        cause: { type: 'request', id },
      },
    ]);
  });

  // proves: endpoint POST /v2/{account_id}/orders/batches
  // U-08
  // U-13
  it('a legacy order can be part of a batch, where a rejected one does not stop others', async () => {
    await using server = await start(till());
    const records = [
      order,
      { ...order, email: 'nobody@acme.test', upstream_id: '5002' },
      { id: 'bob', amount: 700, upstream_id: '5003', financial_state: 'sleepy' },
      { id: 'bob', amount: 800 },
      { ...order, amount: 16_000 },
    ];
    const answer = await server.post('orders/batches', { batches: [{ orders: records }] });
    expect([answer.status, answer.text]).toEqual([202, '{}']);
    await server.settle();
    expect(await server.outcomes()).toMatchObject(
      [
        { state: 'done' },
        { state: 'refused', errors: [{ code: 'unavailable_error', attribute: 'email' }] },
        { state: 'refused', errors: [{ code: 'format_error', attribute: 'financial_state' }] },
        { state: 'done' },
        { state: 'done' },
      ].map((outcome, position) => ({ ...outcome, position, operation: 'orders.upsertBatch' })),
    );
    expect([await lifetimeValue(server), await lifetimeValue(server, 'bob')]).toEqual([16_000, 800]);
    expect(await valueEvents(server)).toEqual([
      worthEvent(0, 15_000, 'batch'),
      worthEvent(15_000, 16_000, 'batch'),
    ]);
  });
});

describe('legacy orders', () => {
  // proves: note Creating a legacy order for an email with no existing subscriber is not allowed
  // U-13
  // proves: code unavailable_error
  it.each([
    ['email', { email: 'nobody@acme.test' }],
    ['id', { id: 'nobody' }],
    ['id', { id: 'nobody', email: 'ann@acme.test' }],
  ])('a legacy order is rejected on the %s of an unknown subscriber: %o', async (attribute, subscriber) => {
    await using server = await startServer(till());
    const before = await server.state();
    const answer = await postOrder(server, { amount: 100, ...subscriber });
    expect([answer.status, issuesIn(answer)]).toEqual([422, [`${attribute}: unavailable_error`]]);
    expect(await server.state()).toBe(before);
    expect((await server.commerce()).orders).toEqual([]);
  });

  // proves: timeline Updated an order
  // U-61
  // proves: note An existing order is identified by provider plus upstream_id
  it('a legacy order is updated by provider and upstream id, and absent fields stay unchanged', async () => {
    await using server = await startServer(till());
    const more = { properties: { pier: 1 }, items: [{ name: 'Oar' }] };
    await postOrder(server, { ...order, ...more, identifier: '#1' });
    const [placed] = (await server.commerce()).orders;
    server.clock.set(LATER);
    await postOrder(server, { ...order, amount: 12_000, identifier: '#2' });
    const attributes = { ...placed?.data.attributes, amount: 12_000, identifier: '#2' };
    expect((await server.commerce()).orders).toEqual([
      { ...placed, data: { ...placed?.data, worth: 12_000, attributes } },
    ]);
    expect(await timeline(server)).toEqual([
      ['Placed an order', NOON],
      ['Updated an order', LATER],
    ]);
    expect(await valueEvents(server)).toEqual([worthEvent(0, 15_000), worthEvent(15_000, 12_000)]);
  });

  it('a legacy order without changes has no effect', async () => {
    await using server = await startServer(till());
    const full = {
      ...{ ...order, items: [{ name: 'Oar', quantity: 2 }], billing_address: { city: 'Duluth' } },
      ...{ financial_state: 'paid', closed_at: '2026-01-20T10:00:00+02:00', cancelled_at: '2026-01-21' },
    };
    await postOrder(server, full);
    const before = await server.commerce();
    const times = await timeline(server);
    server.clock.set(LATER);
    expect((await postOrder(server, full)).status).toBe(202);
    expect((await postOrder(server, order)).status).toBe(202);
    expect(await server.commerce()).toEqual(before);
    expect(await timeline(server)).toEqual(times);
    expect(await valueEvents(server)).toHaveLength(1);
  });

  it('a legacy order at another provider, or without provider or upstream id, is new', async () => {
    await using server = await startServer(till());
    const { provider, upstream_id, ...anonymous } = order;
    for (const key of [{}, { provider }, { upstream_id }, { provider, upstream_id: '' }]) {
      for (const amount of [1, 1]) await postOrder(server, { ...anonymous, ...key, amount });
    }
    for (const shop of ['one', 'other']) await postOrder(server, { ...order, provider: shop, amount: 1 });
    expect(await actions(server)).toEqual(Array(10).fill('Placed an order'));
    expect(await lifetimeValue(server)).toBe(10);
  });

  // proves: timeline Paid an order
  // proves: timeline Fulfilled an order
  // proves: timeline Canceled an order
  it('a legacy order is reported as paid, fulfilled and canceled once per change', async () => {
    await using server = await startServer(till());
    const steps = [
      { financial_state: 'authorized', fulfillment_state: 'not_fulfilled' },
      { financial_state: 'paid' },
      { financial_state: 'paid', fulfillment_state: 'fulfilled' },
      { cancelled_at: '2026-01-16T00:00:00Z' },
      { cancelled_at: '2026-01-17T00:00:00Z' },
      { cancelled_at: null, financial_state: 'refunded' },
      { cancelled_at: '2026-01-18T00:00:00Z', financial_state: 'paid' },
    ];
    const known = new Set<string>();
    const seen: string[] = [];
    for (const [hour, step] of steps.entries()) {
      server.clock.set(`2026-01-15T1${hour}:00:00Z`);
      await postOrder(server, { ...order, ...step });
      const events = await server.timeline({ subscriberId: 'ann' });
      const fresh = events.filter(({ id }) => !known.has(id));
      for (const { id } of fresh) known.add(id);
      seen.push(fresh.map(({ action, occurredAt }) => `${action} ${occurredAt.slice(8, 13)}`).join(', '));
    }
    expect(seen).toEqual([
      'Placed an order 15T10',
      'Updated an order 15T11, Paid an order 15T11',
      'Updated an order 15T12, Fulfilled an order 15T12',
      'Updated an order 15T13, Canceled an order 16T00',
      'Updated an order 15T14',
      'Updated an order 15T15',
      'Updated an order 15T16, Paid an order 15T16, Canceled an order 18T00',
    ]);
    expect(await valueEvents(server)).toEqual([worthEvent(0, 15_000)]);
  });

  // proves: note Legacy order: financial_state and fulfillment_state take the listed values
  it("a legacy order accepts the interface's states in any order, and no others", async () => {
    await using server = await startServer(till());
    const states = {
      financial_state: 'pending authorized partially_paid paid partially_refunded refunded voided pending',
      fulfillment_state: 'not_fulfilled partially_fulfilled fulfilled not_fulfilled',
    };
    for (const [attribute, values] of Object.entries(states)) {
      for (const value of values.split(' ')) {
        expect((await postOrder(server, { ...order, [attribute]: value })).status).toBe(202);
        const { orders } = await server.commerce();
        expect(orders).toMatchObject([{ data: { attributes: { [attribute]: value } } }]);
      }
      const answer = await postOrder(server, { ...order, [attribute]: 'lost' });
      expect(issuesIn(answer)).toEqual([`${attribute}: format_error`]);
    }
  });

  it('a legacy order created as paid and fulfilled reports all three events at its time', async () => {
    await using server = await startServer(till());
    const past = '2026-01-01T00:00:00Z';
    const states = { financial_state: 'paid', fulfillment_state: 'fulfilled' };
    await postOrder(server, { ...order, ...states, occurred_at: past });
    const all = ['Placed an order', 'Paid an order', 'Fulfilled an order'].map((action) => [action, past]);
    expect(await timeline(server)).toEqual(all);
  });

  // proves: note Legacy order: cancelled_at is null when the order is not cancelled
  it('a legacy order that is not cancelled has null, and its other times are in UTC', async () => {
    await using server = await startServer(till());
    await postOrder(server, { ...order, closed_at: '2026-01-20T10:00:00+02:00' });
    const [row] = (await server.commerce()).orders;
    expect(row?.data).toMatchObject({
      originatedAt: NOON,
      attributes: { cancelled_at: null, closed_at: '2026-01-20T08:00:00Z' },
    });
  });

  // U-63
  it('a legacy order that names another subscriber moves to them with its value', async () => {
    await using server = await startServer(till());
    await postOrder(server, order);
    await postOrder(server, { ...order, email: 'bob@acme.test', amount: 16_000 });
    expect([await lifetimeValue(server), await lifetimeValue(server, 'bob')]).toEqual([0, 16_000]);
    expect(await valueEvents(server)).toEqual([worthEvent(0, 15_000), worthEvent(15_000, 0)]);
    expect(await valueEvents(server, 'bob')).toEqual([worthEvent(0, 16_000)]);
    expect(await actions(server, 'bob')).toEqual(['Updated an order']);
  });

  // U-66
  it('a legacy order of a deleted subscriber starts over with the next subscriber', async () => {
    await using server = await startServer(till());
    await postOrder(server, order);
    await server.delete('subscribers/ann');
    expect(issuesIn(await postOrder(server, order))).toEqual(['email: unavailable_error']);
    const { id } = await server.save({ email: 'ann@acme.test' });
    await postOrder(server, order);
    expect(await lifetimeValue(server, id)).toBe(15_000);
    expect(await actions(server, id)).toEqual(['Placed an order']);
    expect((await server.commerce()).orders.map(({ subscriberId }) => subscriberId)).toEqual([id]);
  });
});
