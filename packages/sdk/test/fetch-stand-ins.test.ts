import { expect, test, vi } from 'vitest';
import { ConnectionError, type Fetch, FetchError, TrickleError } from '../src/index.ts';
import { clientOf, failureOf } from './answered-client.ts';

/** The readings by undici, node-fetch 2 and node-fetch 3 of a `Request` that is not of their own class. */
const foreign = {
  'reads the request as a URL': (request: unknown) => fetch(String(request)),
  'reads the request as a URL and has no codes': (request: unknown) => {
    if (!URL.canParse(`${request}`)) throw new TypeError('Only absolute URLs are supported');
  },
};

const body = { text: async () => '{"tags":[]}' };
const stubs: Record<string, unknown> = {
  undefined: undefined,
  null: null,
  string: '{"tags":[]}',
  'an array': [],
  'an object without a numeric `status`': { ok: true, json: async () => ({ tags: [] }) },
  'an object without `headers.get()`': { ...body, status: 200, headers: {} },
  'an object without `text()`': { status: 200, headers: new Headers(), json: async () => ({ tags: [] }) },
};

/** The same stand-in as an option and as the global function, with the error of its call and the number of requests. */
async function errorOf(stand: (request: unknown) => unknown, way: 'option' | 'global') {
  const stub = vi.fn(stand);
  if (way === 'global') vi.stubGlobal('fetch', stub);
  const { tags } = clientOf({ fetch: way === 'option' ? (stub as unknown as Fetch) : undefined });
  return { error: await failureOf(tags.list(), TrickleError), requests: stub.mock.calls.length };
}

test.each(
  Object.entries(stubs).flatMap(([what, value]) =>
    (['option', 'global'] as const).map((way) => [what, way, value] as const),
  ),
)('a fetch that returns %s, as the %s, is the error and is called once', async (_, way, value) => {
  for (const stand of [() => value, async () => value]) {
    const { error, requests } = await errorOf(stand, way);
    expect(error).toBeInstanceOf(FetchError);
    expect(error).toMatchObject({ isRetryable: false, request: { method: 'GET' } });
    expect(String(error)).toContain(
      'because `fetch` did not return a `Response` with `status`, `headers.get()` and `text()`. Pass a function',
    );
    expect(requests).toBe(1);
  }
});

test.each(Object.entries(foreign))('a fetch that %s is the error and is called once', async (_, stand) => {
  const { error, requests } = await errorOf(stand, 'option');
  expect(error).toBeInstanceOf(FetchError);
  expect(String(error)).toContain('because `fetch` does not accept the `Request`.');
  expect(error).toHaveProperty('cause');
  expect(requests).toBe(1);
});

test('a fetch that logs the request as a string and meets the network keeps the error of the network', async () => {
  vi.spyOn(Math, 'random').mockReturnValue(0);
  const { error, requests } = await errorOf((request) => {
    const refused = Object.assign(new Error(`no way to ${request}`), { code: 'ECONNREFUSED' });
    throw new TypeError('fetch failed', { cause: new AggregateError([refused, refused]) });
  }, 'option');
  expect(error).toBeInstanceOf(ConnectionError);
  expect(String(error)).toContain('(ECONNREFUSED)');
  expect(requests).toBe(3);
});

test('a response is accepted from another library: its class and its stream may differ', async () => {
  const headers = new Map([['content-type', 'application/json']]);
  const response = { ...body, ok: true, status: 200, headers, body: {} };
  expect(await clientOf({ fetch: (() => response) as unknown as Fetch }).tags.list()).toEqual([]);
});
