import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { type ClientOptions, createClient, ResponseSizeError, TrickleError } from '../src/index.ts';

async function serving(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const client = (options: Partial<ClientOptions>) =>
  createClient({ baseUrl: 'https://api.test', accountId: '9', apiKey: 'key', ...options } as ClientOptions);

const failure = (call: PromiseLike<unknown>) =>
  call.then(
    () => expect.unreachable('not rejected'),
    (reason: unknown) => reason,
  );

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
    const error = await failure(client({ fetch }).tags.list());
    expect(error).toBeInstanceOf(ResponseSizeError);
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
  expect(await client({ fetch, maxResponseSize: bytes }).tags.list()).toHaveLength(1);
  const small = client({ fetch, maxResponseSize: bytes - 1 });
  expect(await failure(small.tags.list())).toBeInstanceOf(ResponseSizeError);
  expect(await small.tags.list({ maxResponseSize: Infinity })).toHaveLength(1);
  for (const maxResponseSize of [0, -1, Number.NaN]) {
    expect(() => client({ maxResponseSize })).toThrow('`maxResponseSize` must be a number of bytes from 1');
  }
});

test('the limit applies to the decompressed response', async () => {
  const bomb = gzipSync(Buffer.alloc(20_000_000, ' '));
  const baseUrl = await serving((_, response) => {
    response.writeHead(200, { 'content-encoding': 'gzip', 'content-length': bomb.length }).end(bomb);
  });
  expect(bomb.length).toBeLessThan(100_000);
  const error = await failure(client({ baseUrl, maxResponseSize: 1_000_000 }).tags.list());
  expect(error).toBeInstanceOf(ResponseSizeError);
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
  expect(await client({ fetch: () => new Response(body) }).tags.list()).toEqual(['żółć 🐟'.repeat(50)]);
});

test('no error has a message that is too long to read', async () => {
  const long = 'x'.repeat(100_000);
  const errors = Array.from({ length: 300 }, () => ({ code: 'presence_error', message: '. '.repeat(500) }));
  const answers: readonly (() => Response)[] = [
    () => Response.json({ errors }, { status: 422 }),
    () => Response.json({ errors: [{ code: long }] }, { status: 404 }),
    () => Response.json({ message: long }, { status: 429 }),
    () => Response.json({ error: long }, { status: 500 }),
    () => new Response(long, { status: 401 }),
    () => new Response('', { status: 302, headers: { location: `https://x.test/${long}` } }),
    () => new Response('', { headers: { 'content-type': long } }),
    () => {
      throw Object.assign(new Error(long), { code: long });
    },
  ];
  const name = long.slice(0, 1800);
  const calls: readonly ((given: ReturnType<typeof client>) => PromiseLike<unknown>)[] = [
    (given) => given.tags.list(),
    (given) => given.subscribers.get(long),
    (given) => given.tags.list({ responses: 'strict' }),
    (given) => given.subscribers.upsert({ email: 'a@x.io', [name]: 1 } as never),
    (given) => given.tags.list({ [name]: 1 } as never),
  ];
  for (const fetch of answers) {
    const given = client({ fetch, retries: 0, limits: false });
    for (const call of calls) {
      const error = await failure(call(given));
      expect(error).toBeInstanceOf(TrickleError);
      expect((error as Error).message.length).toBeLessThan(2000);
    }
  }
  const mistaken = client({
    onRequest: () => {
      throw new Error(long);
    },
  });
  expect(((await failure(mistaken.tags.list())) as Error).message.length).toBeLessThan(2000);
});
