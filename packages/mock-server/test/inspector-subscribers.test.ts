import { expect, it } from 'vitest';
import { allPages, type Json } from './admin-client.ts';
import { TOKENS } from './boat-shop.ts';
import { scenarios } from './harness.ts';
import { startLively, startLivened } from './lively-account.ts';
import { shareLivened } from './shared-servers.ts';

const ID = '9999999';

const livened = shareLivened();

scenarios('the subscribers of the admin API', (start) => {
  it('subscribers are found by a part of their address, name or ids, in either case', async () => {
    await using server = await startLively(start);
    const found = async (search: string) => {
      const { body } = await server.admin.get(`/subscribers?search=${encodeURIComponent(search)}`);
      return [body.total, body.subscribers.map(({ id }: Json) => id)];
    };
    const { id } = await server.save({ email: 'zoe@sea.test', first_name: 'Zoë', user_id: 'U-77' });
    expect(await found('ANN@')).toEqual([1, ['ann']]);
    expect(await found(`ann of-${ID}`)).toEqual([1, ['ann']]);
    expect(await found('zoë')).toEqual([1, [id]]);
    expect(await found('u-77')).toEqual([1, [id]]);
    expect(await found(id)).toEqual([1, [id]]);
    expect(await found('%')).toEqual([0, []]);
    await server.upsert({ email: 'zoe@sea.test', new_email: 'zelda@sea.test' });
    expect(await found('zoe@')).toEqual([0, []]);
    expect(await found('zelda@')).toEqual([1, [id]]);
  });

  it('subscribers are filtered by status and tag, and sorted by each column', async () => {
    await using server = await startLively(start);
    await server.upsert({ email: 'cy@acme.test', lifetime_value: 900 });
    await server.upsert({ email: 'dee@acme.test', status: 'unsubscribed' });
    const emails = async (query: string) =>
      (await server.admin.get(`/subscribers?${query}`)).body.subscribers.map(({ email }: Json) =>
        email.slice(0, 3),
      );
    expect(await emails('status=unsubscribed')).toEqual(['dee']);
    expect(await emails('tag=crew')).toEqual(['ann']);
    expect(await emails('sort=email&order=newest')).toEqual(['dee', 'cy@', 'bob', 'ann']);
    expect((await emails('sort=lifetime_value&order=newest'))[0]).toBe('cy@');
    expect((await emails('sort=lead_score'))[0]).toBe('bob');
    expect((await server.admin.get('/subscribers?sort=status')).status).toBe(422);
  });

  it('an unsubscribed subscriber is listed with the time and the cause of the last unsubscription', async () => {
    await using server = await startLively(start);
    for (const status of ['unsubscribed', 'active', 'unsubscribed']) {
      await server.upsert({ email: 'dee@acme.test', status });
    }
    const { subscribers } = (await server.admin.get('/subscribers?status=unsubscribed')).body;
    expect(subscribers).toMatchObject([
      { unsubscribed: { at: expect.any(String), cause: { type: 'request', id: expect.any(String) } } },
    ]);
    const active: Json[] = (await server.admin.get('/subscribers?status=active')).body.subscribers;
    expect(active.map(({ unsubscribed }) => unsubscribed)).toEqual(active.map(() => null));
  });

  it('a list filtered by a common or rare tag is the same with any page size, and has the current total', async () => {
    await using server = await start();
    for (let i = 0; i < 12; i++) {
      await server.upsert({ email: `p${(i * 5) % 12}@acme.test`, tags: i % 6 === 1 ? ['few'] : ['most'] });
    }
    const emailsOf = async (query: string, limit: number) =>
      (await allPages(server, `/subscribers?${query}`, limit)).map(({ email }) => email);
    const totalOf = async (tag: string) =>
      (await server.admin.get(`/subscribers?tag=${tag}&status=active`)).body.total;
    expect([await totalOf('most'), await totalOf('few')]).toEqual([10, 2]);
    for (const tag of ['most', 'few']) {
      for (const order of ['newest', 'oldest']) {
        const query = `tag=${tag}&status=active&sort=email&order=${order}`;
        const emails = await emailsOf(query, 2);
        expect(emails).toEqual(await emailsOf(query, 100));
        const sorted = emails.toSorted();
        expect(emails).toEqual(order === 'oldest' ? sorted : sorted.reverse());
      }
    }
    await server.upsert({ email: 'p3@acme.test', status: 'unsubscribed' });
    expect(await totalOf('most')).toBe(9);
    await server.upsert({ email: 'p4@acme.test', tags: ['few'] });
    expect(await totalOf('few')).toBe(3);
  });

  it('a subscriber is shown with campaigns, workflows and the reason of each new value', async () => {
    const server = await livened();
    const { body } = await server.admin.get('/subscribers/ann');
    expect(body.subscriber).toMatchObject({ id: 'ann', lead_score: 40, lifetime_value: 1000 });
    expect(body.subscriptions).toMatchObject([
      { campaign_id: '1', campaign_name: `of-${ID}`, status: 'active', next_email_number: 2 },
    ]);
    expect(body.memberships).toMatchObject([
      { workflow_name: `of-${ID}`, step_id: 'step-1', waits_for: 'delay' },
    ]);
    const changes = (list: Json) =>
      list.map(({ change, total, reason, cause }: Json) => [change, total, reason, cause.type]);
    expect(changes(body.lead_score_changes)).toEqual([
      [10, 40, 'Custom event: Signed up', 'request'],
      [30, 30, 'Created', 'seed'],
    ]);
    expect(changes(body.lifetime_value_changes)).toEqual([
      [-200, 1000, `Refund of order order-of-${ID}`, 'request'],
      [1200, 1200, `Order order-of-${ID}`, 'request'],
    ]);
    const { orders } = (await server.admin.get('/commerce')).body;
    expect(body.lifetime_value_changes[0].order_id).toBe(orders[0].id);
    expect((await server.admin.get(`/subscribers/${encodeURIComponent(`ann@of-${ID}.test`)}`)).body).toEqual(
      body,
    );
    expect((await server.admin.get('/subscribers/nobody')).status).toBe(404);
  });

  it('a change of the values by the caller has a reason as well', async () => {
    await using server = await startLively(start);
    await server.upsert({ email: `ann@of-${ID}.test`, lifetime_value: 70, prospect: false });
    const { body } = await server.admin.get('/subscribers/ann');
    expect(body.lifetime_value_changes).toMatchObject([
      { change: 70, total: 70, reason: 'Updated', order_id: null },
    ]);
    expect(body.lead_score_changes[0]).toMatchObject({ change: -30, total: null, reason: 'Updated' });
  });
});

scenarios('the activity of a subscriber', (start) => {
  it('every activity has its cause', async () => {
    const server = await livened();
    const { activity } = (await server.admin.get('/subscribers/ann/activity')).body;
    const types = new Set(activity.map(({ type }: Json) => type));
    expect([...types].sort().join(' ')).toBe(
      'conversion custom_event email event form_submission order timeline_event webhook_delivery',
    );
    const ofType = (type: string) => activity.filter((one: Json) => one.type === type);
    const [delivery] = ofType('webhook_delivery');
    const { body: request } = await server.admin.get(`/requests/${delivery.cause.id}`);
    expect([delivery.cause.type, request.path]).toEqual(['request', `/v2/${ID}/tags`]);
    expect(delivery.refs).toEqual([
      { type: 'webhook_delivery', id: delivery.id },
      { type: 'request', id: request.id },
    ]);
    const { body: event } = await server.admin.get('/events?event=subscriber.applied_tag');
    expect(event.events.map(({ seq }: Json) => seq)).toContain(delivery.detail.event_seq);
    expect(ofType('email').map(({ cause }: Json) => cause)).toEqual([
      { type: 'workflow', id: '1' },
      { type: 'campaign', id: '1' },
    ]);
    for (const { refs } of ofType('email')) {
      const [{ id }] = refs.filter(({ type }: Json) => type === 'email');
      expect((await server.admin.get(`/outbox/${id}`)).status).toBe(200);
    }
  });

  it('effects of a click in an email have the email as their cause', async () => {
    await using server = await startLivened(start);
    const { id, links } = (
      await server.admin.get(`/outbox/${(await server.admin.get('/outbox?limit=1')).body.outbox[0].id}`)
    ).body;
    await server.fetch(new Request(links[0].url, { redirect: 'manual' }));
    const { events } = (await server.admin.get('/events?event=subscriber.clicked_email')).body;
    expect(events).toMatchObject([{ cause: { type: 'email', id } }]);
    await server.admin.post(`/deliveries/${id}/complain`);
    const complaints = (await server.admin.get('/events?event=subscriber.complained')).body.events;
    expect(complaints).toMatchObject([{ cause: { type: 'email', id } }]);
  });

  it('records of a batch and of a v3 activity name the request that brought them', async () => {
    const server = await livened();
    const { outcomes } = (await server.admin.get('/outcomes')).body;
    for (const { cause } of outcomes) {
      const { body } = await server.admin.get(`/requests/${cause.id}`);
      expect(cause.type).toBe('request');
      expect(body.operation).toMatch(/^(?:subscribers|orders)\./);
    }
    expect(outcomes.length).toBeGreaterThan(1);
  });
});

scenarios('the order of the activity of a subscriber', (start) => {
  it('is that in which things happened, although all share a second, and on pages of any size', async () => {
    await using server = await startLively(start);
    await server.admin.post('/clock/freeze');
    await server.faults.add({ on: 'webhook', status: 500 });
    const email = `zoe@of-${ID}.test`;
    const { id } = await server.save({ email });
    await server.send('POST', `/v3/${ID}/shopper_activity/order`, {
      token: TOKENS.owner,
      body: { email, provider: 'shop', order_id: '1', action: 'placed', grand_total: 12 },
    });
    await server.settle();
    await server.post('events', { events: [{ email, action: 'Signed up' }] });
    await server.settle();
    await server.post('campaigns/1/subscribers', { subscribers: [{ email, double_optin: false }] });
    await server.settle();
    await server.send('POST', '/forms/1/submissions', {
      token: TOKENS.owner,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: `account_id=${ID}&fields%5Bemail%5D=${encodeURIComponent(email)}`,
    });
    await server.post('events', { events: [{ email, action: 'Looked' }] });
    await server.post('tags', { tags: [{ email, tag: 'last' }] });
    await server.settle();
    const { activity } = (await server.admin.get(`/subscribers/${id}/activity`)).body;
    expect(new Set(activity.map(({ at }: Json) => at.slice(0, 19))).size).toBe(1);
    expect(activity.map(({ type, title }: Json) => `${type} ${title}`).reverse()).toEqual([
      'event subscriber.created',
      'event subscriber.subscribed_to_email_marketing',
      'timeline_event Placed an order',
      'order 1',
      'event subscriber.updated_lifetime_value',
      'custom_event Signed up',
      'conversion Signed up',
      'event subscriber.updated_lead_score',
      `email Hello of-${ID}`,
      'event subscriber.subscribed_to_campaign',
      `email Ahoy of-${ID}`,
      `form_submission of-${ID}`,
      'custom_event Looked',
      'event subscriber.applied_tag',
      `webhook_delivery subscriber.applied_tag to https://hooks.of-${ID}.test/`,
    ]);
    expect(await allPages(server, `/subscribers/${id}/activity`, 2)).toEqual(activity);
  });
});
