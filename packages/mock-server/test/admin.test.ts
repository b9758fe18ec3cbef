import { expect, it } from 'vitest';
import type { Json } from './admin-client.ts';
import { scenarios } from './harness.ts';

scenarios('by the admin API', (start) => {
  it('a test in any language gets its own account, data, time, faults and assertions', async () => {
    await using server = await start();

    const made = await server.admin.post('/accounts', { clock: { now: '2026-03-06T12:00:00Z', speed: 0 } });
    expect(made).toEqual({
      status: 201,
      body: { account_id: expect.any(String), api_key: expect.any(String), base_url: expect.any(String) },
    });
    const { account_id: id, api_key: token } = made.body;
    const api = (method: string, path: string, body?: unknown) =>
      server.send(method, `/v2/${id}/${path}`, { token, ...(body !== undefined && { body }) });

    const emails = [{ subject: 'One', html_body: '<p>Hello</p>' }];
    const campaign = await server.admin.post(`/accounts/${id}/campaigns`, { name: 'Welcome', emails });
    expect(campaign.status).toBe(201);
    const shown = await api('GET', `campaigns/${campaign.body.id}`);
    expect(shown.body).toMatchObject({ campaigns: [{ name: 'Welcome', email_count: 1 }] });

    const fault = await server.admin.post('/faults', {
      account: id,
      operation: 'subscribers.upsert',
      status: 503,
      times: 1,
    });
    expect(fault.body).toMatchObject({ id: expect.any(String), seen: 0, fired: 0 });
    const ann = { subscribers: [{ email: 'ann@acme.test', tags: ['vip'] }] };
    expect((await api('POST', 'subscribers', ann)).status).toBe(503);
    expect((await api('POST', 'subscribers', ann)).status).toBe(200);

    const moved = await server.admin.post('/clock/advance', { days: 2, account_id: id });
    expect(moved.body).toMatchObject({ from: '2026-03-06T12:00:00.000Z', to: '2026-03-08T12:00:00.000Z' });
    const bob = { batches: [{ subscribers: [{ email: 'bob@acme.test' }, { email: 'wrong' }] }] };
    const accepted = await api('POST', 'subscribers/batches', bob);
    const request = accepted.headers.get('location')?.split('/').at(-1);
    expect((await server.admin.post('/settle', { account_id: id })).status).toBe(200);
    expect((await server.admin.get(`/request_status/${request}?account_id=${id}`)).body).toMatchObject({
      state: 'done',
      records: [{ state: 'done' }, { state: 'refused', errors: [{ code: 'email_error' }] }],
    });
    const { events } = (await server.admin.get(`/events?account_id=${id}&event=subscriber.created`)).body;
    expect(events.map(({ occurred_at }: Json) => occurred_at)).toEqual([
      '2026-03-06T12:00:00Z',
      '2026-03-08T12:00:00Z',
    ]);

    const found = await server.admin.post('/requests/expect', {
      account_id: id,
      operation: 'subscribers.upsert',
      body: { tags: ['vip'] },
      times: 2,
    });
    expect(found.body.requests.map(({ status }: Json) => status)).toEqual([503, 200]);
    const missed = await server.admin.post('/requests/expect', {
      account_id: id,
      body: { email: 'ann@acme.tset' },
    });
    expect(missed).toEqual({
      status: 422,
      body: {
        errors: [{ code: 'unmet_expectation', message: expect.stringContaining("closest: 'ann@acme.test'") }],
      },
    });

    expect((await server.admin.delete(`/accounts/${id}`)).status).toBe(204);
    expect((await api('GET', 'tags')).status).toBe(401);
    expect((await server.admin.get('/faults')).body).toEqual({ faults: [] });
  });

  it('records that the REST API cannot create are created through the admin API', async () => {
    await using server = await start();
    const create = async (noun: string, record: unknown) => {
      const { status, body } = await server.admin.post(`/accounts/9999999/${noun}`, record);
      expect([noun, status]).toEqual([noun, 201]);
      return body.id ?? body.token;
    };
    const subscriber = await create('subscribers', { email: 'dee@acme.test', status: 'undeliverable' });
    expect((await server.subscriber(subscriber)).email).toBe('dee@acme.test');
    for (const [noun, record] of [
      ['broadcasts', { name: 'News', subject: 'News', status: 'scheduled', send_at: '2030-01-01T00:00:00Z' }],
      ['forms', { headline: 'Sign up' }],
      ['goals', { name: 'Bought', default_value: 100 }],
      [
        'workflows',
        { name: 'Flow', triggers: [{ provider: 'leadpages', trigger_type: 'submitted_landing_page' }] },
      ],
      ['webhooks', { post_url: 'http://127.0.0.1:9/hook' }],
      ['campaigns', { name: 'Series', emails: [{ subject: 'One' }] }],
    ] as const) {
      const id = await create(noun, record);
      expect((await server.get(`${noun}/${id}`)).status, noun).toBe(200);
    }
    const token = await create('users', { email: 'viewer@acme.test', role: 'viewer' });
    expect((await server.send('GET', 'tags', { token })).status).toBe(200);
    expect((await server.send('POST', 'tags', { token, body: {} })).status).toBe(403);
    const plenty = await server.admin.post('/accounts/9999999/seed', {
      name: 'New name',
      goals: [{ name: 'Other' }],
    });
    expect(plenty.body).toEqual({ goals: [expect.any(String)] });
    expect((await server.get('/v2/accounts/9999999')).body.accounts?.[0]).toMatchObject({ name: 'New name' });
  });

  it('checkpoints are taken, compared, restored and deleted; states are exported and imported', async () => {
    await using server = await start();
    await server.settle();
    const { id } = (await server.admin.post('/checkpoints')).body;
    const state = (await server.admin.get('/state')).body;
    await server.upsert({ email: 'cy@acme.test' });
    const { text, nouns } = (await server.admin.get(`/checkpoints/${id}/diff`)).body;
    expect(text).toMatch(/^\+ subscribers cy@acme\.test/m);
    expect(nouns.subscribers.added).toEqual([
      { account_id: '9999999', id: expect.any(String), label: 'cy@acme.test' },
    ]);
    const { id: other } = (await server.admin.post('/checkpoints', { account_id: '9999999' })).body;
    expect((await server.admin.get(`/checkpoints/${id}/diff?with=${other}`)).status).toBe(422);
    expect((await server.admin.delete(`/checkpoints/${other}`)).status).toBe(204);
    expect((await server.admin.get('/checkpoints')).body.checkpoints).toMatchObject([{ id }]);
    for (const restore of [
      () => server.admin.post(`/checkpoints/${id}/restore`),
      () => server.admin.put('/state', state),
    ]) {
      await server.upsert({ email: 'cy@acme.test' });
      expect((await restore()).status).toBe(204);
      expect((await server.get('subscribers/cy@acme.test')).status).toBe(404);
    }
    expect((await server.admin.post(`/checkpoints/${other}/restore`)).status).toBe(404);
    await server.admin.post('/reset');
    expect((await server.admin.get('/requests')).body).toEqual({ requests: [] });
  });

  it("a state can be larger than the service's request limit", async () => {
    await using server = await start({ bodyLimit: 2000 });
    for (const city of ['a', 'b', 'c'])
      await server.upsert({ email: `${city}@acme.test`, city: city.repeat(1500) });
    const state = (await server.admin.get('/state')).body;
    await server.reset();
    expect((await server.admin.put('/state', state)).status).toBe(204);
    expect((await server.subscriber('c@acme.test')).city).toBe('c'.repeat(1500));
  });

  it('recorded data can be read', async () => {
    await using server = await start();
    await server.post('events', {
      events: [{ email: 'ann+news@acme.test', action: 'Bought', properties: { aB: 1 } }],
    });
    await server.upsert({ email: 'cy@acme.test', frist_name: 'Cy' });
    const { timeline } = (await server.admin.get('/timeline?subscriber_id=k7qz3m')).body;
    expect(timeline.at(-1)).toMatchObject({ action: 'Bought', properties: { aB: 1 } }); // names that users chose are unchanged
    expect((await server.admin.get('/warnings')).body.warnings).toMatchObject([
      { warning: 'unknown member frist_name, did you mean first_name?' },
    ]);
    expect((await server.admin.get('/requests?status=204')).body.requests).toMatchObject([
      { operation: 'events.record' },
    ]);
    expect((await server.admin.delete('/requests')).status).toBe(204);
    expect((await server.admin.post('/requests/find', { body: {} })).body).toEqual({ requests: [] });
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

  it.each([
    ['POST /clock/advance', { dayz: 3 }, 422, ['unknown member dayz, did you mean days?']],
    ['POST /faults', { status: 500, drop: 'after' }, 422, ['status and drop cannot be combined']],
    [
      'POST /accounts/9999999/campaigns',
      { nmae: 'x' },
      422,
      ['unknown member nmae, did you mean name?', 'name is required'],
    ],
    ['POST /accounts/1/goals', { name: 'x' }, 404, ["unknown account '1'; known accounts: 9999999, 8888888"]],
    ['GET /accounts?page=2', undefined, 422, ['unknown member page']],
    ['POST /faults', [1], 422, ['the body must be a JSON object']],
    ['POST /deliveries/1/unsubscribe', { scope: { toString: 1 } }, 422, [expect.stringContaining('scope')]],
    [
      'POST /webhooks/trigger',
      { event: 'subscriber.becme_lead' },
      422,
      ['event is badly formatted, did you mean subscriber.became_lead?'],
    ],
    [
      'PUT /campaigns/1',
      { minutes_from_midnigth: 540 },
      422,
      ['unknown member minutes_from_midnigth, did you mean minutes_from_midnight?'],
    ],
    ['GET /pizza', undefined, 404, [expect.any(String)]],
    ['PUT /faults', {}, 405, [expect.any(String)]],
  ])('%s with %j is answered with %i: %j', async (route, given, expected, messages) => {
    await using server = await start();
    const [method = '', path = ''] = route.split(' ');
    const { status, body } = await server.admin.call(method, path, given);
    expect([status, body.errors.map(({ message }: Json) => message)]).toEqual([expected, messages]);
  });

  it('a body that is not JSON is rejected', async () => {
    await using server = await start();
    expect((await server.send('POST', '/_admin/faults', { body: '{' })).status).toBe(400);
  });
});
