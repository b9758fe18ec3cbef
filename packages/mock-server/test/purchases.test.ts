import { describe, expect, it } from 'vitest';
import { requestIdOf, scenarios, startServer, type TestServer } from './harness.ts';
import { lifetimeValue, NOON, till, valueEvents, worthEvent } from './till.ts';

const buy = (server: TestServer, idOrEmail: string, purchase: Readonly<Record<string, unknown>>) =>
  server.post(`subscribers/${idOrEmail}/purchases`, { purchases: [purchase] });

scenarios('purchases', (start) => {
  // proves: endpoint POST /v2/{account_id}/subscribers/{id_or_email}/purchases
  // proves: endpoint GET /v2/{account_id}/subscribers/{id_or_email}/purchases/{purchase_id}
  // proves: event subscriber.updated_lifetime_value
  // proves: note A purchase increments the lifetime value by its total
  it('a purchase is recorded, shown at its location and added to the lifetime value', async () => {
    await using server = await start(till());
    const item = { name: 'Oar', amount: 4000, quantity: 2, sku: 'OAR2', properties: { color: 'teal' } };
    const purchase = {
      ...{ amount: 4999, provider: 'shopify', order_id: '1001', permalink: 'https://acme.test/orders/1001' },
      ...{ properties: { gift: true }, occurred_at: '2026-01-02T10:00:00+02:00', items: [item] },
    };
    const answer = await buy(server, 'ann%40acme.test', purchase);
    expect([answer.status, answer.text]).toEqual([201, '{}']);
    const location = answer.headers.get('location') ?? '';
    expect(location).toBe(`${server.url}/v2/9999999/subscribers/ann/purchases/${requestIdOf(answer)}`);
    const shown = await server.get(location.slice(server.url.length));
    expect(shown.status).toBe(200);
    expect(shown.body).toEqual({
      links: {
        'purchases.account': `${server.url}/v2/accounts/{purchases.account}`,
        'purchases.subscriber': `${server.url}/v2/subscribers/{purchases.subscriber}`,
      },
      purchases: [
        {
          ...{ ...purchase, id: requestIdOf(answer), occurred_at: '2026-01-02T08:00:00Z' },
          items: [{ ...item, id: expect.stringMatching(/^\w+$/) }],
          links: { account: '9999999', subscriber: 'ann' },
        },
      ],
    });
    expect(await lifetimeValue(server)).toBe(4999);
    expect(await valueEvents(server)).toEqual([worthEvent(0, 4999)]);
  });
});

describe('purchases', () => {
  // proves: note quantity of a purchased item defaults to 1
  it('a purchase defaults to the current time and one of each item', async () => {
    await using server = await startServer(till());
    const id = requestIdOf(await buy(server, 'ann', { amount: 100, items: [{ name: 'Oar', amount: 100 }] }));
    const [purchase] = (await server.get(`subscribers/ann/purchases/${id}`)).body.purchases ?? [];
    expect(purchase).toEqual({
      id,
      amount: 100,
      properties: {},
      occurred_at: NOON,
      items: [{ id: expect.any(String), name: 'Oar', amount: 100, quantity: 1, properties: {} }],
      links: { account: '9999999', subscriber: 'ann' },
    });
  });

  it('each purchase adds to the lifetime value', async () => {
    await using server = await startServer(till());
    for (const amount of [100, 250, 0, -50]) await buy(server, 'ann', { amount });
    expect(await lifetimeValue(server)).toBe(300);
    const changes = [worthEvent(0, 100), worthEvent(100, 350), worthEvent(350, 300)];
    expect(await valueEvents(server)).toEqual(changes);
  });

  // U-10
  it('an unsubscribed subscriber can have purchases, a deleted one cannot', async () => {
    await using server = await startServer(till());
    await server.save({ id: 'ann', status: 'unsubscribed' });
    expect((await buy(server, 'ann', { amount: 1 })).status).toBe(201);
    await server.delete('subscribers/ann');
    for (const name of ['ann', 'ann%40acme.test', 'nobody', 'no%40body.test']) {
      const answer = await buy(server, name, { amount: 1 });
      expect([answer.status, answer.body.errors?.[0]?.code]).toEqual([404, 'not_found_error']);
      expect((await server.get(`subscribers/${name}/purchases`)).status).toBe(404);
    }
  });

  it('a purchase is not found under another subscriber', async () => {
    await using server = await startServer(till());
    const id = requestIdOf(await buy(server, 'ann', { amount: 1 }));
    expect((await server.get(`subscribers/ann%40acme.test/purchases/${id}`)).status).toBe(200);
    expect((await server.get(`subscribers/bob/purchases/${id}`)).status).toBe(404);
    expect((await server.get('subscribers/ann/purchases/0')).status).toBe(404);
  });

  // U-63
  it('a purchase is refused when the lifetime value would no longer be exact', async () => {
    await using server = await startServer(till());
    await buy(server, 'ann', { amount: Number.MAX_SAFE_INTEGER });
    const answer = await buy(server, 'ann', { amount: 1 });
    expect(answer.status).toBe(422);
    const message = expect.stringMatching(/^amount would make a value that is not between/);
    expect(answer.body.errors).toEqual([{ code: 'range_error', attribute: 'amount', message }]);
    expect((await server.get('subscribers/ann/purchases')).body.meta?.total_count).toBe(1);
    expect(await lifetimeValue(server)).toBe(Number.MAX_SAFE_INTEGER);
  });
});

describe('lists of purchases', () => {
  it('purchases and orders in a seed add to the lifetime values', async () => {
    await using server = await startServer(
      till({
        subscribers: [{ id: 'ann', email: 'ann@acme.test', lifetime_value: 1000 }],
        purchases: [{ id: '840', email: 'Ann@acme.test', amount: 200 }],
        orders: [{ email: 'ann@acme.test', amount: 30, provider: 'my_shop', upstream_id: '5001' }],
      }),
    );
    expect(await lifetimeValue(server)).toBe(1230);
    expect((await server.get('subscribers/ann/purchases/840')).status).toBe(200);
    expect((await server.commerce()).orders).toMatchObject([{ externalId: '5001' }]);
  });

  // proves: endpoint GET /v2/{account_id}/subscribers/{id_or_email}/purchases
  // U-60
  it('purchases are listed page by page in the order recorded', async () => {
    await using server = await startServer(till());
    const days = ['03', '01', '02'];
    for (let amount = 1; amount <= 101; amount++) {
      await buy(server, 'ann', { amount, occurred_at: `2026-01-${days[amount % 3]}` });
    }
    await buy(server, 'bob', { amount: 7 });
    const first = await server.get('subscribers/ann/purchases');
    expect(first.body.meta).toEqual({ page: 1, count: 100, total_pages: 2, total_count: 101 });
    expect(first.body.purchases?.map(({ amount }) => amount)).toEqual(
      Array.from({ length: 100 }, (_, i) => i + 1),
    );
    const second = await server.get('subscribers/ann%40acme.test/purchases?page=2');
    expect(second.body.meta).toEqual({ page: 2, count: 1, total_pages: 2, total_count: 101 });
    expect(second.body.purchases?.map(({ amount }) => amount)).toEqual([101]);
    expect((await server.get('subscribers/ann/purchases?page=0')).body.meta?.page).toBe(1);
  });
});
