import type { BrowserContext, Page, Route, Request as SentRequest } from '@playwright/test';
import type { Server } from '../../admin/server-control.ts';
import { targetBelow } from '../../shared/values/encoded-url.ts';
import { OptionsError } from '../../shared/values/errors.ts';
import { ignoreClosedPage, LastRequests } from './last-requests.ts';
import { replyTo } from './reply.ts';

/** The origins of a local sandbox, which the pages of the guides use. */
export const SANDBOX_ORIGINS: readonly string[] = ['http://localhost:4100', 'http://127.0.0.1:4100'];

/** Options of `routeToServer`. */
export interface RouteOptions {
  /** The server that answers, or the URL of a running one. */
  readonly server: Pick<Server, 'fetch'> | string;
  /**
   * The origins of the script host and of the API, as the pages use them: `['https://script.example.com']`. Default:
   * `http://localhost:4100` and `http://127.0.0.1:4100`.
   */
  readonly origins?: readonly string[] | undefined;
}

/**
 * Answers the requests of a page, or of all pages of a browser context, to the script host and the API. They need no
 * network and no port, so a page of any host can be tested, as in `https://shop.test`.
 */
export async function routeToServer(
  pages: Page | BrowserContext,
  { server, origins = SANDBOX_ORIGINS }: RouteOptions,
): Promise<void> {
  checkOrigins(origins);
  const target = typeof server === 'string' ? forwardTo(server) : server;
  // For a predicate instead of an expression, Playwright would send every request of the page here.
  const expression = new RegExp(`^(?:${origins.map(escaped).join('|')})/`, 'i');
  const lastRequests = new LastRequests(origins, (request) => replyTo(request, target, false));
  const answerLast = (page: Page) => lastRequests.answerFor(page).catch(ignoreClosedPage);
  await pages.route(expression, async (route) => {
    const sent = route.request();
    // The page script sends nothing before it is there, so its document's last requests are answered from now on.
    if (sent.resourceType() === 'script' && sent.serviceWorker() === null)
      await answerLast(sent.frame().page());
    await answer(route, target);
  });
  if (!('newPage' in pages)) return lastRequests.answerFor(pages);
  pages.on('page', answerLast);
  await Promise.all(pages.pages().map(answerLast));
}

/** Throws an `OptionsError` for anything that is not an origin. */
function checkOrigins(origins: readonly string[]): void {
  const problems = origins
    .filter((text) => !URL.canParse(text) || new URL(text).origin !== text)
    .map((text) => `'${text}' is not an origin; write for example 'https://script.example.com'`);
  if (problems.length > 0) throw new OptionsError(problems, `origins: ${problems.join('; ')}`);
}

/** An origin as part of a regular expression. Addresses of IPv6 have brackets. */
const escaped = (origin: string) => origin.replaceAll(/[.[\]]/g, '\\$&');

async function answer(route: Route, server: Pick<Server, 'fetch'>): Promise<void> {
  const sent = route.request();
  const reply = await replyTo(await requestOf(sent), server, sent.isNavigationRequest());
  await (reply === undefined ? route.abort('connectionfailed') : route.fulfill(reply));
}

/** The request that a page sent, with its cookies. */
async function requestOf(sent: SentRequest): Promise<Request> {
  // Names that begin with a colon belong to HTTP/2.
  const headers = Object.entries(await sent.allHeaders()).filter(([name]) => !name.startsWith(':'));
  const body = sent.postDataBuffer();
  return new Request(sent.url(), { method: sent.method(), headers, body: body && Uint8Array.from(body) });
}

/** Headers of a connection, and those that no longer describe a body that `fetch` has decoded. */
const CONNECTION_HEADERS = [
  'connection',
  'content-encoding',
  'content-length',
  'host',
  'keep-alive',
  'transfer-encoding',
];

export function forwardTo(url: string): Pick<Server, 'fetch'> {
  return {
    async fetch(request) {
      const body = request.body && (await request.arrayBuffer());
      const response = await fetch(targetBelow(url, request), {
        method: request.method,
        headers: withoutConnection(request.headers),
        body,
        redirect: 'manual',
      });
      const { status, headers } = response;
      return new Response(response.body, { status, headers: withoutConnection(headers) });
    },
  };
}

function withoutConnection(original: Headers): Headers {
  const headers = new Headers(original);
  for (const name of CONNECTION_HEADERS) headers.delete(name);
  return headers;
}
