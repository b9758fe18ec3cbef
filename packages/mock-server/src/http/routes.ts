import { contract, type Endpoint } from '@trickle/sdk/contract';
import type { Hono } from 'hono';
import type { Surroundings } from './attend.ts';
import type { Api, Call } from './handler.ts';
import type { Reply } from './output.ts';
import { type ServeSettings, serve } from './serve.ts';

type AnyHandler = (call: Call) => Promise<Reply>;

/** Binds every endpoint of the contract to its handler. */
export function bindApi(app: Hono, api: Api, settings: ServeSettings): void {
  for (const [noun, handlers] of Object.entries(api)) {
    // `Api` holds a handler for each endpoint of each noun; the loop cannot say so to the compiler.
    const endpoints = contract[noun as keyof Api] as unknown as Record<string, Endpoint>;
    for (const [method, handler] of Object.entries(handlers as unknown as Record<string, AnyHandler>)) {
      const endpoint = endpoints[method];
      if (endpoint) bindEndpoint(app, `${noun}.${method}`, endpoint, handler, settings);
    }
  }
}

/** Where an endpoint's path goes in Hono's router. */
const routePath = (path: string) => path.replaceAll(/\{(\w+)\}/g, ':$1');

function bindEndpoint(
  app: Hono,
  operation: string,
  endpoint: Endpoint,
  handler: AnyHandler,
  settings: ServeSettings,
): void {
  app.on(endpoint.method, routePath(endpoint.path), (http) => {
    const parameters = http.req.param() as Record<string, string>; // every placeholder has a value
    const { note, address } = http.env as Surroundings; // `attend` passes them in
    const request = http.req.raw;
    return serve(settings, { endpoint, operation, handler, request, address, parameters, note });
  });
}
