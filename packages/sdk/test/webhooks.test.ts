import type { IncomingMessage, RequestListener } from 'node:http';
import {
  createWebhookHandler,
  type FetchHandler,
  toNodeHandler,
  type WebhookOptions,
} from '@trickle/sdk/webhooks';
import { describe, expect, test, vi } from 'vitest';
import { clientOf } from './answered-client.ts';
import { dial, serving, startExample } from './serving.ts';
import { bodyOf, secret, waiting } from './webhook-handling.ts';

const path = `/hooks/${secret}`;
const text = JSON.stringify(bodyOf('subscriber.created'));
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
  const url = (await serving(wrap(toNodeHandler(handler)))) + path;
  return { url, handled, reported, told: told.promise };
}

/** The head of a request that says that so many bytes come. */
const head = (length: number | 'chunked', more = '') =>
  `POST ${path} HTTP/1.1\r\nHost: x.test\r\n${more}${
    length === 'chunked' ? 'Transfer-Encoding: chunked' : `Content-Length: ${length}`
  }\r\n\r\n`;

describe('over sockets', () => {
  test('a body in single bytes is joined, also within characters', async () => {
    const emails: string[] = [];
    const { url } = await receiving({
      on: { '*': ({ data }) => emails.push((data.subscriber as { email: string }).email) },
    });
    const body = Buffer.from(text.replace('ann@', 'åsa–名@'));
    const { socket, answer } = await dial(url);
    socket.setNoDelay().write(head(body.length, 'Connection: close\r\n'));
    for (const byte of body) {
      await new Promise((resolve) => socket.write(Uint8Array.of(byte), resolve));
    }
    expect(await answer).toContain(' 200 OK');
    expect(emails).toEqual(['åsa–名@example.com']);
  });

  test('a client that disconnects in the middle of its body causes nothing', async () => {
    const { url, told, handled } = await receiving();
    const { socket } = await dial(url);
    socket.write(head(text.length) + text.slice(0, 20), () => socket.resetAndDestroy());
    expect(await told).toMatchObject({
      name: 'WebhookError',
      message: 'The body did not arrive completely.',
    });
    expect(handled).toEqual([]);
    expect((await fetch(url, post)).status).toBe(200);
  });

  test('a body that stops coming is answered 408', async () => {
    const { url, handled } = await receiving({ bodyTimeout: 50 });
    const { socket, answer } = await dial(url);
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
    const { url } = await receiving({ bodyLimit: 1000 });
    const { socket, answer } = await dial(url);
    socket.write(`${head('chunked')}7d0\r\n${'x'.repeat(2000)}\r\n`);
    socket.once('data', () => socket.end());
    expect(await answer).toContain(' 413 ');
  });

  test('a request without the secret does not affect the next one on its connection', async () => {
    const { url } = await receiving();
    const { socket, answer } = await dial(url);
    const long = 'x'.repeat(500_000);
    socket.write(head(long.length).replace(secret, 'wrong') + long);
    socket.write(head(text.length, 'Connection: close\r\n') + text);
    expect((await answer).match(/HTTP\/1.1 \d+/g)).toEqual(['HTTP/1.1 403', 'HTTP/1.1 200']);
  });

  test('a client that disconnects while its notification is handled does not undo it', async () => {
    const { listener, called, end } = waiting();
    const { url, reported } = await receiving({ on: { '*': listener } });
    const { socket, answer } = await dial(url);
    socket.write(head(text.length) + text);
    await called;
    socket.resetAndDestroy();
    await answer;
    const again = fetch(url, post);
    end();
    expect(await (await again).json()).toEqual({ status: 'duplicate' });
    expect(reported).toEqual([]);
  });

  test.each([
    ['no host', `POST ${path} HTTP/1.0\r\nContent-Length: ${text.length}\r\n\r\n`],
    [
      'an invalid host',
      `POST ${path} HTTP/1.1\r\nHost: [\r\nConnection: close\r\nContent-Length: ${text.length}\r\n\r\n`,
    ],
    ['a whole URL', head(text.length, 'Connection: close\r\n').replace('POST ', 'POST http://y.test')],
    ['two slashes', head(text.length, 'Connection: close\r\n').replace('POST ', 'POST /')],
  ])('a request with %s is read', async (_, start) => {
    const { url, handled } = await receiving();
    const { socket, answer } = await dial(url);
    socket.write(start + text);
    expect(await answer).toContain(' 200 OK');
    expect(handled).toEqual(['s1']);
  });

  test('a method that Fetch forbids is answered as well', async () => {
    const spy = vi.spyOn(console, 'error').mockImplementation(() => {});
    const { url } = await receiving();
    const { socket, answer } = await dial(url);
    socket.write(head(0, 'Connection: close\r\n').replace('POST', 'TRACE'));
    expect(await answer).toContain(' 500 ');
    expect(spy).toHaveBeenCalledOnce();
  });

  test('a failing handler of the app is answered with JSON', async () => {
    const spy = vi.spyOn(console, 'error').mockImplementation(() => {});
    const failing: FetchHandler = () => Promise.reject(new Error('no'));
    const response = await fetch(await serving(toNodeHandler(failing)));
    expect([response.status, response.headers.get('content-type')]).toEqual([500, 'application/json']);
    expect(spy).toHaveBeenCalledOnce();
  });
});

describe('behind middleware of Express', () => {
  type Parsed = IncomingMessage & { body?: unknown; originalUrl?: string };

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
  await clientOf({ fetch: () => Response.json({ webhooks: [{}] }) }).webhooks.create({ post_url: url });
  const send = (body: object) => fetch(url, { ...post, body: JSON.stringify(body) });
  await send(bodyOf('subscriber.created'));
  await send(bodyOf('subscriber.applied_tag', { tag: 'vip' }));
  await send(bodyOf('subscriber.tomorrow'));
  expect([await example.line(), await example.line(), await example.line()]).toEqual([
    'Welcome, ann@example.com',
    'ann@example.com is now vip',
    '2026-01-31T09:00:00Z subscriber.tomorrow',
  ]);
});
