import { expect, it } from 'vitest';
import { scenarios, type TestServer } from './harness.ts';
import { startLively } from './lively-account.ts';
import { mailingAccount } from './mailing-account.ts';

/** Many subscribers and campaigns whose names contain the same text. */
const seed = () =>
  mailingAccount({
    subscribers: [
      { id: 'ann', email: 'ann@acme.test', tags: ['vip'] },
      ...Array.from({ length: 30 }, (_, i) => ({ id: `vip-${i}`, email: `p${i}@acme.test` })),
    ],
    campaigns: Array.from({ length: 25 }, (_, i) => ({ id: `c${i}`, name: `Ann ${i}` })),
    webhooks: [
      { id: '41', post_url: 'http://127.0.0.1:9/crm' },
      { id: '42', post_url: 'http://127.0.0.1:9/erp' },
    ],
  });

const search = async (server: TestServer, q: string, limit = 20) =>
  (await server.admin.get(`/search?${new URLSearchParams({ q, limit: String(limit) })}`)).body.results.map(
    ({ type, title }: { type: string; title: string }) => `${type} ${title}`,
  );

scenarios('a search of an account', (start) => {
  it('each kind has a share of the results, and the text itself comes first', async () => {
    await using server = await start({ seed: seed() });
    const found = await search(server, 'ann');
    expect(found).toHaveLength(20);
    expect(found).toContain('subscriber ann@acme.test');
    expect((await search(server, 'vip'))[0]).toBe('tag vip');
    expect(await search(server, 'vip', 100)).toHaveLength(31);
    for (const nothing of ['', ' ', '%']) expect(await search(server, nothing)).toEqual([]);
  });

  it('finds records of each kind by a part of their names, and a request by its id', async () => {
    await using server = await startLively(start);
    const found = await search(server, 'OF-9999999');
    for (const kind of ['campaign', 'broadcast', 'workflow', 'form', 'webhook', 'subscriber']) {
      expect(found).toContainEqual(expect.stringMatching(new RegExp(`^${kind} .*of-9999999`)));
    }
    await server.get('tags');
    const [{ id } = { id: '' }] = await server.requests.find();
    expect(await search(server, id)).toEqual(['request GET /v2/9999999/tags']);
  });

  it('finds orders, products, events, operations and subjects', async () => {
    await using server = await start({ seed: seed() });
    const shop = { provider: 'shop', email: 'ann@acme.test', occurred_at: '2026-03-06T12:00:00Z' };
    await server.send('POST', '/v3/9999999/shopper_activity/order', {
      body: { ...shop, action: 'placed', order_id: 'A-"77', grand_total: 20 },
    });
    await server.settle();
    await server.post('events', { events: [{ email: 'ann@acme.test', action: 'Viewed pricing' }] });
    expect(await search(server, 'a-"7')).toContain('order A-"77');
    expect((await search(server, 'viewed pricing'))[0]).toBe('event Viewed pricing');
    expect((await search(server, 'tags.apply'))[0]).toBe('operation tags.apply');
  });

  it('a noun before the text chooses the kind', async () => {
    await using server = await start({ seed: seed() });
    expect(await search(server, 'webhook crm')).toEqual(['webhook http://127.0.0.1:9/crm']);
    expect(await search(server, 'campaigns ann', 100)).toHaveLength(25);
    expect(await search(server, 'webhooks zzz')).toEqual([]);
  });
});
