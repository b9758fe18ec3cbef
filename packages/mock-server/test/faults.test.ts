import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { ConnectionError, createClient, RateLimitError, ServerError, TimeoutError } from '@trickle/sdk';
import { describe, expect, it } from 'vitest';
import { TIME_LIMIT } from '../../../scripts/setup/time-limit.ts';
import { createServer, FaultError } from '../src/index.ts';
import { TOKENS } from './boat-shop.ts';
import { basic, scenariosOverHttp, startServer, type TestServer } from './harness.ts';

/** The result of a request: its status, or the reason that there is none. */
const end = (server: TestServer, path = 'tags', method = 'GET') =>
  server.send(method, path).then(
    ({ status }) => status,
    (error: unknown) => (error instanceof TypeError ? error.message : `another error: ${error}`),
  );

/** Counts what arrives until the connection ends. Over a socket without `fetch`, which discards what nobody has read by then. */
async function receive(server: TestServer, path: string) {
  const headers = { authorization: basic(TOKENS.owner) };
  let length = 0;
  if (server.url === 'http://trickle.localhost') {
    const response = await server.fetch(new Request(server.url + path, { headers }));
    const read = async () => {
      for await (const chunk of response.body ?? []) length += chunk.byteLength;
    };
    const error = await read().then(String, ({ message }) => message);
    const announced = Number(response.headers.get('content-length'));
    return { status: response.status, announced, length, error };
  }
  const [response] = await once(request(server.url + path, { headers }).end(), 'response');
  response.on('data', (chunk: Buffer) => (length += chunk.byteLength));
  const [{ message: error }] = await once(response, 'error');
  const { statusCode: status, headers: answered } = response as IncomingMessage;
  return { status, announced: Number(answered['content-length']), length, error };
}

scenariosOverHttp('injected faults', (start) => {
  it('a fault answers with its status in the format of the interface, and the request has no effect', async () => {
    await using server = await start();
    const shapes: Record<number, unknown> = {
      400: { status: 400, error: 'The body is not JSON.' },
      403: { errors: [{ code: 'authorization_error', message: expect.any(String) }] },
      404: {
        errors: [
          { code: 'not_found_error', message: expect.stringMatching(/^The resource you .* not found\./) },
        ],
      },
      413: { errors: [{ code: 'length_error', message: expect.any(String) }] },
      422: { errors: [{ code: 'presence_error', attribute: 'email', message: 'email is required' }] },
      429: { message: expect.stringContaining('try again in an hour'), documentation: expect.any(String) },
      500: { errors: [{ code: 'server_error', message: expect.any(String) }] },
      418: { errors: [{ code: 'server_error', message: expect.any(String) }] },
    };
    for (const [status, body] of Object.entries(shapes)) {
      await server.faults.add({ operation: 'subscribers.upsert', status: Number(status) });
      const answer = await server.upsert({ email: 'cy@acme.test' });
      expect([answer.status, answer.body]).toEqual([Number(status), body]);
      await server.faults.clear();
    }
    await server.faults.add({ status: 429 });
    expect((await server.get('tags')).headers.get('x-ratelimit-remaining')).toBe('0');
    await server.faults.clear();
    for (const status of [401, 502, 503, 504]) {
      await server.faults.add({ id: 'it', status });
      const answer = await server.upsert({ email: 'cy@acme.test' });
      expect(answer.status).toBe(status);
      expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect(answer.headers.get('x-trickle-fault')).toBe('it');
      await server.faults.clear();
    }
    expect((await server.get('subscribers/cy@acme.test')).status).toBe(404);
  });

  it('a fault can set entries, headers and the body', async () => {
    await using server = await start();
    const errors = [{ code: 'email_error' as const, attribute: 'email', message: 'email is none' }];
    await server.faults.add({ status: 422, errors, times: 1 });
    await server.faults.add({ status: 503, headers: { 'retry-after': '7' }, times: 1 });
    await server.faults.add({ status: 200, answer: { tags: ['from', 'the', 'fault'] }, times: 1 });
    const headers = { 'content-type': 'text/html' };
    await server.faults.add({ status: 200, answer: '<html>no JSON', headers, times: 1 });
    expect((await server.get('tags')).body).toEqual({ errors });
    expect((await server.get('tags')).headers.get('retry-after')).toBe('7');
    expect((await server.get('tags')).body).toEqual({ tags: ['from', 'the', 'fault'] });
    expect((await server.get('tags')).text).toBe('<html>no JSON');
    expect((await server.get('tags')).headers.has('x-trickle-fault')).toBe(false);
    for (const status of [204, 205, 304]) {
      await server.faults.add({ status, answer: 'nothing', times: 1 });
      expect(await server.get('tags')).toMatchObject({ status, text: '' });
    }
  });

  it('a fault can take effect after the request was handled', async () => {
    await using server = await start();
    await server.faults.add({ operation: 'subscribers.upsert', status: 504, done: true });
    expect((await server.upsert({ email: 'cy@acme.test' })).status).toBe(504);
    expect((await server.subscriber('cy@acme.test')).email).toBe('cy@acme.test');
  });

  it('a fault can drop the connection before the request is handled, or afterwards', async () => {
    await using server = await start();
    const upsert = (email: string) =>
      server.upsert({ email }).catch((error: unknown) => (error as Error).message);
    await server.faults.add({ operation: 'subscribers.upsert', drop: 'before', times: 1 });
    await server.faults.add({ operation: 'subscribers.upsert', drop: 'after', times: 1 });
    expect(await upsert('cy@acme.test')).toBe('fetch failed');
    expect(await upsert('dee@acme.test')).toBe('fetch failed');
    expect((await server.get('subscribers/cy@acme.test')).status).toBe(404);
    expect((await server.get('subscribers/dee@acme.test')).status).toBe(200);
    const dropped = await server.requests.find({ operation: 'subscribers.upsert' });
    expect(dropped.map(({ status, faultId }) => [status, faultId])).toEqual([
      [undefined, 'fault-1'],
      [undefined, 'fault-2'],
    ]);
  });

  it('a fault can truncate a response', async () => {
    await using server = await start();
    await server.faults.add({ truncate: 0.5, times: 1 });
    const { status, announced, length, error } = await receive(server, '/v2/user');
    expect(error).toMatch(/^(?:terminated|aborted)$/);
    expect([status, length]).toEqual([200, Math.floor(announced / 2)]);
    expect(await end(server)).toBe(200);
  });

  it('a fault can delay and slow down a response, which arrives complete', async () => {
    await using server = await start();
    const whole = (await server.get('/v2/user')).text;
    await server.faults.add({ latency: 30, pace: 1000, path: '/v2/user' });
    const begin = performance.now();
    expect((await server.get('/v2/user')).text).toBe(whole);
    // 50 bytes each 50 ms after 30 ms; timers may fire slightly early.
    expect(performance.now() - begin).toBeGreaterThan(25 + Math.ceil(whole.length / 50) * 45);
  });

  it('a fault can simulate a concurrent update without counting toward the limit', async () => {
    await using server = await start({ limits: {} });
    await server.faults.add({ operation: 'subscribers.upsert', conflict: true, times: 1 });
    const refused = await server.upsert({ email: 'cy@acme.test' });
    expect([refused.status, refused.body]).toEqual([
      429,
      { message: expect.stringContaining('Too many concurrent requests for the same subscriber') },
    ]);
    const { headers } = await server.upsert({ email: 'cy@acme.test' });
    expect(headers.get('x-ratelimit-remaining')).toBe('3599');
  });

  it('a fault can apply to a series of requests, at random, or to some requests only', async () => {
    await using server = await start();
    await server.faults.add({ status: 429, after: 2, times: 3 });
    const ends = [];
    for (let i = 0; i < 7; i++) ends.push(await end(server));
    expect(ends).toEqual([200, 200, 429, 429, 429, 200, 200]);
    await server.faults.clear();
    await server.faults.add({ status: 500, account: '8888888' });
    await server.faults.add({ status: 500, method: 'DELETE' });
    await server.faults.add({ status: 500, path: '/v2/*/forms/**' });
    await server.faults.add({
      operation: 'subscribers.upsert',
      body: { email: 'cy@acme.test' },
      status: 500,
    });
    expect([await end(server), await end(server, 'tags', 'DELETE')]).toEqual([200, 500]);
    expect([await end(server, 'forms'), await end(server, 'forms/333')]).toEqual([200, 500]);
    expect((await server.upsert({ email: 'cy@acme.test' })).status).toBe(500);
    expect((await server.upsert({ email: 'dee@acme.test' })).status).toBe(200);
    expect((await server.faults.list()).map(({ seen, fired }) => [seen, fired])).toEqual([
      [0, 0],
      [1, 1],
      [1, 1],
      [1, 1],
    ]);
  });

  it('a fault can reject some records of a batch while others succeed', async () => {
    await using server = await start();
    const second = { after: 1, times: 1 };
    await server.faults.add({ on: 'record', operation: 'subscribers.upsertBatch', refuse: true, ...second });
    const errors = [{ code: 'email_error' as const, attribute: 'email', message: 'email is spoilt' }];
    await server.faults.add({ on: 'record', email: 'four@acme.test', refuse: true, errors });
    const subscribers = ['one', 'two', 'three', 'four'].map((name) => ({ email: `${name}@acme.test` }));
    await server.post('subscribers/batches', { batches: [{ subscribers: subscribers }] });
    await server.settle();
    expect((await server.outcomes()).map(({ state, errors }) => [state, errors])).toEqual([
      ['done', []],
      ['refused', [{ code: 'unavailable_error', message: 'Rejected by the fault fault-1.' }]],
      ['done', []],
      ['refused', errors],
    ]);
    expect((await server.get('subscribers/two@acme.test')).status).toBe(404);
  });

  it('a fault can affect the page script', async () => {
    await using server = await start();
    await server.faults.add({ path: '/client/*/messages', status: 503, times: 1 });
    const messages = [{ id: '1'.repeat(32), command: 'track', arguments: { action: 'x' } }];
    const send = () => server.send('POST', '/client/9999999/messages', { body: { messages } });
    expect([(await send()).status, (await send()).status]).toEqual([503, 200]);
  });
});

describe("a server's faults", () => {
  it('faults are removed one by one, all at once, and by a reset', async () => {
    await using server = await startServer();
    const { id } = await server.faults.add({ status: 500, path: '/v2/user' });
    await server.faults.add({ status: 503 });
    expect([
      await server.faults.clear(id),
      await server.faults.clear(id),
      (await server.faults.list()).length,
    ]).toEqual([1, 0, 1]);
    expect(await end(server)).toBe(503);
    expect(await server.faults.clear()).toBe(1);
    await server.faults.add({ status: 503 });
    await server.reset();
    expect([await server.faults.list(), await end(server)]).toEqual([[], 200]);
  });

  it('invalid faults are rejected and not added', async () => {
    await using server = await createServer();
    await expect(server.faults.add({ status: 500, drop: 'after' })).rejects.toThrow(FaultError);
    expect(await server.faults.list()).toEqual([]);
  });

  it('slow faults make the SDK time out, in-process and over a socket', async () => {
    await using server = await createServer();
    const url = await server.listen();
    for (const connection of [server.connection, { ...server.connection, baseUrl: url, fetch }]) {
      for (const fault of [{ latency: 60_000 }, { pace: 1 }]) {
        await server.faults.add({ operation: 'accounts.get', ...fault });
        const client = createClient({ ...connection, timeout: 100, retries: 0 });
        await expect(client.accounts.get()).rejects.toMatchObject({ name: 'TimeoutError', timeout: 100 });
        await server.faults.clear();
      }
    }
  });

  it('a client that gives up waiting does not undo its request', async () => {
    await using server = await createServer();
    await server.faults.add({ operation: 'subscribers.upsert', latency: 60_000, times: 1 });
    const hasty = createClient({ ...server.connection, timeout: 50, retries: 0 });
    await expect(hasty.subscribers.upsert({ email: 'ann@acme.test' })).rejects.toBeInstanceOf(TimeoutError);
    await server.expectRequest({ operation: 'subscribers.upsert' }, { within: TIME_LIMIT });
    const patient = createClient(server.connection);
    expect((await patient.subscribers.get('ann@acme.test')).email).toBe('ann@acme.test');
  });

  it('the SDK handles faults as documented', async () => {
    await using server = await createServer();
    const clientOf = () => createClient({ ...server.connection, retries: 0 });
    await server.faults.add({ operation: 'tags.list', status: 503, times: 1 });
    await expect(clientOf().tags.list()).rejects.toBeInstanceOf(ServerError);
    await server.faults.add({ operation: 'tags.list', status: 429, times: 1 });
    await expect(clientOf().tags.list()).rejects.toBeInstanceOf(RateLimitError);
    await server.faults.add({ operation: 'tags.list', drop: 'before', times: 1 });
    await expect(clientOf().tags.list()).rejects.toBeInstanceOf(ConnectionError);
    await server.faults.clear();
    await server.faults.add({ operation: 'tags.list', drop: 'after', times: 1 });
    expect(await createClient(server.connection).tags.list()).toEqual([]); // it retries
    expect(await server.requests.find({ operation: 'tags.list' })).toHaveLength(5);
  });
});
