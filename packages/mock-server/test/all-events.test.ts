import { expect, it, test } from 'vitest';
import { allPages, type Json } from './admin-client.ts';
import { scenarios, startServer, type TestServer } from './harness.ts';
import { mailingAccount } from './mailing-account.ts';

const ANN = { id: 'ann', email: 'ann@acme.test' };
const seed = () => mailingAccount({ subscribers: [ANN, { id: 'bob', email: 'bob@acme.test' }] });

const record = (server: TestServer, action: string, email = ANN.email) =>
  server.post('events', { events: [{ email, action, properties: { of: email } }] });

const walk = (server: TestServer, query: string, limit: number) =>
  allPages(server, `/all_events?${query}`, limit);

const named = (rows: readonly Json[]) => rows.map(({ kind, action }) => `${kind} ${action}`);

/** Events of all kinds in a fixed order. */
async function happen(server: TestServer): Promise<void> {
  await record(server, 'Viewed pricing');
  await server.post('tags', { tags: [{ email: ANN.email, tag: 'VIP' }] });
  const order = { provider: 'shop', email: ANN.email, action: 'placed', order_id: '1' };
  await server.send('POST', '/v3/9999999/shopper_activity/order', { body: order });
  await server.settle();
  await record(server, 'Signed up', 'bob@acme.test');
  await server.post('tags', { tags: [{ email: 'bob@acme.test', tag: 'VIP' }] });
}

scenarios('the events of all subscribers', (start) => {
  it('events of all kinds are in one list, in the order in which they were recorded, custom ones once', async () => {
    await using server = await start({ seed: seed() });
    await happen(server);
    const rows = await walk(server, 'order=newest', 100);
    expect(named(rows)).toEqual([
      'event subscriber.applied_tag',
      'custom Signed up',
      'timeline Placed an order',
      'event subscriber.applied_tag',
      'custom Viewed pricing',
      'event subscriber.subscribed_to_email_marketing',
      'event subscriber.created',
      'event subscriber.subscribed_to_email_marketing',
      'event subscriber.created',
    ]);
    expect(rows[4]).toEqual({
      id: expect.stringMatching(/^\d+$/),
      kind: 'custom',
      action: 'Viewed pricing',
      subscriber_id: 'ann',
      email: 'ann@acme.test',
      visitor_uuid: null,
      properties: { of: 'ann@acme.test' },
      occurred_at: '2026-03-06T12:00:00Z',
      cause: { type: 'request', id: expect.any(String) },
    });
    for (const row of [rows[0], rows[4]]) {
      expect((await server.admin.get(`/all_events/${row.id}`)).body).toEqual(row);
    }
    for (const id of ['999999', 'x']) {
      expect((await server.admin.get(`/all_events/${id}`)).status).toBe(404);
    }
  });

  it('the list is filtered by action, subscriber and source, also together', async () => {
    await using server = await start({ seed: seed() });
    await happen(server);
    const filtered = async (query: string) => named(await walk(server, query, 2));
    expect(await filtered('action=Signed%20up')).toEqual(['custom Signed up']);
    expect(await filtered('action=Placed%20an%20order')).toEqual(['timeline Placed an order']);
    expect(await filtered('action=subscriber.applied_tag')).toHaveLength(2);
    expect(await filtered('action=subscriber.performed_custom_event')).toEqual([
      'custom Viewed pricing',
      'custom Signed up',
    ]);
    expect(await filtered('subscriber=bob')).toEqual([
      'event subscriber.created',
      'event subscriber.subscribed_to_email_marketing',
      'custom Signed up',
      'event subscriber.applied_tag',
    ]);
    expect(await filtered('subscriber=bob%40acme.test&source=request')).toEqual([
      'custom Signed up',
      'event subscriber.applied_tag',
    ]);
    expect(await filtered('source=seed')).toHaveLength(4);
    expect(await filtered('subscriber=nobody%40acme.test')).toEqual([]);
    expect((await server.admin.get('/all_events?source=moon')).status).toBe(422);
  });

  it('a search finds parts of actions, of properties and of subscribers, page by page', async () => {
    await using server = await start({ seed: seed() });
    await happen(server);
    const found = async (text: string) =>
      named(await walk(server, new URLSearchParams({ search: text }).toString(), 1));
    expect(await found('pricing')).toEqual(['custom Viewed pricing']);
    expect(await found('vip')).toHaveLength(2); // the value of a property
    expect(await found('BOB')).toHaveLength(4); // his address, and the property of his event
    expect(await found('ann@')).toHaveLength(5);
    expect(await found('"')).toEqual([]);
    expect(await found('nothing like it')).toEqual([]);
    const [first] = await walk(server, 'search=vip&subscriber=bob&source=request', 5);
    expect(first).toMatchObject({ action: 'subscriber.applied_tag', email: 'bob@acme.test' });
  });

  it('each event, also a custom one, is the row that its trace is asked for', async () => {
    await using server = await start();
    await server.post('events', { events: [{ email: 'ann@acme.test', action: 'Signed up' }] });
    const { body } = await server.admin.get('/all_events');
    expect(body.events.map(({ kind }: Json) => kind)).toContain('custom');
    for (const { id, action } of body.events) {
      const { body: trace } = await server.admin.get(`/trace?of=event-${id}`);
      const asked = trace.rows.find(({ number }: Json) => number === trace.of);
      expect(asked.type).toEqual(action === 'Signed up' ? 'custom_event' : expect.stringMatching(/event$/));
    }
  });

  it('the actions of an account are listed by kind', async () => {
    await using server = await start({ seed: seed() });
    await happen(server);
    const { body } = await server.admin.get('/event_actions');
    expect(body.custom).toEqual(['Signed up', 'Viewed pricing']);
    expect(body.service).toContain('Placed an order');
    expect(body.events).toHaveLength(29);
  });
});

test('pages among many custom events leave no event out and repeat none', async () => {
  await using server = await startServer({ seed: seed() });
  const events = Array.from({ length: 300 }, (_, i) => ({ email: ANN.email, action: `Step ${i % 7}` }));
  await server.post('events/batches', { batches: [{ events }] });
  await server.settle();
  await server.post('tags', { tags: [{ email: ANN.email, tag: 'VIP' }] });
  const rows = await walk(server, 'order=newest', 110);
  expect(rows).toHaveLength(305);
  expect(new Set(rows.map(({ id }) => id)).size).toBe(305);
  expect(named(rows.slice(0, 2))).toEqual(['event subscriber.applied_tag', 'custom Step 5']);
});

test('a rare event behind many others is found, by pages that look at a limited number of rows', async () => {
  await using server = await startServer({ seed: seed() });
  await server.post('tags', { tags: [{ email: ANN.email, tag: 'VIP' }] });
  const events = Array.from({ length: 1000 }, () => ({ email: ANN.email, action: 'Clicked' }));
  for (let i = 0; i < 6; i++) await server.post('events/batches', { batches: [{ events }] });
  await server.settle();
  const filter = 'order=newest&action=subscriber.applied_tag';
  const { body } = await server.admin.get(`/all_events?${filter}&limit=10`);
  expect([body.events, body.next_cursor]).toEqual([[], expect.any(String)]);
  expect(named(await walk(server, filter, 10))).toEqual(['event subscriber.applied_tag']);
});
