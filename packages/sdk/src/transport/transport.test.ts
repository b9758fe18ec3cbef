import { afterEach, expect, test, vi } from 'vitest';
import { createClient } from '../client.ts';
import {
  ConnectionError,
  InputError,
  LimitReachedError,
  RateLimitError,
  ResponseFormatError,
  ServerError,
  TimeoutError,
} from '../errors.ts';
import type { ClientOptions, Fetch } from '../options.ts';

const url = 'https://api.test/v2/9/tags';
const ok = () => Response.json({ tags: [] });
const failed = () => new Response('', { status: 503 });

afterEach(() => vi.useRealTimers());

/** A client that gets these answers, one a request, the last for all that follow. Waits between retries are 0. */
function answered(answers: readonly Fetch[], options: Partial<ClientOptions> = {}) {
  vi.spyOn(Math, 'random').mockReturnValue(0);
  const requests: Request[] = [];
  const fetch: Fetch = (request) => {
    const answer = answers[Math.min(requests.length, answers.length - 1)] as Fetch;
    requests.push(request.clone());
    return answer(request);
  };
  const client = createClient({
    baseUrl: 'https://api.test',
    accountId: '9',
    apiKey: 'key',
    fetch,
    ...options,
  } as ClientOptions);
  return { client, requests };
}

test('a request carries its credentials and media types', async () => {
  const { client, requests } = answered([() => Response.json({ subscribers: [{}] })]);
  await client.subscribers.upsert({ email: 'a@x.io' });
  await client.subscribers.get('a@x.io');
  expect(requests.map(({ headers }) => Object.fromEntries(headers))).toEqual([
    {
      accept: 'application/vnd.api+json, application/json',
      authorization: 'Basic a2V5Og==',
      'content-type': 'application/vnd.api+json',
    },
    { accept: 'application/vnd.api+json, application/json', authorization: 'Basic a2V5Og==' },
  ]);
});

test('headers of the caller do not replace the credentials', async () => {
  const { client, requests } = answered([ok], { headers: { Authorization: 'Basic other', 'x-trace': '1' } });
  await client.tags.list();
  expect(requests[0]?.headers.get('authorization')).toBe('Basic a2V5Og==');
  expect(requests[0]?.headers.get('x-trace')).toBe('1');
});

test('a request is on its way before anybody awaits it, with the input as it was then', async () => {
  const { promise, resolve } = Promise.withResolvers<string>();
  const { client } = answered([
    async (request) => {
      resolve(await request.text());
      return new Response(null, { status: 204 });
    },
  ]);
  const event = { email: 'a@x.io', action: 'Rowed' };
  const call = client.events.record(event);
  event.action = 'Sank';
  expect(await promise).toBe('{"events":[{"email":"a@x.io","action":"Rowed"}]}');
  await call;
});

test('query values that are undefined are left out, and the others are encoded', async () => {
  const { client, requests } = answered([() => Response.json({ subscribers: [], meta: {} })]);
  await client.subscribers.list({ tags: 'a&b,c d+e', status: undefined, page: 2 } as never);
  expect(requests[0]?.url).toBe('https://api.test/v2/9/subscribers?tags=a%26b%2Cc+d%2Be&page=2');
});

test.each([
  failed,
  () => new Response('', { status: 500 }),
  () => new Response('', { status: 408 }),
  () => new Response('', { status: 429 }),
  () => {
    throw new TypeError('fetch failed');
  },
])('an operation that may be done twice is sent again after a passing failure: %o', async (answer) => {
  const { client, requests } = answered([answer, answer, ok]);
  expect(await client.tags.list()).toEqual([]);
  expect(requests).toHaveLength(3);
});

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

test('an operation that would count twice is sent once', async () => {
  const { client, requests } = answered([failed], { retries: 5 });
  await expect(client.events.record({ email: 'a@x.io', action: 'a' })).rejects.toThrow(ServerError);
  await expect(client.purchases.create('a@x.io', { amount: 1 })).rejects.toThrow(ServerError);
  await expect(client.campaigns.activate('1')).rejects.toThrow(ServerError);
  expect(requests).toHaveLength(3);
});

const never = () => new Promise<Response>(() => {});
const stalled = () =>
  new Response(new ReadableStream({ start: (stream) => stream.enqueue(new Uint8Array(8)) }));

const event = { email: 'a@x.io', action: 'Rowed' };
const done = () => new Response(null, { status: 204 });
const failure = (code: string) =>
  new TypeError('fetch failed', { cause: Object.assign(new Error(code), { code }) });
const throwing = (error: unknown) => () => {
  throw error;
};

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
  ['failed for no reason that is told', new TypeError('fetch failed')],
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

test('an event that was refused for a concurrent update was not recorded, and is sent again', async () => {
  const refused = () => Response.json({ message: 'too many' }, { status: 429 });
  const { client, requests } = answered([refused, refused, refused, refused, refused, done]);
  await client.events.record(event);
  expect(requests).toHaveLength(6);
});

test('a change of address that may have been made is not sent again: the service would refuse the second', async () => {
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

test('with retryUnsafe events are retried like anything else', async () => {
  const { client, requests } = answered([failed, throwing(failure('ECONNRESET')), done]);
  await client.events.record(event, { retryUnsafe: true });
  expect(requests).toHaveLength(3);
});

test('retries: 0 sends once, whatever comes', async () => {
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
  const outcome = client.tags.list().catch((reason: unknown) => reason);
  await vi.runAllTimersAsync();
  expect(await outcome).toBeInstanceOf(ServerError);
  expect(delays).toEqual([150, 300, 600, 1200, 2400, 4000, 4000]);
});

test.each([never, stalled])('the total time-out covers all attempts: %o', async (answer) => {
  vi.useFakeTimers();
  const { client, requests } = answered([answer], { timeout: 4000, totalTimeout: 10_000, retries: 9 });
  const outcome = client.tags.list().catch((reason: unknown) => reason);
  await vi.advanceTimersByTimeAsync(9999);
  expect(requests).toHaveLength(3);
  await vi.advanceTimersByTimeAsync(1);
  const error = await outcome;
  expect(error).toBeInstanceOf(TimeoutError);
  expect(error).toMatchObject({ timeout: 10_000, message: expect.stringContaining('`totalTimeout`') });
  expect(vi.getTimerCount()).toBe(0);
});

test('a wait that the total time-out would end is not begun', async () => {
  const { client, requests } = answered(
    [() => new Response('', { status: 503, headers: { 'retry-after': '30' } })],
    { totalTimeout: 20_000 },
  );
  await expect(client.tags.list()).rejects.toThrow(ServerError);
  expect(requests).toHaveLength(1);
});

test('a call that is over leaves no timer', async () => {
  vi.useFakeTimers();
  const { client } = answered([ok], { totalTimeout: 10_000 });
  await client.tags.list();
  expect(vi.getTimerCount()).toBe(0);
});

test('a refusal with Retry-After is waited for when that is soon, and else told with the time', async () => {
  vi.useFakeTimers();
  const refused = (seconds: string) => () =>
    Response.json({ message: 'x', documentation: 'y' }, { status: 429, headers: { 'retry-after': seconds } });
  const soon = answered([refused('30'), ok]);
  const call = soon.client.tags.list();
  await vi.advanceTimersByTimeAsync(30_000);
  expect(await call).toEqual([]);
  for (const limits of [{}, false] as const) {
    const late = answered([refused('1800')], { limits });
    const error = await late.client.tags.list().catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(RateLimitError);
    const { retryAt } = error as RateLimitError;
    expect(Math.abs((retryAt?.getTime() ?? 0) - Date.now() - 1_800_000)).toBeLessThan(50);
    expect(late.requests).toHaveLength(1);
  }
});

test('what a limit refuses is not sent', async () => {
  const { client, requests } = answered([ok], { limits: { mode: 'throw', individual: 1 } });
  await client.tags.list();
  await expect(client.tags.list()).rejects.toThrow(LimitReachedError);
  expect(requests).toHaveLength(1);
});

test('an hour that is used up is not asked again, and a concurrent update is', async () => {
  const hourly = answered([() => Response.json({ message: 'x', documentation: 'y' }, { status: 429 })]);
  await expect(hourly.client.tags.list()).rejects.toMatchObject({ scope: 'hourly' });
  expect(hourly.requests).toHaveLength(1);
  const concurrent = answered([() => Response.json({ message: 'x' }, { status: 429 }), ok]);
  await concurrent.client.tags.list();
  expect(concurrent.requests).toHaveLength(2);
});

test('Retry-After is waited for, unless it asks for more than a minute', async () => {
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

test('a failed connection is told with its cause', async () => {
  const cause = new TypeError('fetch failed', { cause: new Error('ECONNREFUSED') });
  const { client } = answered([() => Promise.reject(cause)], { retries: 0 });
  const error = await client.tags.list().catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(ConnectionError);
  expect(error).toMatchObject({ name: 'ConnectionError', cause, request: { method: 'GET', url } });
});

test.each([never, stalled])('the time-out covers answer and body: %o', async (answer) => {
  vi.useFakeTimers();
  const { client } = answered([answer], { retries: 0, timeout: 5000 });
  const outcome = client.tags.list().catch((reason: unknown) => reason);
  await vi.advanceTimersByTimeAsync(4999);
  await vi.advanceTimersByTimeAsync(1);
  const error = await outcome;
  expect(error).toBeInstanceOf(TimeoutError);
  expect(error).toMatchObject({ name: 'TimeoutError', timeout: 5000, request: { method: 'GET', url } });
});

test('the time-out is 30 seconds an attempt', async () => {
  vi.useFakeTimers();
  const { client, requests } = answered([never]);
  const outcome = client.tags.list().catch((reason: unknown) => reason);
  await vi.advanceTimersByTimeAsync(29_999);
  expect(requests).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(10);
  expect(requests).toHaveLength(2);
  await vi.runAllTimersAsync();
  expect(requests).toHaveLength(3);
  expect(await outcome).toBeInstanceOf(TimeoutError);
});

test('timeout: false waits', async () => {
  vi.useFakeTimers();
  const { promise, resolve } = Promise.withResolvers<Response>();
  const { client } = answered([() => promise]);
  const call = client.tags.list({ timeout: false });
  await vi.advanceTimersByTimeAsync(10 ** 9);
  resolve(ok());
  expect(await call).toEqual([]);
});

test.each([never, stalled])(
  'a call that is aborted is rejected with the signal’s reason: %o',
  async (answer) => {
    const { client } = answered([answer]);
    const controller = new AbortController();
    const call = client.tags.list({ signal: controller.signal });
    const reason = { why: 'the user left' };
    setImmediate(() => controller.abort(reason));
    await expect(call).rejects.toBe(reason);
  },
);

test('a wait between retries ends with the signal', async () => {
  vi.useFakeTimers();
  const controller = new AbortController();
  const { client, requests } = answered([
    () => new Response('', { status: 503, headers: { 'retry-after': '50' } }),
  ]);
  const call = client.tags.list({ signal: controller.signal }).catch((reason: unknown) => reason);
  await vi.advanceTimersByTimeAsync(1000);
  controller.abort();
  expect(await call).toBe(controller.signal.reason);
  expect(requests).toHaveLength(1);
});

test('nothing is sent with a signal that is aborted already', async () => {
  const { client, requests } = answered([ok]);
  await expect(client.tags.list({ signal: AbortSignal.abort('no') })).rejects.toBe('no');
  expect(requests).toEqual([]);
});

test('a refused input rejects the call and does not throw', async () => {
  const { client, requests } = answered([ok]);
  const call = client.tags.remove('', 'vip');
  await expect(call).rejects.toThrow(InputError);
  expect(requests).toEqual([]);
});

test.each([
  ['HTML', '<!doctype html><title>Log in</title>'],
  ['JSON cut short', '{"tags":["a"'],
  ['nothing', ''],
  ['null', 'null'],
  ['a list', '[]'],
  ['another envelope', '{"items":[]}'],
  ['an envelope without a list', '{"tags":{}}'],
])('an answer of success that is %s is told as it is', async (_, text) => {
  const { client } = answered([() => new Response(text, { headers: { 'content-type': 'text/html' } })]);
  const error = await client.tags.list().catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(ResponseFormatError);
  expect(error).toMatchObject({ name: 'ResponseFormatError', text, request: { method: 'GET', url } });
  expect(String(error)).toContain('answered 200 with a body (text/html)');
});

test.each(['<html>', '[]', '"x"'])(
  'an answer %s to an operation without a result is told as it is',
  async (text) => {
    const { client } = answered([() => new Response(text)]);
    await expect(client.subscribers.delete('a@x.io')).rejects.toThrow(ResponseFormatError);
    await expect(client.tags.apply({ email: 'a@x.io', tag: 't' })).rejects.toThrow(ResponseFormatError);
  },
);

test('members and values that the service adds pass through', async () => {
  const subscriber = { id: '1', status: 'dormant', mood: { is: 'good' } };
  const { client } = answered([() => Response.json({ links: {}, subscribers: [subscriber], extra: 1 })]);
  expect(await client.subscribers.get('1')).toEqual(subscriber);
});
