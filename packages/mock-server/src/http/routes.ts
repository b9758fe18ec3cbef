import { contract, type Endpoint } from '@trickle/sdk/contract';
import type { Hono } from 'hono';
import type { Transaction } from '../store/store.ts';
import type { World } from '../world.ts';
import { authenticate } from './authentication.ts';
import { authorize } from './authorization.ts';
import { parseJson, readText } from './body.ts';
import type { Api, Call } from './handler.ts';
import { readInput, readQuery } from './input.ts';
import { type Reply, render } from './output.ts';

/** What the routes need to know of the server. */
export interface RouteSettings {
  readonly world: World;
  /** The longest body, in bytes. */
  readonly bodyLimit: number;
  /** The server's own address, where it is not the one that the request was sent to. */
  readonly publicUrl?: string | undefined;
}

type AnyHandler = (call: Call) => Promise<Reply>;

/** Binds every endpoint of the contract to its handler. */
export function bindApi(app: Hono, api: Api, settings: RouteSettings): void {
  for (const [noun, handlers] of Object.entries(api)) {
    // `Api` holds a handler for each endpoint of each noun; the loop cannot say so to the compiler.
    const endpoints = contract[noun as keyof Api] as unknown as Record<string, Endpoint>;
    for (const [method, handler] of Object.entries(handlers)) {
      const endpoint = endpoints[method];
      if (endpoint) bindEndpoint(app, endpoint, handler as unknown as AnyHandler, settings);
    }
  }
}

/** Where an endpoint's path goes in Hono's router. */
export const routePath = (path: string) => path.replaceAll(/\{(\w+)\}/g, ':$1');

function bindEndpoint(app: Hono, endpoint: Endpoint, handler: AnyHandler, settings: RouteSettings): void {
  const { world, bodyLimit, publicUrl } = settings;
  app.on(endpoint.method, routePath(endpoint.path), async (http) => {
    const request = http.req.raw;
    const parameters = http.req.param() as Record<string, string>; // every placeholder has a value
    const accountId = parameters.account_id ?? '';
    const user = await world.store.read(async (tx) => {
      const found = await authenticate(tx, request.headers.get('authorization'));
      if (accountId !== '') await authorize(tx, found, accountId, endpoint);
      return found;
    });
    const query = readQuery(endpoint, new URL(request.url).searchParams);
    const input = endpoint.body && readInput(endpoint, parseJson(await readText(request, bodyLimit)));
    const baseUrl = publicUrl ?? new URL(request.url).origin;
    const answer = (tx: Transaction) =>
      handler({ context: { world, tx, accountId, source: 'api' }, user, baseUrl, parameters, query, input });
    const reply = await (endpoint.method === 'GET' ? world.store.read(answer) : world.store.write(answer));
    return render(endpoint, reply, baseUrl);
  });
}
