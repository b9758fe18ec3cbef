import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import type { Seed } from '@trickle/mock-server';
import type { Fetch } from '@trickle/sdk';
import type { Side } from '../../src/compare/side.ts';
import { onPort, temporaryFolder } from '../command.ts';
import { comparedAccount } from './account.ts';
import { runsAt, sideThrough, startServer, type Way } from './servers.ts';

/** A JSON value. */
type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json };

/** Changes every object and list of a body. */
function deep(value: Json, change: (value: Json) => Json): Json {
  if (Array.isArray(value)) return change(value.map((item: Json) => deep(item, change)));
  if (typeof value !== 'object' || value === null) return change(value);
  return change(Object.fromEntries(Object.entries(value).map(([name, item]) => [name, deep(item, change)])));
}

const isList = (value: Json): value is readonly Json[] => Array.isArray(value);

/** A server whose bodies are written differently. */
const rewritten = async (
  write: (body: Json, request: Request) => string,
  headers: Readonly<Record<string, string>> = {},
): Promise<Side> => {
  const server = await startServer();
  return sideThrough(async (request) => {
    const response = await server.fetch(request);
    const body = await response.text();
    const all = new Headers(response.headers);
    for (const [name, value] of Object.entries(headers))
      if (all.has(name) && !all.get(name)?.startsWith('text/')) all.set(name, value);
    const isJson = /json/.test(all.get('content-type') ?? '') && body !== '';
    const { status } = response;
    const content = isJson ? write(JSON.parse(body), request) : body;
    return new Response(status === 204 ? null : content, { status, headers: all });
  });
};

/** A server that changes each object, list and value of a body. */
const deeply = (change: (value: Json) => Json): Promise<Side> =>
  rewritten((body) => JSON.stringify(deep(body, change)));

/** A server that changes the members with these names. */
const changing = (names: RegExp, change: (value: unknown) => unknown): Promise<Side> =>
  rewritten((body) => JSON.stringify(body, (name, value) => (names.test(name) ? change(value) : value)));

const withHeader = (name: string, value: string): Promise<Side> =>
  rewritten((body) => JSON.stringify(body), { [name]: value });

/** A server on a port that formats responses in its own way. */
const onSocket = async (
  send: (response: Response, body: Buffer, to: ServerResponse) => void,
): Promise<Side> => {
  const server = await startServer();
  const baseUrl = await onPort((request, to) => void answer(request, to));
  const answer = async (request: IncomingMessage, to: ServerResponse) => {
    const { method = 'GET', url, headers } = request;
    const body = method === 'GET' ? null : await text(request);
    const response = await server.fetch(
      new Request(`${baseUrl}${url}`, { method, headers: headers as Record<string, string>, body }),
    );
    send(response, Buffer.from(await response.arrayBuffer()), to);
  };
  return sideThrough(fetch, { baseUrl });
};

const seeded = async (
  seed: Seed,
  way: Way = {},
  options: Parameters<typeof startServer>[0] = {},
): Promise<Side> => {
  const server = await startServer({ ...options, seed });
  return sideThrough(server.fetch, way);
};

const ofYear = (year: number) => ({ time: { now: `${year}-11-25T12:00:00Z` } });

/** The account with other ids. */
const renumbered = (): Seed =>
  JSON.parse(
    JSON.stringify(comparedAccount()).replaceAll(/"(?:campaign_)?id":"(\d{3})"/g, (whole) =>
      whole.replace(/(\d{3})"$/, 'x$1y"'),
    ),
  );

const listening: Fetch = (request) => fetch(request);

/** Servers that behave like the service, by their harmless differences. */
export const EQUIVALENTS: Readonly<Record<string, () => Promise<Side>>> = {
  'another server': () => seeded(comparedAccount()),
  'members in another order': () =>
    deeply((value) =>
      typeof value === 'object' && value !== null && !isList(value)
        ? Object.fromEntries(Object.entries(value).toReversed())
        : value,
    ),
  'lists without an order in another order': () =>
    rewritten((body, { url }) => {
      const isSorted = /sort=|(campaigns|broadcasts|workflows|goals)(\?|$)|campaigns\/\w+\/subscribers/.test(
        url,
      );
      const outer = body as { readonly [name: string]: Json }; // every body is an object
      return JSON.stringify(
        Object.fromEntries(
          Object.entries(outer).map(([name, value]) => [
            name,
            isList(value) && !isSorted ? value.toReversed() : value,
          ]),
        ),
      );
    }),
  'lists of texts in another order': () =>
    deeply((value) =>
      isList(value) && value.every((item) => typeof item === 'string') ? value.toReversed() : value,
    ),
  'JSON with white space': () => rewritten((body) => JSON.stringify(body, undefined, 4)),
  'JSON with escapes': () =>
    rewritten((body) =>
      JSON.stringify(body).replaceAll('/', String.raw`\/`).replaceAll('@', String.raw`\u0040`),
    ),
  'other messages': () => changing(/^(message|error|documentation)$/, (value) => `Ach: ${value}`),
  'other counts': () => changing(/^(email|active\w+|unsubscribed\w+)_count$/, (value) => Number(value) + 7),
  'another encoding named': () => withHeader('content-type', 'Application/VND.api+json; Charset=UTF-8'),
  'empty objects as plain JSON': async () => {
    const server = await startServer();
    return sideThrough(async (request) => {
      const response = await server.fetch(request);
      const body = await response.clone().text();
      const headers = new Headers(response.headers);
      if (body === '{}') headers.set('content-type', 'application/json');
      return new Response(response.body, { status: response.status, headers });
    });
  },
  'another realm': () => withHeader('www-authenticate', 'basic realm="Elsewhere"'),
  'fewer remaining requests': () => withHeader('x-ratelimit-remaining', '7'),
  'names of headers in capitals': () =>
    onSocket((response, body, to) => {
      to.writeHead(
        response.status,
        Object.fromEntries([...response.headers].map(([name, value]) => [name.toUpperCase(), value])),
      );
      to.end(body);
    }),
  'a response in many chunks': () =>
    onSocket((response, body, to) => {
      const headers = new Headers(response.headers);
      headers.delete('content-length');
      to.writeHead(response.status, Object.fromEntries(headers));
      Readable.from(
        Array.from(body, (byte) => Buffer.from([byte])),
        { objectMode: true },
      ).pipe(to);
    }),
  'a compressed response': () =>
    onSocket((response, body, to) => {
      const headers = new Headers(response.headers);
      headers.delete('content-length');
      const hasBody = body.length > 0;
      to.writeHead(response.status, {
        ...Object.fromEntries(headers),
        ...(hasBody && { 'content-encoding': 'gzip' }),
      });
      to.end(hasBody ? gzipSync(body) : undefined);
    }),
  'another port': async () => {
    const server = await startServer();
    return sideThrough(listening, { baseUrl: await server.listen() });
  },
  'another account id': () => seeded(comparedAccount('1234567'), { accountId: '1234567' }),
  'other ids of records': () => seeded(renumbered()),
  'a clock a year behind': () => seeded(comparedAccount(), {}, ofYear(2025)),
  'a clock a year ahead': () => seeded(comparedAccount(), {}, ofYear(2027)),
  'a database in a file': async () =>
    seeded(comparedAccount(), {}, { db: join(await temporaryFolder(), 'data.db') }),
  'a server that has been used before': async () => {
    const side = await seeded(comparedAccount());
    const { SCENARIOS } = await import('../../src/compare/scenarios/index.ts');
    await runsAt(side, SCENARIOS.filter(({ class: kind }) => kind === 'own').slice(0, 5));
    return side;
  },
};
