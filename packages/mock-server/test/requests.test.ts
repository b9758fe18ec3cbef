import { describe, expect, it } from 'vitest';
import { TIME_LIMIT } from '../../../scripts/setup/time-limit.ts';
import { createServer, UnmetExpectation } from '../src/index.ts';
import { requestIdOf, scenarios, startServer, type TestServer } from './harness.ts';
import { message } from './script-shop.ts';
import { orderOf } from './till.ts';

const record = (server: TestServer, action: string, email = 'ann@acme.test') =>
  server.post('events', { events: [{ email, action, properties: { plan: 'pro' } }] });

const messageOf = (work: Promise<unknown>) =>
  work.then(
    () => 'it was met',
    (error) => (error instanceof UnmetExpectation ? error.message : `another error: ${error}`),
  );

scenarios('the request log', (start) => {
  it('requests can be found by operation and content', async () => {
    await using server = await start();
    await server.upsert({ email: 'cy@acme.test', city: 'Oslo' });
    await record(server, 'Signed up');
    await server.get('tags?page=2');
    await server.delete('subscribers/nobody');
    const { requests } = server;
    expect(await requests.find()).toMatchObject([
      { method: 'POST', operation: 'subscribers.upsert', status: 200 },
      { method: 'POST', operation: 'events.record', status: 204 },
      { method: 'GET', operation: 'tags.list', status: 200 },
      { method: 'DELETE', operation: 'subscribers.delete', status: 404 },
    ]);
    const [signUp] = await requests.find({ body: { action: 'Signed up', properties: { plan: /p/ } } });
    expect(signUp).toEqual({
      id: expect.stringMatching(/^\w+-\d+$/),
      milliseconds: expect.any(Number),
      seq: expect.any(Number),
      at: '2026-03-06T12:00:00Z',
      method: 'POST',
      path: '/v2/9999999/events',
      query: {},
      accountId: '9999999',
      operation: 'events.record',
      body: { events: [{ email: 'ann@acme.test', action: 'Signed up', properties: { plan: 'pro' } }] },
      status: 204,
      warnings: [],
    });
    expect(await requests.find({ path: '/v2/*/tags', query: { page: '2' } })).toHaveLength(1);
    expect((await requests.find({ status: 404, method: 'delete' }))[0]?.problem).toContain(
      'Subscriber not found: nobody',
    );
    expect(await requests.find({ accountId: '8888888' })).toEqual([]);
    expect(await requests.find({ after: signUp?.seq ?? 0 })).toHaveLength(2);
    await requests.clear();
    expect(await requests.find()).toEqual([]);
  });

  it('rejected requests are in the request log, without an account if the user has no role on it', async () => {
    await using server = await start();
    await server.send('GET', 'tags', { token: 'wrong' });
    await server.send('GET', '/v2/9999999/subscriber');
    await server.send('PUT', 'tags');
    await server.post('subscribers', '{"subscribers": [');
    const found = await server.requests.find();
    expect(
      found.map(({ accountId, operation, status, body }) => [accountId, operation, status, body]),
    ).toEqual([
      ['', 'tags.list', 401, undefined],
      ['', undefined, 404, undefined],
      ['', undefined, 405, undefined],
      ['9999999', 'subscribers.upsert', 400, '{"subscribers": ['],
    ]);
    expect(found[0]?.problem).toBe('HTTP access denied.');
  });

  it('the request log includes page script requests', async () => {
    await using server = await start();
    const messages = [message('track', { action: 'Viewed' })];
    await server.send('POST', '/client/9999999/messages', {
      body: { visitor: 'c'.repeat(32), sent_at: 0, messages },
    });
    const [request] = await server.expectRequest({
      accountId: '9999999',
      path: '/client/*/messages',
      body: { command: 'track', arguments: { action: 'Viewed' } },
    });
    expect(request?.status).toBe(200);
  });

  it("the request log excludes requests to the server's own paths", async () => {
    await using server = await start();
    for (const path of ['/_admin/accounts', '/openapi.json', '/docs']) await server.get(path);
    expect(await server.requests.find()).toEqual([]);
  });

  it('a reset clears the request log', async () => {
    await using server = await start();
    await record(server, 'Signed up');
    await server.reset();
    expect(await server.requests.find()).toEqual([]);
  });
});

describe('expected requests', () => {
  it('an expected request is found, also as a record of a batch', async () => {
    await using server = await startServer();
    const subscribers = [{ email: 'cy@acme.test' }, { email: 'dee@acme.test', tags: ['vip', 'new'] }];
    await server.post('subscribers/batches', { batches: [{ subscribers: subscribers }] });
    const [request] = await server.expectRequest({
      operation: 'subscribers.upsertBatch',
      body: { email: 'dee@acme.test', tags: ['new'] },
    });
    expect(request?.status).toBe(201);
  });

  it('a missing expected request is reported with the closest one', async () => {
    await using server = await startServer();
    await record(server, 'Signed Up');
    await record(server, 'Logged in');
    await record(server, 'Opened');

    expect(
      await messageOf(server.expectRequest({ operation: 'events.record', body: { action: 'Signed up' } })),
    ).toBe("3 requests reached POST /v2/…/events; none had action 'Signed up'; closest: 'Signed Up'");
    const path = '/v2/{account_id}/events';
    const body = { action: 'Opened', properties: { plan: 'free' } };
    expect(await messageOf(server.expectRequest({ method: 'POST', path, body }))).toBe(
      `3 requests reached POST ${path}; none had properties.plan 'free'; closest: 'pro'`,
    );
    expect(await messageOf(server.expectRequest({ path, body: { action: 'Opened' }, status: 500 }))).toBe(
      `3 requests reached any method of ${path}; none had status 500; closest: 204`,
    );
    expect(await messageOf(server.expectRequest({ path, body: { value: 3 } }))).toBe(
      `3 requests reached any method of ${path}; none had value 3; it was absent`,
    );
  });

  it('an expected request to an unused path is reported with the requests that arrived', async () => {
    await using server = await startServer();

    expect(await messageOf(server.expectRequest({ operation: 'tags.apply' }))).toBe(
      'no request reached tags.apply; the server received no requests',
    );
    await record(server, 'Signed up');
    await record(server, 'Signed up');
    await server.get('tags');
    expect(await messageOf(server.expectRequest({ operation: 'tags.apply' }))).toBe(
      'no request reached tags.apply; received POST /v2/9999999/events (2 times), GET /v2/9999999/tags',
    );
  });

  it('an expected request that the server refused is reported, unless the filter asks for the status', async () => {
    await using server = await startServer();

    const filter = { operation: 'subscribers.upsert' } as const;
    await server.post('subscribers', { subscribers: [{ email: 'nobody' }] });
    await server.post('subscribers', { subscribers: [{ email: 'nothing' }] });
    expect(await messageOf(server.expectRequest(filter))).toMatch(
      /^2 requests came, but the server rejected all of them with 422: .*email.*; to expect that, add status: 422 to the filter$/s,
    );
    expect(await messageOf(server.expectRequest(filter, { times: 2 }))).toContain(
      'rejected all of them with 422',
    );
    expect(await server.expectRequest({ ...filter, status: 422 })).toHaveLength(2);
    await server.post('subscribers', { subscribers: [{ email: 'ann@acme.test' }] });
    expect(await server.expectRequest(filter)).toHaveLength(3);
    await server.requests.clear();
    await server.faults.add({ operation: 'subscribers.upsert', status: 422, times: 1 });
    await server.post('subscribers', { subscribers: [{ email: 'ann@acme.test' }] });
    expect(await server.expectRequest(filter)).toHaveLength(1); // the test has refused it itself
  });

  it('expected requests can be counted or expected to be absent', async () => {
    await using server = await startServer();

    await record(server, 'Signed up');
    await record(server, 'Signed up');
    const filter = { body: { action: 'Signed up' } };
    expect(await server.expectRequest(filter, { times: 2 })).toHaveLength(2);
    expect(await messageOf(server.expectRequest(filter, { times: 1 }))).toMatch(
      /^expected 1 such request, but 2 came: #\d+, #\d+$/,
    );
    expect(await messageOf(server.expectRequest(filter, { times: 0 }))).toMatch(/^expected 0 such requests/);
    expect(await server.expectRequest({ body: { action: 'Left' } }, { times: 0 })).toEqual([]);
  });

  it('expectRequest waits for a request that arrives later', async () => {
    await using server = await startServer();
    const expected = server.expectRequest({ body: { action: 'Signed up' } }, { within: TIME_LIMIT });
    await record(server, 'Opened');
    await record(server, 'Signed up');
    expect(await expected).toHaveLength(1);
    expect(await messageOf(server.expectRequest({ method: 'PUT' }, { within: 1 }))).toMatch(/^no request/);
  });
});

describe('the retention of the request log', () => {
  it("the request log retains each account's newest requests up to its limits", async () => {
    await using server = await startServer({ retention: { requests: 3 } });
    for (const page of [1, 2, 3, 4, 5]) await server.get(`tags?page=${page}`);
    await server.send('GET', '/v2/user');
    const { requests } = server;
    expect((await requests.find()).map(({ path, query }) => [path, query.page])).toEqual([
      ['/v2/9999999/tags', '3'],
      ['/v2/9999999/tags', '4'],
      ['/v2/9999999/tags', '5'],
      ['/v2/user', undefined],
    ]);
    await using small = await startServer({ retention: { characters: 200 } });
    for (const action of ['To Oslo', 'To Rome', 'x'.repeat(20)]) await record(small, action);
    expect(await small.requests.find()).toHaveLength(2);
  });
});

// U-02
scenarios('unknown names', (start) => {
  it('unknown members are ignored and reported with the nearest known name', async () => {
    await using server = await start();
    const known = await server.upsert({ email: 'cy@acme.test', city: 'Oslo' });
    expect([known.headers.get('x-trickle-warnings'), await server.warnings()]).toEqual([null, []]);
    const { status, headers } = await server.upsert({
      email: 'cy@acme.test',
      frist_name: 'Cy',
      custom_fields: { anything: 'goes' },
    });
    expect([status, headers.get('x-trickle-warnings')]).toEqual([
      200,
      'unknown member frist_name, did you mean first_name?',
    ]);
    expect((await server.get('subscribers?perpage=3&page=1')).headers.get('x-trickle-warnings')).toBe(
      'unknown parameter perpage, did you mean per_page?',
    );
    const subscribers = [{ email: 'cy@acme.test' }, { email: 'dee@acme.test', citty: 'Oslo', größe: 'm' }];
    const batch = await server.post('subscribers/batches', { batches: [{ subscribers: subscribers }] });
    expect(batch.headers.get('x-trickle-warnings')).toBe(
      'unknown member [1].citty, did you mean city?; unknown member [1].gr%C3%B6%C3%9Fe',
    );
    expect(await server.warnings({ operation: 'subscribers.upsert' })).toEqual([
      {
        seq: expect.any(Number),
        request: 'POST /v2/9999999/subscribers',
        warning: 'unknown member frist_name, did you mean first_name?',
      },
    ]);
  });

  it('unknown nested members are reported, except custom attributes', async () => {
    await using server = await start();
    const items = [{ name: 'Sail', price: 1, color: 'red' }];
    const order = orderOf('placed', { gift: true, items, billing_address: { cty: 'Oslo' } });
    const { status, headers } = await server.post('/v3/9999999/shopper_activity/order', order);
    expect([status, headers.get('x-trickle-warnings')]).toEqual([
      202,
      'unknown member billing_address.cty, did you mean city?',
    ]);
  });
});

// U-24
describe('the status of background requests', () => {
  it("a request's status is waiting until its records are processed, then done with their results", async () => {
    await using server = await startServer();
    const subscribers = [{ email: 'cy@acme.test' }, { email: 'no address' }];
    const id = requestIdOf(await server.post('subscribers/batches', { batches: [{ subscribers }] }));
    const before = await server.requestStatus(id);
    await server.settle();
    const after = await server.requestStatus(id);
    const operation = 'subscribers.upsertBatch';
    expect(before).toEqual({ requestId: id, operation, state: 'waiting', records: [] });
    expect(after).toMatchObject({
      state: 'done',
      records: [
        { position: 0, state: 'done', errors: [] },
        { position: 1, state: 'refused', errors: [{ code: 'email_error', attribute: 'email' }] },
      ],
    });
  });

  it("an activity's status is that of its request id", async () => {
    await using server = await startServer();
    const orders = [orderOf('placed'), orderOf('placed', { order_id: '2' })];
    const { body } = await server.post('/v3/9999999/shopper_activity/order/batch', { orders });
    const [, second = ''] = body.request_ids ?? [];
    expect((await server.requestStatus(second))?.state).toBe('waiting');
    await server.settle();
    expect(await server.requestStatus(second)).toMatchObject({
      requestId: second,
      operation: 'shopperActivity.orderBatch',
      state: 'done',
      records: [{ state: 'done' }],
    });
  });

  it('an unknown request id has no status', async () => {
    await using server = await createServer();
    expect(await server.requestStatus('nothing')).toBeUndefined();
    expect(await server.requestStatus("%' or 1=1")).toBeUndefined();
  });
});
