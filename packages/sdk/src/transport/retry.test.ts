import { afterEach, expect, test, vi } from 'vitest';
import { answered, failed, failureOf, ok } from '../../test/answered-client.ts';
import { ApiError, RateLimitError, ServerError } from '../core/api-errors.ts';

afterEach(() => vi.useRealTimers());

const event = { email: 'a@x.io', action: 'Rowed' };
const done = () => new Response(null, { status: 204 });
const failure = (code: string) =>
  new TypeError('fetch failed', { cause: Object.assign(new Error(code), { code }) });
const lost = new TypeError('fetch failed');
const throwing = (error: unknown) => () => Promise.reject(error);
const hourly = (headers?: HeadersInit) => () =>
  Response.json({ message: 'x', documentation: 'y' }, { status: 429, ...(headers && { headers }) });

test.each([503, 500, 408, 429, lost])(
  'an operation that may be done twice is sent again after a passing failure: %o',
  async (cause) => {
    const answer = cause === lost ? throwing(lost) : () => new Response('', { status: Number(cause) });
    const { client, requests } = answered([answer, answer, ok]);
    expect(await client.tags.list()).toEqual([]);
    expect(requests).toHaveLength(3);
  },
);

test('a repeated request is the same request', async () => {
  const { client, requests } = answered([failed, () => Response.json({ subscribers: [{}] })]);
  await client.subscribers.upsert({ email: 'a@x.io' });
  expect(await Promise.all(requests.map((request) => request.text()))).toEqual(
    Array(2).fill('{"subscribers":[{"email":"a@x.io"}]}'),
  );
  expect(requests[1]?.headers.get('authorization')).toBe('Basic a2V5Og==');
});

test('retries stop at their number', async () => {
  const { client, requests } = answered([failed]);
  await expect(client.tags.list()).rejects.toThrow(ServerError);
  expect(requests).toHaveLength(3);
  await expect(client.tags.list({ retries: 0 })).rejects.toThrow(ServerError);
  expect(requests).toHaveLength(4);
  await expect(client.tags.list({ retries: 1 })).rejects.toThrow(ServerError);
  expect(requests).toHaveLength(6);
});

test.each([400, 401, 403, 404, 422, 501])('%d is final', async (status) => {
  const { client, requests } = answered([() => new Response('', { status })]);
  await expect(client.tags.list()).rejects.toMatchObject({ status });
  expect(requests).toHaveLength(1);
});

test('an operation that would take effect twice is sent once', async () => {
  const { client, requests } = answered([failed], { retries: 5 });
  await expect(client.events.record({ email: 'a@x.io', action: 'a' })).rejects.toThrow(ServerError);
  await expect(client.purchases.create('a@x.io', { amount: 1 })).rejects.toThrow(ServerError);
  await expect(client.campaigns.activate('1')).rejects.toThrow(ServerError);
  expect(requests).toHaveLength(3);
});

test.each([
  ['the connection was refused', failure('ECONNREFUSED')],
  ['the name was not found', failure('ENOTFOUND')],
  ['the name could not be looked up', failure('EAI_AGAIN')],
  ['no connection came about in time', failure('UND_ERR_CONNECT_TIMEOUT')],
  [
    'all addresses refused',
    new TypeError('fetch failed', {
      cause: new AggregateError([failure('ECONNREFUSED').cause, failure('ECONNREFUSED').cause]),
    }),
  ],
])('an event is sent again when nothing was sent: %s', async (_, error) => {
  const { client, requests } = answered([throwing(error), done]);
  await client.events.record(event);
  expect(requests).toHaveLength(2);
});

test.each([
  ['reset', failure('ECONNRESET')],
  ['cut off', failure('UND_ERR_SOCKET')],
  ['broken', failure('EPIPE')],
  ['failed for no reason that is told', lost],
  [
    'refused at one address and reset at another',
    new TypeError('fetch failed', {
      cause: new AggregateError([failure('ECONNREFUSED').cause, failure('ECONNRESET').cause]),
    }),
  ],
])('an event is not sent again when the connection was %s', async (_, error) => {
  const { client, requests } = answered([throwing(error), done]);
  await expect(client.events.record(event)).rejects.toMatchObject({ isUnsent: false, isRetryable: true });
  expect(requests).toHaveLength(1);
});

test('an event rejected because of a concurrent update was not recorded, and is sent again', async () => {
  const refused = () => Response.json({ message: 'too many' }, { status: 429 });
  const { client, requests } = answered([refused, refused, refused, refused, refused, done]);
  await client.events.record(event);
  expect(requests).toHaveLength(6);
});

test('a change of address that may have been made is not sent again: the service would reject it', async () => {
  const done = () => Response.json({ subscribers: [{}] });
  const change = { email: 'a@x.io', new_email: 'b@x.io' };
  const renaming = answered([failed, done]);
  await expect(renaming.client.subscribers.upsert(change)).rejects.toThrow(ServerError);
  expect(renaming.requests).toHaveLength(1);
  const insisting = answered([failed, done]);
  await insisting.client.subscribers.upsert(change, { retryUnsafe: true });
  expect(insisting.requests).toHaveLength(2);
  const plain = answered([failed, done]);
  await plain.client.subscribers.upsert({ email: 'a@x.io' });
  expect(plain.requests).toHaveLength(2);
});

test('with retryUnsafe, events are retried like other operations', async () => {
  const { client, requests } = answered([failed, throwing(failure('ECONNRESET')), done]);
  await client.events.record(event, { retryUnsafe: true });
  expect(requests).toHaveLength(3);
});

test('retries: 0 sends once, whatever the response', async () => {
  for (const answer of [
    throwing(failure('ECONNREFUSED')),
    () => Response.json({}, { status: 429 }),
    failed,
  ]) {
    const { client, requests } = answered([answer, ok], { retries: 0, limits: { mode: 'wait' } });
    await expect(client.tags.list()).rejects.toMatchObject({ isRetryable: true });
    expect(requests).toHaveLength(1);
  }
});

test('waits double from 0.3 s to 8 s, with full jitter', async () => {
  vi.useFakeTimers();
  const delays: number[] = [];
  const { client } = answered([failed], { retries: 7, onRetry: ({ delay }) => void delays.push(delay) });
  vi.spyOn(Math, 'random').mockReturnValue(0.5);
  const outcome = failureOf(client.tags.list(), ServerError);
  await vi.runAllTimersAsync();
  await outcome;
  expect(delays).toEqual([150, 300, 600, 1200, 2400, 4000, 4000]);
});

test('a short Retry-After is waited for, and a long one becomes an error with the time', async () => {
  vi.useFakeTimers();
  const soon = answered([hourly({ 'retry-after': '30' }), ok]);
  const call = soon.client.tags.list();
  await vi.advanceTimersByTimeAsync(30_000);
  expect(await call).toEqual([]);
  for (const limits of [{}, false] as const) {
    const late = answered([hourly({ 'retry-after': '1800' })], { limits });
    const { retryAt } = await failureOf(late.client.tags.list(), RateLimitError);
    expect(Math.abs((retryAt?.getTime() ?? 0) - Date.now() - 1_800_000)).toBeLessThan(50);
    expect(late.requests).toHaveLength(1);
  }
});

test('a used-up hourly limit is not retried', async () => {
  const { client, requests } = answered([hourly()]);
  await expect(client.tags.list()).rejects.toMatchObject({ scope: 'hourly' });
  expect(requests).toHaveLength(1);
});

test('Retry-After is waited for, up to a minute', async () => {
  vi.useFakeTimers();
  const after = (seconds: string) => () =>
    new Response('', { status: 503, headers: { 'retry-after': seconds } });
  const short = answered([after('7'), ok]);
  const call = short.client.tags.list();
  await vi.advanceTimersByTimeAsync(6999);
  expect(short.requests).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(await call).toEqual([]);
  const long = answered([after('61'), ok]);
  await expect(long.client.tags.list()).rejects.toThrow(ServerError);
  expect(long.requests).toHaveLength(1);
});

/** Headers that name no time to come, or none at all. */
const useless = [
  ...['0', '-5', '1.5', '1e9', '0x10', 'soon', '', '2020-01-01', '5, 5', 'Sun Nov  6 08:49:37 1994'],
  ...['Wed, 01 Jan 2020 00:00:00 GMT', 'Wed, 01 Jan 2020 00:00:00', 'Thu, 01 Jan 2020 00:00:00 GMT'],
];

test.each(useless)('no Retry-After makes a client retry forever: %j', async (after) => {
  vi.useFakeTimers();
  const headers = { 'retry-after': after };
  for (const mode of ['wait', undefined] as const) {
    const { client, requests } = answered([hourly(headers)], { limits: { mode } });
    const over = new AbortController();
    const calls = Array.from({ length: 9 }, () => client.tags.list({ signal: over.signal }));
    const outcomes = Promise.allSettled(calls);
    await vi.advanceTimersByTimeAsync(75_000);
    // Eight at first, then one after 1, 2, 4, … seconds.
    expect(requests.length).toBeLessThan(8 + 9 * 7);
    over.abort();
    await outcomes;
  }
  for (const [status, limits] of [
    [429, false],
    [503, {}],
  ] as const) {
    const { client, requests } = answered([() => new Response('', { status, headers })], { limits });
    const failure = failureOf(client.tags.list(), ApiError);
    await vi.advanceTimersByTimeAsync(75_000);
    expect((await failure).status).toBe(status);
    expect(requests.length).toBeLessThanOrEqual(6);
  }
});

test.each(['99999999999999999999', 'Fri, 01 Jan 9999 00:00:00 GMT'])(
  'a Retry-After beyond all dates is told as an error with a date, or as none: %s',
  async (after) => {
    for (const limits of [{}, false] as const) {
      const { client, requests } = answered([hourly({ 'retry-after': after })], { limits });
      const { retryAt } = await failureOf(client.tags.list(), RateLimitError);
      if (retryAt) expect(retryAt.toISOString()).toMatch(/^20/);
      expect(requests).toHaveLength(1);
    }
  },
);
