import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { createServer } from '@trickle/mock-server';
import type { Addresses } from './scenario.ts';

/** A reference server on a port of its own, and a proxy before it on another. */
export interface Service extends AsyncDisposable {
  readonly addresses: Addresses;
}

/** What the proxy does with a request below a path, the how-manieth it is there. Nothing: it is handed on. */
const spoilers: Readonly<
  Record<string, (nth: number, request: IncomingMessage, response: ServerResponse) => boolean>
> = {
  'twice-503': (nth, _, response) => nth <= 2 && !!response.writeHead(503, ANYBODY).end('<html>busy'),
  'once-cut': (nth, request, response) => {
    if (nth > 1) return false;
    response.writeHead(200, { ...ANYBODY, 'content-length': '100' }).write('{"accounts":[');
    setImmediate(() => request.socket.destroy());
    return true;
  },
  reset: (_, request) => !!request.socket.resetAndDestroy(),
  stalled: () => true,
  half: (_, __, response) => {
    response.writeHead(200, { ...ANYBODY, 'content-type': 'application/json' }).write('{"accounts":[');
    return true;
  },
};

const ANYBODY = { 'access-control-allow-origin': '*' };
const PREFLIGHT = {
  ...ANYBODY,
  'access-control-allow-headers': 'authorization, content-type',
  'access-control-allow-methods': 'GET, POST, DELETE, PUT',
};

/** Starts a reference server and its proxy. */
export async function startService(): Promise<Service> {
  const server = await createServer();
  const service = await server.listen();
  const counts = new Map<string, number>();

  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const url = new URL(request.url ?? '/', service);
    const [, first = ''] = url.pathname.split('/');
    if (request.method === 'OPTIONS') return response.writeHead(204, PREFLIGHT).end();
    if (first === 'settle') return response.writeHead(200, ANYBODY).end(String(await server.settle()));
    if (url.pathname === '/oauth/token') return exchange(url.searchParams, response);
    if (first === 'count')
      return response.writeHead(200, ANYBODY).end(String(counts.get(decodeURIComponent(url.search)) ?? 0));
    const nth = (counts.get(`?${request.method} ${first}`) ?? 0) + 1;
    counts.set(`?${request.method} ${first}`, nth);
    if (spoilers[first]?.(nth, request, response)) return response;
    return handOn(request, response, `${service}${(request.url ?? '').replace(`/${first}/v`, '/v')}`);
  };

  const proxy = createHttpServer((request, response) => {
    // Some engines send again by themselves what is cut off on a connection that was used before.
    response.shouldKeepAlive = false;
    answer(request, response).catch((error) => response.destroy(error));
  }).listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  return {
    addresses: { service, proxy: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}` },
    async [Symbol.asyncDispose]() {
      proxy.closeAllConnections();
      proxy.close();
      await server.close();
    },
  };
}

/** The token that the exchange gives, and what it stands for. */
const GIVEN = 'given-by-oauth';
const BASIC = `Basic ${btoa('trickle_demo_token:')}`;

/** Gives a token for the code that holds the challenge of the verifier, as RFC 7636 has it. */
function exchange(query: URLSearchParams, response: ServerResponse): ServerResponse {
  const challenge = createHash('sha256')
    .update(query.get('code_verifier') ?? '')
    .digest('base64url');
  const isRight = atob(query.get('code') ?? '') === challenge && query.get('client_secret') === 'hush';
  const body = isRight
    ? { access_token: GIVEN, token_type: 'bearer', scope: 'public' }
    : { error: 'invalid_grant' };
  const headers = { ...ANYBODY, 'content-type': 'application/json' };
  return response.writeHead(isRight ? 200 : 400, headers).end(JSON.stringify(body));
}

async function handOn(request: IncomingMessage, response: ServerResponse, to: string) {
  const headers = new Headers();
  for (const name of ['authorization', 'content-type', 'origin']) {
    const value = request.headers[name];
    if (typeof value === 'string') headers.set(name, value);
  }
  if (headers.get('authorization') === `Bearer ${GIVEN}`) headers.set('authorization', BASIC);
  const body = request.method === 'GET' ? null : await text(request);
  const answered = await fetch(to, { method: request.method ?? 'GET', headers, body });
  response.writeHead(answered.status, Object.fromEntries(answered.headers));
  return response.end(await answered.text());
}
