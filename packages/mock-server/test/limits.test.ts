import { Agent } from 'node:http';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Json } from './admin-client.ts';
import { ANN, TOKENS } from './boat-shop.ts';
import {
  type Answer,
  basic,
  issuesIn,
  scenarios,
  scenariosOverHttp,
  startServer,
  type TestServer,
} from './harness.ts';
import { goldens, samples, target } from './operations.ts';
import { sendRaw } from './raw-request.ts';

const limitOf = ({ headers }: Answer) => headers.get('x-ratelimit-limit');
const remainingOf = ({ headers }: Answer) => headers.get('x-ratelimit-remaining');
const batchOf = (count: number) => ({
  batches: [{ subscribers: Array.from({ length: count }, (_, i) => ({ email: `p${i}@acme.test` })) }],
});
const isRefused = ({ status }: Pick<Answer, 'status'>) => status === 429;

scenarios('hourly limits', (start) => {
  // proves: limit Individual requests
  // proves: limit Batch requests
  // proves: limit Rate limit headers
  test('single requests are limited to 3,600 an hour and batches to 50, counted separately', async () => {
    await using server = await start({ limits: {} });
    const single = await server.get('tags');
    expect([limitOf(single), remainingOf(single)]).toEqual(['3600', '3599']);
    const batch = await server.post('subscribers/batches', batchOf(1));
    expect([limitOf(batch), remainingOf(batch)]).toEqual(['50', '49']);
    expect(remainingOf(await server.get('tags'))).toBe('3598');
  });

  // proves: limit Over the limit
  // proves: error 429 Rate limit exceeded
  test.each([
    ['single request', 'individual', 'tags', { tags: [{ email: 'ann@acme.test', tag: 'x' }] }],
    ['batch', 'batch', 'subscribers/batches', batchOf(1)],
  ])('a %s over the limit gets a 429 with a message and a link', async (_, budget, path, body) => {
    await using server = await start({ limits: { [budget]: 2 } });
    for (let i = 0; i < 2; i++) expect((await server.post(path, body)).status).toBe(201);
    const refused = await server.post(path, body);
    expect(refused.status).toBe(429);
    expect(refused.headers.get('content-type')).toBe('application/json');
    expect(JSON.parse(refused.text)).toEqual({
      message: expect.stringMatching(/in an hour/),
      documentation: expect.any(String),
    });
    expect([limitOf(refused), remainingOf(refused)]).toEqual(['2', '0']);
    expect(refused.headers.has('retry-after')).toBe(false);
    const other = budget === 'batch' ? server.get('tags') : server.post('subscribers/batches', batchOf(1));
    expect(isRefused(await other)).toBe(false);
  });

  test('a request over the limit changes nothing', async () => {
    await using server = await start({ limits: { individual: 1 } });
    await server.get('tags');
    expect((await server.upsert({ email: 'late@acme.test' })).status).toBe(429);
    server.clock.set('2026-03-06T13:00:00Z');
    expect((await server.get('subscribers/late@acme.test')).status).toBe(404);
  });

  test('a limit resets an hour after the first request, not after the last', async () => {
    await using server = await start({ limits: { individual: 2 } });
    await server.get('tags');
    server.clock.set('2026-03-06T12:59:59.999Z');
    expect(remainingOf(await server.get('tags'))).toBe('0');
    expect((await server.get('tags')).status).toBe(429);
    server.clock.set('2026-03-06T13:00:00Z');
    expect(remainingOf(await server.get('tags'))).toBe('1');
  });

  test('requests are counted by token and account', async () => {
    await using server = await start({ limits: { individual: 1 } });
    expect(isRefused(await server.get('tags'))).toBe(false);
    expect(isRefused(await server.get('tags'))).toBe(true);
    expect(isRefused(await server.send('GET', 'tags', { token: TOKENS.member }))).toBe(false);
    expect(isRefused(await server.send('GET', '/v2/8888888/tags', { token: TOKENS.stranger }))).toBe(false);
    expect(isRefused(await server.send('GET', '/v2/accounts'))).toBe(false);
  });

  test('a batch with more records than remain in the hour is refused as a whole', async () => {
    await using server = await start({ limits: { records: 5 } });
    expect((await server.post('subscribers/batches', batchOf(3))).status).toBe(201);
    const refused = await server.post('events/batches', {
      batches: [{ events: [1, 2, 3].map((i) => ({ email: `p${i}@acme.test`, action: 'Rowed' })) }],
    });
    expect(refused.status).toBe(429);
    expect(refused.body).toMatchObject({ message: expect.stringContaining('5 records an hour') });
    expect((await server.post('subscribers/batches', batchOf(2))).status).toBe(201);
    await server.settle();
    expect((await server.get('event_actions')).body.event_actions).toEqual([]);
  });

  test('a 429 has a Retry-After header when the option asks for it', async () => {
    await using server = await start({ limits: { individual: 1, retryAfter: true } });
    await server.get('tags');
    server.clock.set('2026-03-06T12:59:00Z');
    expect((await server.get('tags')).headers.get('retry-after')).toBe('60');
  });

  test('a rate limit window can start before the first request', async () => {
    await using server = await start({ limits: { individual: 1, windowOffset: 3_590_000 } });
    await server.get('tags');
    expect((await server.get('tags')).status).toBe(429);
    server.clock.set('2026-03-06T12:00:10Z');
    expect((await server.get('tags')).status).toBe(200);
  });

  test('the server answers without limits when limits are off', async () => {
    await using server = await start({ limits: false });
    const answer = await server.get('tags');
    expect(limitOf(answer)).toBeNull();
    expect(remainingOf(answer)).toBeNull();
  });
});

describe('rate limit headers', () => {
  test('the rate limit headers are on the response of each operation', async () => {
    await using server = await startServer({ limits: {} });
    for (const sample of samples) {
      const limit = sample.key.endsWith('Batch') ? 50 : 3600;
      const answer = await server.send(sample.method, target(sample), { body: sample.body });
      expect(limitOf(answer), sample.key).toBe(`${limit}`);
      expect(Number(remainingOf(answer) ?? Number.NaN), sample.key).toBeLessThan(limit);
    }
  });

  test('the rate limit headers are on errors: not found, malformed, invalid and too long', async () => {
    await using server = await startServer({ limits: {}, bodyLimit: 100 });
    const answers = [
      await server.get('subscribers/nobody'),
      await server.post('subscribers', '{'),
      await server.upsert({ email: 'nobody' }),
      await server.upsert({ email: 'ann@acme.test', first_name: 'A'.repeat(200) }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([404, 400, 422, 413]);
    expect(answers.map(remainingOf)).toEqual(['3599', '3598', '3597', '3596']);
  });

  test('OAuth responses have no rate limit headers', async () => {
    await using server = await startServer({ limits: { individual: 0, batch: 0 } });
    const answer = await server.send('POST', '/oauth/token');
    expect(answer.status).not.toBe(429);
    expect(limitOf(answer)).toBeNull();
  });

  test('responses to unauthorized requests have no rate limit headers and do not count', async () => {
    await using server = await startServer({ limits: {} });
    for (const token of ['wrong', TOKENS.stranger]) {
      const answer = await server.send('GET', 'tags', { token });
      expect([401, 403]).toContain(answer.status);
      expect(limitOf(answer)).toBeNull();
    }
    expect(remainingOf(await server.get('tags'))).toBe('3599');
  });
});

describe('batches', () => {
  test('50 batches of 1000 records are accepted in an hour, which is 50,000 updates', async () => {
    await using server = await startServer({ limits: {} });
    const { limits } = (await server.admin.get('/overview?account_id=9999999')).body;
    const most = Object.fromEntries(limits.map(({ budget, limit }: Json) => [budget, limit]));
    expect(most).toEqual({ individual: 3600, batch: 50, records: 50_000 });
  });

  const batches = goldens.filter(({ largest }) => largest !== undefined);

  // proves: limit Records per batch request
  // proves: code length_error
  test.each(batches)('a batch of $key has 1 to 1000 records', async ({ largest, examples: [example] }) => {
    await using server = await startServer();
    const { method, path } = example.request;
    expect((await server.send(method, path, { body: largest })).status).toBe(example.response.status);
    for (const count of [0, 1001]) {
      const refused = await server.send(method, path, { body: resized(largest, count) });
      expect(refused.status).toBe(422);
      expect(issuesIn(refused)).toEqual([
        expect.stringMatching(/^(subscribers|events|orders|carts|products): length_error$/),
      ]);
    }
  });
});

/** The same body with another number of copies of its record. */
function resized(body: unknown, count: number): unknown {
  if (Array.isArray(body)) {
    return body.length > 1
      ? Array.from({ length: count }, () => body[0])
      : body.map((one) => resized(one, count));
  }
  if (typeof body !== 'object' || body === null) return body;
  return Object.fromEntries(Object.entries(body).map(([name, value]) => [name, resized(value, count)]));
}

/** Sends requests that overlap: each has its own open connection. */
async function atOnce(server: TestServer, ...requests: readonly Sent[]): Promise<Answered[]> {
  if (!server.url.includes('127.0.0.1')) {
    return Promise.all(requests.map(({ method, path, body }) => server.send(method, path, { body })));
  }
  const agent = new Agent({ keepAlive: true });
  onTestFinished(() => agent.destroy());
  const headers = { authorization: basic(TOKENS.owner), 'content-type': 'application/json' };
  const send = async ({ method, path, body }: Sent): Promise<Answered> => {
    const target = path.startsWith('/') ? path : `/v2/9999999/${path}`;
    const answer = await sendRaw(server.url, target, { agent, method, headers, body: JSON.stringify(body) });
    return {
      ...answer,
      headers: new Headers(Object.entries(answer.headers).map(([name, value]) => [name, `${value}`])),
    };
  };
  // `fetch` would not write a request immediately, nor over a connection of its own.
  await Promise.all(requests.map(() => send({ method: 'GET', path: '/v2/user' })));
  return await Promise.all(requests.map(send));
}

interface Sent {
  readonly method: string;
  /** Relative to account 9999999 in v2 unless it begins with a slash. */
  readonly path: string;
  readonly body?: unknown;
}
type Answered = Pick<Answer, 'status' | 'headers' | 'text'>;

scenariosOverHttp('concurrent updates of a subscriber', (start) => {
  const saving = (record: Readonly<Record<string, unknown>>): Sent => ({
    method: 'POST',
    path: 'subscribers',
    body: { subscribers: [record] },
  });
  const statuses = (answers: readonly Answered[]) => answers.map(({ status }) => status).sort();

  // proves: limit Concurrency
  test('the second of two overlapping requests is refused and can be retried', async () => {
    await using server = await start({ limits: {} });
    const answers = await atOnce(
      server,
      saving({ email: ANN.email, first_name: 'Anna' }),
      saving({ email: ANN.email, last_name: 'Oddly' }),
    );
    expect(statuses(answers)).toEqual([200, 429]);
    const refused = answers.find(isRefused);
    expect(refused?.headers.get('content-type')).toBe('application/json');
    expect(JSON.parse(refused?.text ?? '')).toEqual({
      message: expect.stringMatching(/too many concurrent requests for the same subscriber/i),
    });
    expect(refused?.headers.has('retry-after')).toBe(false);
    expect((await server.upsert({ email: ANN.email, last_name: 'Oddly' })).status).toBe(200);
  });

  // proves: note Concurrent updates of a subscriber fail with a rate-limit error that does not consume the limit
  test('refused concurrent updates do not count toward the limit', async () => {
    await using server = await start({ limits: {} });
    const before = Number(remainingOf(await server.get('tags')));
    const subscribers = Array.from({ length: 6 }, (_, i) =>
      saving({ email: ANN.email, first_name: `Ann ${i}` }),
    );
    expect(statuses(await atOnce(server, ...subscribers))).toEqual([200, 429, 429, 429, 429, 429]);
    // `GET /v2/user`, which opens the connections, belongs to no account.
    expect(remainingOf(await server.get('tags'))).toBe(String(before - 2));
  });

  const ann = saving({ email: ANN.email, city: 'Kiel' });
  const bergen = (name: object) => saving({ ...name, city: 'Bergen' });
  const tag = { method: 'POST', path: 'tags', body: { tags: [{ email: ANN.email, tag: 'rower' }] } };
  const remove = { method: 'DELETE', path: `subscribers/${encodeURIComponent(ANN.email)}/tags/vip` };
  const leave = { method: 'POST', path: `subscribers/${ANN.id}/unsubscribe_all` };
  const others = ['bea', 'cid'].map((name) => saving({ email: `${name}@acme.test` }));

  test.each<readonly [string, readonly Sent[], number]>([
    ['by address and by id', [ann, bergen({ id: ANN.id })], 1],
    ['by address and by visitor uuid', [ann, bergen({ visitor_uuid: ANN.visitor })], 1],
    ['by address and by address in capitals', [ann, bergen({ email: ANN.email.toUpperCase() })], 1],
    ['by four operations', [ann, tag, remove, leave], 3],
    ['of others, and reads,', [ann, ...others, { method: 'GET', path: `subscribers/${ANN.id}` }], 0],
  ])('concurrent updates %s are refused except one of each subscriber', async (_, requests, refused) => {
    await using server = await start({ limits: {} });
    const answers = await atOnce(server, ...requests);
    expect(answers.filter(isRefused)).toHaveLength(refused);
    expect(answers.filter(({ status }) => status < 300)).toHaveLength(requests.length - refused);
  });

  test('a subscriber is released after the request itself is refused', async () => {
    await using server = await start({ limits: {} });
    await server.save({ email: 'bea@acme.test', user_id: 'b-1' });
    expect((await server.upsert({ email: ANN.email, user_id: 'b-1' })).status).toBe(422);
    expect((await server.upsert({ email: ANN.email, city: 'Kiel' })).status).toBe(200);
    expect((await server.delete(`subscribers/${ANN.id}`)).status).toBe(204);
    expect((await server.upsert({ email: ANN.email })).status).toBe(200);
  });

  test('overlapping requests create the same subscriber once', async () => {
    await using server = await start({ limits: {} });
    const create = saving({ email: 'new@acme.test' });
    expect(statuses(await atOnce(server, create, create, create))).toEqual([200, 429, 429]);
    const { id } = await server.subscriber('new@acme.test');
    expect(await server.events({ event: 'subscriber.created', subscriberId: id })).toHaveLength(1);
  });

  test('overlapping updates run one after another when limits are off', async () => {
    await using server = await start({ limits: { concurrency: false } });
    const answers = await atOnce(
      server,
      saving({ email: ANN.email, first_name: 'Anna' }),
      saving({ email: ANN.email, last_name: 'Oddly' }),
    );
    expect(statuses(answers)).toEqual([200, 200]);
    expect(await server.subscriber(ANN.id)).toMatchObject({ first_name: 'Anna', last_name: 'Oddly' });
  });
});
