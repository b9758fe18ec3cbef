import { afterEach, expect, test, vi } from 'vitest';
import { answered, clientOf, failureOf, never, ok, stalled, url } from '../../test/answered-client.ts';
import { withOwnTimers } from '../../test/own-timers.ts';
import { ApiError, ServerError } from '../core/api-errors.ts';
import { ConnectionError, ResponseFormatError, TimeoutError } from '../core/errors.ts';

afterEach(() => vi.useRealTimers());

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

test('a request is sent before it is awaited, with the input as it was at the call', async () => {
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

test('a request that `fetch` has kept can be read after the call', async () => {
  const kept: Request[] = [];
  const fetch = (request: Request) => {
    kept.push(request);
    return new Response(null, { status: 204 });
  };
  await clientOf({ fetch }).events.record({ email: 'a@x.io', action: 'Rowed' });
  expect(await kept[0]?.json()).toEqual({ events: [{ email: 'a@x.io', action: 'Rowed' }] });
});

test('query values that are undefined are left out, and the others are encoded', async () => {
  const { client, requests } = answered([() => Response.json({ subscribers: [], meta: {} })]);
  await client.subscribers.list({ tags: 'a&b,c d+e', status: undefined, page: 2 } as never);
  expect(requests[0]?.url).toBe('https://api.test/v2/9/subscribers?tags=a%26b%2Cc+d%2Be&page=2');
});

test.each([never, stalled])('the total time-out covers all attempts: %o', (answer) =>
  withOwnTimers(async (count) => {
    const { client, requests } = answered([answer], { timeout: 4000, totalTimeout: 10_000, retries: 9 });
    const failure = failureOf(client.tags.list(), TimeoutError);
    await vi.advanceTimersByTimeAsync(9999);
    expect([requests.length, count()]).toEqual([3, 1]);
    await vi.advanceTimersByTimeAsync(1);
    const message = expect.stringContaining('`totalTimeout`');
    expect(await failure).toMatchObject({ timeout: 10_000, message });
    expect(count()).toBe(0);
  }),
);

test('the total time-out ends the wait for a shared lock, which is released when it comes', () =>
  withOwnTimers(async (count) => {
    const { promise, resolve } = Promise.withResolvers<() => void>();
    const grant = { id: '', marks: [] };
    const shared = { isShared: false, take: () => grant, settle: () => {}, lock: () => promise };
    const { client, requests } = answered([ok], { totalTimeout: 5000, limits: { shared } });
    const failure = failureOf(client.subscribers.delete('a@x.io'), TimeoutError);
    await vi.advanceTimersByTimeAsync(5000);
    await failure;
    await new Promise<void>(resolve);
    expect([requests, count()]).toEqual([[], 0]);
  }));

test('a wait beyond the total timeout is not started', async () => {
  const { client, requests } = answered(
    [() => new Response('', { status: 503, headers: { 'retry-after': '30' } })],
    { totalTimeout: 20_000 },
  );
  await expect(client.tags.list()).rejects.toThrow(ServerError);
  expect(requests).toHaveLength(1);
});

test('a finished call leaves no timer', () =>
  withOwnTimers(async (count) => {
    let during = 0;
    const answer = () => {
      during = count();
      return ok();
    };
    const { client } = answered([answer], { totalTimeout: 10_000 });
    await client.tags.list();
    expect([during, count()]).toEqual([1, 0]);
  }));

test('the error of a failed connection has its cause', async () => {
  const cause = new TypeError('fetch failed', { cause: new Error('ECONNREFUSED') });
  const { client } = answered([() => Promise.reject(cause)], { retries: 0 });
  const error = await failureOf(client.tags.list(), ConnectionError);
  expect(error).toMatchObject({ name: 'ConnectionError', cause, request: { method: 'GET', url } });
});

test.each([never, stalled])('the time-out covers answer and body: %o', async (answer) => {
  vi.useFakeTimers();
  const { client } = answered([answer], { retries: 0, timeout: 5000 });
  const failure = failureOf(client.tags.list(), TimeoutError);
  await vi.advanceTimersByTimeAsync(5000);
  const request = { method: 'GET', url };
  expect(await failure).toMatchObject({ name: 'TimeoutError', timeout: 5000, request });
});

test('the time-out is 30 seconds an attempt', async () => {
  vi.useFakeTimers();
  const { client, requests } = answered([never]);
  const failure = failureOf(client.tags.list(), TimeoutError);
  await vi.advanceTimersByTimeAsync(29_999);
  expect(requests).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(10);
  expect(requests).toHaveLength(2);
  await vi.runAllTimersAsync();
  expect(requests).toHaveLength(3);
  await failure;
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

test('nothing is sent if the signal is already aborted', async () => {
  const { client, requests } = answered([ok]);
  await expect(client.tags.list({ signal: AbortSignal.abort('no') })).rejects.toBe('no');
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
  const error = await failureOf(client.tags.list(), ResponseFormatError);
  expect(error).toMatchObject({ name: 'ResponseFormatError', text, request: { method: 'GET', url } });
  expect(String(error)).toContain('answered 200 with a body (text/html)');
});

test('a failure whose JSON is nested too deeply for the runtime is told by its status', async () => {
  const text = `${'['.repeat(100_000)}12345678901234567${']'.repeat(100_000)}`;
  const { client } = answered([() => new Response(text, { status: 400 })]);
  expect((await failureOf(client.tags.list(), ApiError)).status).toBe(400);
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
