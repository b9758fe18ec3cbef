import { describe, expect, it } from 'vitest';
import { issuesIn, scenarios, startServer } from './harness.ts';
import {
  act,
  actions,
  lifetimeValue,
  orderOf,
  postOrder,
  postRefund,
  till,
  valueEvents,
  worthEvent,
} from './till.ts';

const order = { email: 'ann@acme.test', amount: 10_000, provider: 'my_shop', upstream_id: '5001' };
const refund = { provider: 'my_shop', order_upstream_id: '5001', amount: 2500, upstream_id: 're-9' };

scenarios('refunds', (start) => {
  // proves: endpoint POST /v2/{account_id}/refunds
  // proves: timeline Refunded an order
  // proves: note Creating a refund decrements the lifetime value by the refund amount
  it('a refund reduces the lifetime value at once and adds a timeline event', async () => {
    await using server = await start(till());
    await postOrder(server, order);
    const processed_at = '2026-01-20T10:00:00+02:00';
    const answer = await postRefund(server, { ...refund, note: 'Scratched', processed_at });
    expect([answer.status, answer.text]).toEqual([202, '{}']);
    expect(await lifetimeValue(server)).toBe(7500);
    expect(await valueEvents(server)).toEqual([worthEvent(0, 10_000), worthEvent(10_000, 7500)]);
    const at = '2026-01-20T08:00:00Z';
    const properties = { ...refund, note: 'Scratched' };
    expect(await server.timeline({ subscriberId: 'ann' })).toMatchObject([
      { action: 'Placed an order' },
      { kind: 'timeline', action: 'Refunded an order', occurredAt: at, properties },
    ]);
    expect((await server.commerce()).refunds).toMatchObject([
      { upstreamId: 're-9', data: { amount: 2500, note: 'Scratched', processed_at: at } },
    ]);
  });
});

describe('refunds', () => {
  // U-65
  // proves: note An existing refund is identified by its upstream_id
  it('updating a refund by upstream id changes the value by the difference and adds no timeline event', async () => {
    await using server = await startServer(till());
    await postOrder(server, order);
    for (const amount of [2500, 4000, 4000, 1000]) await postRefund(server, { ...refund, amount });
    const values = [0, 10_000, 7500, 6000, 9000];
    expect(await valueEvents(server)).toEqual(
      values.slice(1).map((value, i) => worthEvent(values[i] ?? 0, value)),
    );
    expect(await actions(server)).toEqual(['Placed an order', 'Refunded an order']);
    await postRefund(server, { ...refund, amount: 900, note: 'Late', processed_at: '2026-01-20' });
    await postRefund(server, { ...refund, amount: 1000 });
    const { refunds, orders } = await server.commerce();
    const data = { amount: 1000, note: 'Late', processed_at: '2026-01-20T00:00:00Z' };
    expect(refunds).toMatchObject([{ data }]);
    expect(orders).toMatchObject([{ data: { worth: 9000, refunded: '1000' } }]);
  });

  it('a refund without an upstream id is always new', async () => {
    await using server = await startServer(till());
    await postOrder(server, order);
    const { upstream_id, ...anonymous } = refund;
    for (const key of [{}, {}, { upstream_id: '' }]) await postRefund(server, { ...anonymous, ...key });
    expect(await lifetimeValue(server)).toBe(2500);
    expect((await server.commerce()).refunds).toHaveLength(3);
  });

  it('a refund can exceed the order, and still counts after its order is updated', async () => {
    await using server = await startServer(till());
    await postOrder(server, order);
    await postRefund(server, { ...refund, amount: 12_000 });
    expect(await lifetimeValue(server)).toBe(-2000);
    await postRefund(server, refund);
    await postOrder(server, { ...order, amount: 11_000 });
    expect(await lifetimeValue(server)).toBe(8500);
    await postOrder(server, { ...order, email: 'bob@acme.test', amount: 11_000 });
    expect([await lifetimeValue(server), await lifetimeValue(server, 'bob')]).toEqual([0, 8500]);
  });

  // U-65
  // U-66
  it('a refund of an unknown order is refused and changes nothing', async () => {
    await using server = await startServer(till());
    await postOrder(server, order);
    await act(server, 'order', orderOf('placed', { order_id: '7001', grand_total: 10 }));
    const wrong = [{ order_upstream_id: '5002' }, { provider: 'other_shop' }, { order_upstream_id: '7001' }];
    for (const key of wrong) {
      const answer = await postRefund(server, { ...refund, ...key });
      expect([answer.status, issuesIn(answer)]).toEqual([422, ['order_upstream_id: unavailable_error']]);
    }
    expect(await lifetimeValue(server)).toBe(11_000);
    await server.delete('subscribers/ann');
    expect((await postRefund(server, refund)).status).toBe(422);
    expect((await server.commerce()).refunds).toEqual([]);
  });
});
