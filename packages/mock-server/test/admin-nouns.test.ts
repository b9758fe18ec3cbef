import { expect, it } from 'vitest';
import type { Json } from './admin-client.ts';
import { scenarios } from './harness.ts';

scenarios('by the admin API', (start) => {
  it('emails are previewed, sent on time, opened, clicked and bounced through the admin API', async () => {
    await using server = await start();
    const seed = {
      default_from_email: 'hello@acme.test',
      default_postal_address: '1 Harbour Street',
      subscribers: [{ email: 'ann@acme.test', first_name: 'Ann' }],
      broadcasts: [
        {
          id: '5',
          name: 'News',
          subject: 'News for {{ subscriber.first_name }}',
          html_body: '<a href="https://acme.test/sails">Sails</a>',
        },
      ],
    };
    const { account_id } = (
      await server.admin.post('/accounts', { seed, clock: { now: '2026-03-06', speed: 0 } })
    ).body;
    const of = `?account_id=${account_id}`;
    const choice = { account_id, subscriber: 'ann@acme.test', broadcast_id: '5' };
    const preview = await server.admin.post('/emails/preview', choice);
    expect(preview.body).toMatchObject({ subject: 'News for Ann', to: 'ann@acme.test' });
    const page = await server.send('POST', '/_admin/emails/preview/page', { body: choice });
    expect(page.headers.get('content-type')).toMatch(/^text\/html\b/);
    expect(page.headers.get('content-security-policy')).toMatch(/^sandbox; default-src 'none'/);
    expect(page.text).toContain('<a href="https://acme.test/sails">Sails</a>');
    expect((await server.admin.post('/emails/test', { ...choice, to: 'me@acme.test' })).status).toBe(201);
    const schedule = { account_id, send_at: '2026-03-07T09:00:00Z' };
    expect((await server.admin.post('/broadcasts/5/schedule', schedule)).status).toBe(204);
    await server.admin.post('/clock/advance', { account_id, days: 2 });
    const { outbox } = (await server.admin.get(`/outbox${of}&to=ann@acme.test`)).body;
    expect(outbox).toMatchObject([{ subject: 'News for Ann', sent_at: '2026-03-07T09:00:00Z' }]);
    const [{ delivery_id: id, subscriber_id }] = outbox;
    for (const [path, body] of [
      [`/deliveries/${id}/open`, {}],
      [`/deliveries/${id}/click`, { url: 'https://acme.test/sails' }],
      [`/deliveries/${id}/bounce`, {}],
      [`/subscribers/${subscriber_id}/make_deliverable`, {}],
    ] as const) {
      expect((await server.admin.post(path, { account_id, ...body })).status, path).toBe(204);
    }
    const { deliveries } = (await server.admin.get(`/deliveries${of}&broadcast_id=5`)).body;
    expect(deliveries).toMatchObject([
      { id, opened_at: expect.any(String), clicked_at: expect.any(String), bounced_at: expect.any(String) },
    ]);
    const { events } = (await server.admin.get(`/events${of}&subscriber_id=${subscriber_id}`)).body;
    expect(events.map(({ event }: Json) => event)).toEqual(
      expect.arrayContaining([
        'subscriber.received_email',
        'subscriber.opened_email',
        'subscriber.clicked_email',
        'subscriber.bounced',
        'subscriber.marked_as_undeliverable',
        'subscriber.marked_as_deliverable',
      ]),
    );
    expect((await server.admin.get(`/content_calls${of}`)).body).toEqual({ content_calls: [] });
    expect((await server.admin.post('/deliveries/nothing/open', { account_id })).status).toBe(404);
  });

  it('webhooks are inspected, tested, replayed, disabled and enabled through the admin API', async () => {
    await using server = await start();
    const hook = { post_url: 'http://127.0.0.1:9/nobody-is-there', events: ['subscriber.applied_tag'] };
    const { id } = (await server.admin.post('/accounts/9999999/webhooks', hook)).body;
    await server.admin.post('/faults', { on: 'webhook', webhook: id, status: 200, times: 2 });
    await server.upsert({ email: 'cy@acme.test', tags: ['vip'] });
    await server.admin.post('/settle');
    const list = async (query = '') =>
      (await server.admin.get(`/webhook_deliveries?webhook_id=${id}${query}`)).body;
    const { deliveries: first } = await list();
    expect(first).toMatchObject([
      {
        event: 'subscriber.applied_tag',
        state: 'delivered',
        created_at: '2026-03-06T12:00:00.000Z',
        attempts: [{ status: 200, at: '2026-03-06T12:00:00.000Z' }],
        next_attempt_at: null,
      },
    ]);
    expect(JSON.parse(first[0].body)).toMatchObject({ data: { properties: { tag: 'vip' } } });
    const replayed = await server.admin.post(`/webhook_deliveries/${first[0].id}/replay`);
    expect(replayed.status).toBe(201);
    expect(replayed.body).toMatchObject({ replay_of: first[0].id, state: 'pending' });
    await server.admin.post('/settle');
    const sample = { event: 'subscriber.became_lead', webhook_id: id };
    expect((await server.admin.post('/webhooks/trigger', sample)).body.deliveries).toHaveLength(1);
    await server.admin.post('/settle');
    expect((await list('&state=pending')).deliveries).toMatchObject([
      { event: 'subscriber.became_lead', attempts: [{ error: expect.any(String) }] },
    ]);
    expect((await server.admin.get(`/webhooks/${id}`)).body).toMatchObject({
      status: 'active',
      failing_since: expect.any(String),
    });
    expect((await server.admin.post(`/webhooks/${id}/disable`)).body).toMatchObject({ status: 'disabled' });
    expect((await server.admin.post(`/webhooks/${id}/enable`)).body).toMatchObject({
      status: 'active',
      failing_since: null,
    });
    expect((await server.admin.get('/notices')).body).toEqual({ notices: expect.any(Array) });
    const wrong = await server.admin.post('/webhooks/trigger', { event: 'subscriber.becme_lead' });
    expect(wrong.body.errors[0].message).toBe(
      'event is badly formatted, did you mean subscriber.became_lead?',
    );
  });

  it('the emails and sending times of a campaign with subscribers are changed through the admin API', async () => {
    await using server = await start();
    const { id } = (
      await server.admin.post('/accounts/9999999/campaigns', { name: 'Series', emails: [{ subject: 'One' }] })
    ).body;
    const change = { emails: [{ subject: 'One' }, { subject: 'Two' }], minutes_from_midnight: 540 };
    expect((await server.admin.put(`/campaigns/${id}`, change)).status).toBe(204);
    expect((await server.get(`campaigns/${id}`)).body).toMatchObject({
      campaigns: [{ email_count: 2, minutes_from_midnight: 540 }],
    });
    const wrong = await server.admin.put(`/campaigns/${id}`, { minutes_from_midnigth: 540 });
    expect(wrong.body.errors[0].message).toContain('did you mean minutes_from_midnight?');
  });

  it('an error names the member that is wrong, in the record that was sent', async () => {
    await using server = await start();
    const attributes = async (noun: string, record: object) => {
      const { body } = await server.admin.post(`/accounts/9999999/${noun}`, record);
      return body.errors.map(({ attribute }: Json) => attribute);
    };
    expect(await attributes('campaigns', { name: 'x', emails: [{ subject: 5 }] })).toEqual([
      'emails[0].subject',
    ]);
    expect(await attributes('forms', { campaign_id: 'none' })).toEqual(['campaign_id']);
    expect(await attributes('broadcasts', { name: 'x', status: 'scheduled' })).toEqual(['send_at']);
    expect(await attributes('goals', { nam: 'x' })).toEqual([undefined, 'name']);
  });

  it('a user gets a further token, which works', async () => {
    await using server = await start();
    const [user] = (await server.admin.get('/accounts/9999999')).body.users;
    const { status, body } = await server.admin.post(`/accounts/9999999/users/${user.id}/tokens`);
    expect(status).toBe(201);
    expect((await server.send('GET', '/v2/user', { token: body.token })).status).toBe(200);
    expect((await server.admin.post('/accounts/9999999/users/none/tokens')).status).toBe(404);
  });
});
