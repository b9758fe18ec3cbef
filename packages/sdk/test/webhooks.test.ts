import type { IncomingMessage, RequestListener } from 'node:http';
import { createClient } from '@trickle/sdk';
import {
  createWebhookHandler,
  type FetchHandler,
  toNodeHandler,
  type WebhookOptions,
} from '@trickle/sdk/webhooks';
import { describe, expect, test, vi } from 'vitest';
import { dial, serving, startExample } from './serving.ts';

const secret = 'a-secret-of-this-test';
const path = `/hooks/${secret}`;
const notification = (id = 's1') => ({
  event: 'subscriber.created',
  data: { account_id: '9', subscriber: { id, email: 'ann@example.com' } },
  occurred_at: '2026-01-31T09:00:00Z',
});
const text = JSON.stringify(notification());
const post = { method: 'POST', body: text, headers: { 'content-type': 'application/json' } };

/** A handler behind Node's http, and what it handles and reports. */
async function receiving(
  options: Partial<WebhookOptions> = {},
  wrap = (listener: RequestListener) => listener,
) {
  const handled: string[] = [];
  const reported: unknown[] = [];
  const told = Promise.withResolvers<unknown>();
  const handler = createWebhookHandler({
    secret,
    on: { 'subscriber.created': ({ data }) => handled.push(data.subscriber.id) },
    onError: (error) => {
      reported.push(error);
      told.resolve(error);
    },
    ...options,
  });
  const port = await serving(wrap(toNodeHandler(handler)));
  return { port, url: `http://127.0.0.1:${port}${path}`, handled, reported, told: told.promise };
}

/** The head of a request that says that so many bytes come. */
const head = (length: number | 'chunked', more = '') =>
  `POST ${path} HTTP/1.1\r\nHost: x.test\r\n${more}${
    length === 'chunked' ? 'Transfer-Encoding: chunked' : `Content-Length: ${length}`
  }\r\n\r\n`;

describe('over sockets', () => {
  test('a notification is handled once, on a connection that is kept', async () => {
    const { url, handled } = await receiving();
    for (const status of ['handled', 'duplicate']) {
      expect(await (await fetch(url, post)).json()).toEqual({ status });
    }
    expect((await fetch(url.replace(secret, 'wrong'), post)).status).toBe(403);
    expect((await fetch(url)).status).toBe(405);
    expect(handled).toEqual(['s1']);
  });

  test('a body in single bytes is joined, also within characters', async () => {
    const emails: string[] = [];
    const { port } = await receiving({
      on: { '*': ({ data }) => emails.push((data.subscriber as { email: string }).email) },
    });
    const body = Buffer.from(text.replace('ann@', 'åsa–名@'));
    const { socket, answer } = await dial(port);
    socket.setNoDelay().write(head(body.length, 'Connection: close\r\n'));
    for (const byte of body) {
      await new Promise((resolve) => socket.write(Uint8Array.of(byte), resolve));
    }
    expect(await answer).toContain(' 200 OK');
    expect(emails).toEqual(['åsa–名@example.com']);
  });

  test('a client that disconnects in the middle of its body causes nothing', async () => {
    const { port, url, told, handled } = await receiving();
    const { socket } = await dial(port);
    socket.write(head(text.length) + text.slice(0, 20), () => socket.resetAndDestroy());
    expect(await told).toMatchObject({
      name: 'WebhookError',
      message: 'The body did not arrive completely.',
    });
    expect(handled).toEqual([]);
    expect((await fetch(url, post)).status).toBe(200);
  });

  test('a body that stops coming is answered 408', async () => {
    const { port, handled } = await receiving({ bodyTimeout: 50 });
    const { socket, answer } = await dial(port);
    socket.write(head(text.length) + text.slice(0, 20));
    socket.once('data', () => socket.end());
    expect(await answer).toContain(' 408 ');
    expect(handled).toEqual([]);
  });

  test('a body with too large a Content-Length is answered 413, and its sender can read that', async () => {
    const { url, handled } = await receiving({ bodyLimit: 1000 });
    const response = await fetch(url, { ...post, body: 'x'.repeat(3_000_000) });
    expect(response.status).toBe(413);
    expect(handled).toEqual([]);
  });

  test('a body that grows too long is answered 413 before it ends', async () => {
    const { port } = await receiving({ bodyLimit: 1000 });
    const { socket, answer } = await dial(port);
    socket.write(`${head('chunked')}7d0\r\n${'x'.repeat(2000)}\r\n`);
    socket.once('data', () => socket.end());
    expect(await answer).toContain(' 413 ');
  });

  test('a request without the secret does not affect the next one on its connection', async () => {
    const { port } = await receiving();
    const { socket, answer } = await dial(port);
    const long = 'x'.repeat(500_000);
    socket.write(head(long.length).replace(secret, 'wrong') + long);
    socket.write(head(text.length, 'Connection: close\r\n') + text);
    expect((await answer).match(/HTTP\/1.1 \d+/g)).toEqual(['HTTP/1.1 403', 'HTTP/1.1 200']);
  });

  test('a client that disconnects while its notification is handled does not undo it', async () => {
    const started = Promise.withResolvers<void>();
    const end = Promise.withResolvers<void>();
    const { port, url, reported } = await receiving({
      on: {
        '*': () => {
          started.resolve();
          return end.promise;
        },
      },
    });
    const { socket, answer } = await dial(port);
    socket.write(head(text.length) + text);
    await started.promise;
    socket.resetAndDestroy();
    await answer;
    const again = fetch(url, post);
    end.resolve();
    expect(await (await again).json()).toEqual({ status: 'duplicate' });
    expect(reported).toEqual([]);
  });

  test.each([
    ['no host', `POST ${path} HTTP/1.0\r\nContent-Length: ${text.length}\r\n\r\n`],
    [
      'a host that is none',
      `POST ${path} HTTP/1.1\r\nHost: [\r\nConnection: close\r\nContent-Length: ${text.length}\r\n\r\n`,
    ],
    ['a whole URL', head(text.length, 'Connection: close\r\n').replace('POST ', 'POST http://y.test')],
    ['two slashes', head(text.length, 'Connection: close\r\n').replace('POST ', 'POST /')],
  ])('a request with %s is read', async (_, start) => {
    const { port, handled } = await receiving();
    const { socket, answer } = await dial(port);
    socket.write(start + text);
    expect(await answer).toContain(' 200 OK');
    expect(handled).toEqual(['s1']);
  });

  test('a method that Fetch forbids is answered as well', async () => {
    const spy = vi.spyOn(console, 'error').mockImplementation(() => {});
    const { port } = await receiving();
    const { socket, answer } = await dial(port);
    socket.write(head(0, 'Connection: close\r\n').replace('POST', 'TRACE'));
    expect(await answer).toContain(' 500 ');
    expect(spy).toHaveBeenCalledOnce();
  });

  test('a failing handler of the app is answered with JSON', async () => {
    const spy = vi.spyOn(console, 'error').mockImplementation(() => {});
    const failing: FetchHandler = () => Promise.reject(new Error('no'));
    const port = await serving(toNodeHandler(failing));
    const response = await fetch(`http://127.0.0.1:${port}/`);
    expect([response.status, response.headers.get('content-type')]).toEqual([500, 'application/json']);
    expect(spy).toHaveBeenCalledOnce();
  });
});

describe('behind middleware of Express', () => {
  type Parsed = IncomingMessage & { body?: unknown; originalUrl?: string };

  /** Reads the body first, as a body parser does, and leaves what `parse` makes of it. */
  const parsing =
    (parse: (bytes: Buffer) => unknown) =>
    (listener: RequestListener): RequestListener =>
    async (request: Parsed, response) => {
      request.body = parse(Buffer.concat(await request.toArray()));
      listener(request, response);
    };

  test.each<[string, (bytes: Buffer) => unknown]>([
    ['express.json', (bytes) => JSON.parse(bytes.toString())],
    ['express.text', (bytes) => bytes.toString()],
    ['express.raw', (bytes) => bytes],
  ])('a body that %s has taken is read from it', async (_, parse) => {
    const { url, handled } = await receiving({}, parsing(parse));
    expect((await fetch(url, post)).status).toBe(200);
    expect((await fetch(url, { ...post, body: '{}' })).status).toBe(400);
    expect(handled).toEqual(['s1']);
  });

  test('a body that was read and discarded is a failure of the app', async () => {
    const spy = vi.spyOn(console, 'error').mockImplementation(() => {});
    const { url } = await receiving(
      {},
      parsing(() => undefined),
    );
    expect((await fetch(url, post)).status).toBe(500);
    expect(spy.mock.calls.flat().join()).toContain('was read before this handler');
  });

  test('a body that a parser of another type ignored is read from the connection', async () => {
    const { url, handled } = await receiving({}, (listener) => (request: Parsed, response) => {
      request.body = {};
      listener(request, response);
    });
    expect((await fetch(url, { ...post, headers: { 'content-type': 'text/plain' } })).status).toBe(200);
    expect(handled).toEqual(['s1']);
  });

  test('the secret is found even if a router has removed its part of the path', async () => {
    const { url } = await receiving({}, (listener) => (request: Parsed, response) => {
      if (request.url) request.originalUrl = request.url;
      request.url = '/';
      listener(request, response);
    });
    expect((await fetch(url, post)).status).toBe(200);
  });
});

test('the example prints what it receives', async () => {
  const example = startExample('webhook-receiver', { PORT: '0', WEBHOOK_SECRET: secret });
  const line = await example.line();
  const url = line.replace('post_url: ', '');
  // The URL is one that the service takes.
  const client = createClient({
    baseUrl: 'http://x.test',
    accountId: '9',
    apiKey: 'k',
    fetch: () => Response.json({ webhooks: [{}] }),
  });
  await client.webhooks.create({ post_url: url });
  const send = (body: object) => fetch(url, { ...post, body: JSON.stringify(body) });
  const tagged = { ...notification(), event: 'subscriber.applied_tag' };
  await send(notification());
  await send({ ...tagged, data: { ...tagged.data, properties: { tag: 'vip' } } });
  await send({ ...notification(), event: 'subscriber.tomorrow' });
  expect([await example.line(), await example.line(), await example.line()]).toEqual([
    'Welcome, ann@example.com',
    'ann@example.com is now vip',
    '2026-01-31T09:00:00Z subscriber.tomorrow',
  ]);
});
