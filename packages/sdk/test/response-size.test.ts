import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { type Fetch, ResponseSizeError, TrickleError } from '../src/index.ts';
import { clientOf, failureOf } from './answered-client.ts';
import { serving } from './serving.ts';

/** A body without an end, and how much of it was taken. */
function endless() {
  const taken = { bytes: 0, isCancelled: false };
  const body = new ReadableStream({
    pull(stream) {
      taken.bytes += 65_536;
      stream.enqueue(new Uint8Array(65_536).fill(32));
    },
    cancel() {
      taken.isCancelled = true;
    },
  });
  return { body, taken };
}

test.each([200, 404, 503])(
  'an answer %d without an end is read up to the limit, and dropped',
  async (status) => {
    const { body, taken } = endless();
    let requests = 0;
    const fetch = () => {
      requests += 1;
      return new Response(body, { status });
    };
    const error = await failureOf(clientOf({ fetch }).tags.list(), ResponseSizeError);
    expect(error).toMatchObject({ maxResponseSize: 50_000_000, isRetryable: false, response: { status } });
    expect(String(error)).toContain(`answered ${status} with more than 50000000 bytes`);
    expect(taken.isCancelled).toBe(true);
    expect(taken.bytes).toBeLessThan(51_000_000);
    expect(requests).toBe(1);
  },
);

test('the limit is an option of the client and of a call, and exact', async () => {
  const text = JSON.stringify({ tags: ['é'.repeat(100)] });
  const bytes = new TextEncoder().encode(text).length;
  const fetch = () => new Response(text);
  expect(await clientOf({ fetch, maxResponseSize: bytes }).tags.list()).toHaveLength(1);
  const small = clientOf({ fetch, maxResponseSize: bytes - 1 });
  await expect(small.tags.list()).rejects.toThrow(ResponseSizeError);
  expect(await small.tags.list({ maxResponseSize: Infinity })).toHaveLength(1);
  for (const maxResponseSize of [0, -1, Number.NaN]) {
    expect(() => clientOf({ maxResponseSize })).toThrow('`maxResponseSize` must be a number of bytes from 1');
  }
});

test('the limit applies to the decompressed response', async () => {
  const bomb = gzipSync(Buffer.alloc(20_000_000, ' '));
  const baseUrl = await serving((_, response) => {
    response.writeHead(200, { 'content-encoding': 'gzip', 'content-length': bomb.length }).end(bomb);
  });
  expect(bomb.length).toBeLessThan(100_000);
  const { tags } = clientOf({ baseUrl, maxResponseSize: 1_000_000 });
  await expect(tags.list()).rejects.toThrow(ResponseSizeError);
});

test('a response in many parts, split within characters, is read as written', async () => {
  const text = JSON.stringify({ tags: ['żółć 🐟'.repeat(50)] });
  const bytes = new TextEncoder().encode(text);
  const body = new ReadableStream({
    start(stream) {
      for (const byte of bytes) stream.enqueue(Uint8Array.of(byte));
      stream.close();
    },
  });
  expect(await clientOf({ fetch: () => new Response(body) }).tags.list()).toEqual(['żółć 🐟'.repeat(50)]);
});

test('no error has a message that is too long to read', async () => {
  const long = 'x'.repeat(100_000);
  const errors = Array.from({ length: 300 }, () => ({ code: 'presence_error', message: '. '.repeat(500) }));
  const answers: readonly Fetch[] = [
    () => Response.json({ errors }, { status: 422 }),
    () => Response.json({ errors: [{ code: long }] }, { status: 404 }),
    () => Response.json({ message: long }, { status: 429 }),
    () => Response.json({ error: long }, { status: 500 }),
    () => new Response(long, { status: 401 }),
    () => new Response('', { status: 302, headers: { location: `https://x.test/${long}` } }),
    () => new Response('', { headers: { 'content-type': long } }),
    () => Promise.reject(Object.assign(new Error(long), { code: long })),
  ];
  const name = long.slice(0, 1800);
  const lengthOf = async (call: PromiseLike<unknown>) => (await failureOf(call, TrickleError)).message.length;
  for (const fetch of answers) {
    const { subscribers, tags } = clientOf({ fetch, retries: 0, limits: false });
    for (const call of [
      tags.list(),
      subscribers.get(long),
      tags.list({ responses: 'strict' }),
      subscribers.upsert({ email: 'a@x.io', [name]: 1 } as never),
      tags.list({ [name]: 1 } as never),
    ]) {
      expect(await lengthOf(call)).toBeLessThan(2000);
    }
  }
  const mistaken = clientOf({ onRequest: () => Promise.reject(new Error(long)) });
  expect(await lengthOf(mistaken.tags.list())).toBeLessThan(2000);
});
