import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { serve } from '@hono/node-server';
import { bodyParser } from '@koa/bodyparser';
import { createWebhookHandler, type FetchHandler, toNodeHandler } from '@trickle/sdk/webhooks';
import express from 'express';
import fastify, { type FastifyInstance } from 'fastify';
import { Hono } from 'hono';
import Koa from 'koa';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { serving } from './serving.ts';

const secret = 'a-secret-of-this-test';
const path = `/hooks/${secret}`;
const text = JSON.stringify({
  event: 'subscriber.created',
  data: { account_id: '9', subscriber: { id: 's1', email: 'åsa–名@example.com' } },
  occurred_at: '2026-01-31T09:00:00Z',
});
const post = { method: 'POST', body: text, headers: { 'content-type': 'application/json' } };

/** Starts an application around a webhook handler, and returns its origin. */
type App = (handler: FetchHandler) => Promise<string>;

const onExpress =
  (...parsers: express.RequestHandler[]): App =>
  async (handler) => {
    const app = express();
    for (const parser of parsers) app.use(parser);
    app.post('/hooks/:secret', toNodeHandler(handler));
    return await serving(app);
  };

const onFastify =
  (addParser?: (app: FastifyInstance) => unknown): App =>
  async (handler) => {
    const app = fastify();
    if (addParser) app.removeAllContentTypeParsers();
    addParser?.(app);
    app.post('/hooks/:secret', toNodeHandler(handler));
    onTestFinished(() => app.close());
    return await app.listen({ port: 0, host: '127.0.0.1' });
  };

const onKoa =
  (...middleware: Koa.Middleware[]): App =>
  async (handler) => {
    const app = new Koa();
    const handle = toNodeHandler(handler);
    for (const one of middleware) app.use(one);
    app.use((context) => {
      context.respond = false;
      return handle(context.req, context.res);
    });
    return await serving(app.callback());
  };

/** A server whose routes take a web `Request`, as route handlers of Next.js do. */
const onFetch = async (fetch: FetchHandler): Promise<string> => {
  const server = serve({ fetch, port: 0, hostname: '127.0.0.1' });
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
};

const apps: readonly [string, App][] = [
  ['Express', onExpress()],
  ['Express after express.json', onExpress(express.json())],
  ['Express after express.text', onExpress(express.text({ type: '*/*' }))],
  ['Express after express.raw', onExpress(express.raw({ type: '*/*' }))],
  ['Fastify, which parses JSON', onFastify()],
  [
    'Fastify with bodies as text',
    onFastify((app) =>
      app.addContentTypeParser('*', { parseAs: 'string' }, (_, body, done) => done(null, body)),
    ),
  ],
  [
    'Fastify with the raw body beside the parsed one',
    onFastify((app) =>
      app.addContentTypeParser('*', { parseAs: 'buffer' }, (request, body, done) => {
        Object.assign(request, { rawBody: body });
        done(null, { not: 'the notification' });
      }),
    ),
  ],
  [
    'Fastify without a parser',
    onFastify((app) => app.addContentTypeParser('*', (_, payload, done) => done(null, payload))),
  ],
  ['Koa', onKoa()],
  ['Koa after @koa/bodyparser with patchNode', onKoa(bodyParser({ patchNode: true }))],
  [
    'Hono',
    async (handler) => {
      const app = new Hono();
      app.post('/hooks/:secret', (context) => handler(context.req.raw));
      return await onFetch(async (request) => app.fetch(request));
    },
  ],
  ['a route handler of Next.js', onFetch],
];

describe.each(apps)('%s', (_, start) => {
  test('handles each notification once, and rejects a wrong secret', async () => {
    const emails: string[] = [];
    const handler = createWebhookHandler({
      secret,
      on: { 'subscriber.created': ({ data }) => emails.push(data.subscriber.email) },
      onError: () => {},
    });
    const url = (await start(handler)) + path;
    for (const status of ['handled', 'duplicate']) {
      const response = await fetch(url, post);
      expect(response.headers.get('content-type')).toBe('application/json');
      expect([response.status, await response.json()]).toEqual([200, { status }]);
    }
    expect(emails).toEqual(['åsa–名@example.com']);
    expect((await fetch(url.replace(secret, 'some-other-secret'), post)).status).toBe(403);
    expect((await fetch(url, { ...post, body: '{"event": 1}' })).status).toBe(400);
  });
});

test.each<[string, App]>([
  [
    'Fastify with the parts of Node alone',
    async (handler) => {
      const app = fastify();
      const handle = toNodeHandler(handler);
      app.post('/hooks/:secret', async (request, reply) => {
        reply.hijack();
        await handle(request.raw, reply.raw);
      });
      onTestFinished(() => app.close());
      return await app.listen({ port: 0, host: '127.0.0.1' });
    },
  ],
  ['Koa after a body parser that leaves Node’s request alone', onKoa(bodyParser())],
])('%s: the log says how to get the body that was read before', async (_, start) => {
  const spy = vi.spyOn(console, 'error').mockImplementation(() => {});
  onTestFinished(() => spy.mockRestore());
  const handler = createWebhookHandler({ secret, on: {} });
  const response = await fetch((await start(handler)) + path, post);
  expect(response.status).toBe(500);
  expect(String(spy.mock.calls[0]?.[0])).toContain('Register the handler before the body parser.');
});
