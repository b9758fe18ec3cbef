import { once } from 'node:events';
import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { createServer, type Server } from '@trickle/mock-server';

/** The proxy's treatment of a request below a path, by the number of the request on that path. Nothing: it is handed on. */
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

const redirect_uris = ['https://app.example.com/callback'];
const seed = {
  accounts: [{ id: '9999999', users: [{ email: 'owner@example.com', token: 'trickle_demo_token' }] }],
  oauth_applications: [{ client_id: 'app1', client_secret: 'hush-hush', name: 'App', redirect_uris }],
};

const ANYBODY = { 'access-control-allow-origin': '*' };
const PREFLIGHT = {
  ...ANYBODY,
  'access-control-allow-headers': 'authorization, content-type',
  'access-control-allow-methods': 'GET, POST, DELETE, PUT',
};

/** The page where the user consents, without the user: gives the address that they are sent back to. */
export async function consent(
  server: Server,
  address: string,
  decision: 'allow' | 'deny' = 'allow',
): Promise<string> {
  const page = await (await server.fetch(new Request(address))).text();
  const [, page_token = ''] = /name="page_token" value="([^"]+)"/.exec(page) ?? [];
  const body = new URLSearchParams({ page_token, decision, email: 'owner@example.com' });
  const response = await server.fetch(new Request(address, { method: 'POST', body, redirect: 'manual' }));
  return response.headers.get('location') ?? `No consent: ${response.status}`;
}

/** Starts a reference server on a port of its own, and a proxy before it on another. */
export async function startService() {
  const server = await createServer({ seed });
  const service = await server.listen();
  const counts = new Map<string, number>();

  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const url = new URL(request.url ?? '/', service);
    const [, first = ''] = url.pathname.split('/');
    if (request.method === 'OPTIONS') return response.writeHead(204, PREFLIGHT).end();
    if (first === 'settle') return response.writeHead(200, ANYBODY).end(String(await server.settle()));
    if (first === 'consent') {
      return response
        .writeHead(200, ANYBODY)
        .end(await consent(server, `${service}/oauth/authorize${url.search}`));
    }
    if (first === 'send') return send(request, response, url.searchParams.get('to') ?? '');
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
  const addresses = { service, proxy: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}` };
  return {
    addresses,
    async [Symbol.asyncDispose]() {
      proxy.closeAllConnections();
      proxy.close();
      await server.close();
    },
  };
}

/** Sends what it is given to an address, and tells what the answer was. */
async function send(request: IncomingMessage, response: ServerResponse, to: string) {
  const { method = 'GET' } = request;
  const body = method === 'GET' ? null : await text(request);
  const answered = await fetch(to, { method, body });
  return response.writeHead(200, ANYBODY).end(`${answered.status} ${await answered.text()}`);
}

async function handOn(request: IncomingMessage, response: ServerResponse, to: string) {
  const headers = new Headers();
  for (const name of ['authorization', 'content-type', 'origin']) {
    const value = request.headers[name];
    if (typeof value === 'string') headers.set(name, value);
  }
  const body = request.method === 'GET' ? null : await text(request);
  const answered = await fetch(to, { method: request.method ?? 'GET', headers, body });
  response.writeHead(answered.status, { ...Object.fromEntries(answered.headers), ...ANYBODY });
  return response.end(await answered.text());
}
