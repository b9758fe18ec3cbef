import { bypass, type HttpHandler, HttpResponse, http } from 'msw';
import { targetBelow } from '../../shared/values/encoded-url.ts';

/** Options of `mockHandlers`. */
export interface MockOptions {
  /** The service's URL as clients use it, as in `https://api.example.com`. */
  readonly baseUrl: string;
  /**
   * Called for a request to an unknown path. The request fails with the error that it throws. Default: throws an
   * `UnknownPath` that names the path and the nearest known one.
   */
  readonly onUnknownPath?: ((message: string) => void) | undefined;
}

/** Header of responses to unknown paths; names the nearest known path. */
const UNKNOWN_PATH_HEADER = 'x-trickle-unknown-path';

/**
 * Creates Mock Service Worker handlers that answer requests to the service's URL from a server in this process, or
 * from a running one with `remote(url)`. For `setupServer` in Node.js and `setupWorker` in pages. Requests to unknown
 * paths fail with an error.
 */
export function mockHandlers(
  target: RequestTarget,
  { baseUrl, onUnknownPath = fail }: MockOptions,
): HttpHandler[] {
  const base = new URL(baseUrl);
  const prefix = base.pathname.replace(/\/$/, '');
  return [
    // Use a pattern: for predicates, msw clones every request.
    http.all(`${base.origin}${prefix}/*`, async ({ request }) => {
      const answer = await send(target, prefix === '' ? request : withoutPrefix(request, prefix));
      if (answer === undefined) return HttpResponse.error();
      const nearest = answer.headers.get(UNKNOWN_PATH_HEADER);
      if (nearest !== null) onUnknownPath(describeUnknownPath(request, prefix, nearest));
      return answer as HttpResponse<undefined>; // differs from `Response` in its type only
    }),
  ];
}

/** Sends a request. Undefined without a response, as when a fault drops the connection. */
async function send(target: RequestTarget, request: Request): Promise<Response | undefined> {
  try {
    return await target.fetch(request);
  } catch (error) {
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}

function withoutPrefix(request: Request, prefix: string): Request {
  const url = new URL(request.url);
  url.pathname = url.pathname.slice(prefix.length) || '/';
  return new Request(url, request);
}

function describeUnknownPath({ method, url }: Request, prefix: string, nearest: string): string {
  const { pathname } = new URL(url);
  const hint = nearest.startsWith('/') ? ` Did you mean ${prefix}${nearest}?` : '';
  return `Unknown path: ${method} ${pathname}.${hint}`;
}

/** Thrown for a request to an unknown path. */
export class UnknownPath extends Error {
  override readonly name = 'UnknownPath';
}

function fail(message: string): never {
  throw new UnknownPath(message);
}

/** A server that handles requests, in this process or elsewhere. */
export interface RequestTarget {
  fetch(request: Request): Promise<Response>;
}

/** Hop-by-hop headers. */
const HOP_BY_HOP_HEADERS = [
  'connection',
  'content-length',
  'host',
  'keep-alive',
  'te',
  'transfer-encoding',
  'upgrade',
];

/** Uses a running server as the target, as in `http://localhost:4100`. Use this in pages, which cannot run a server. */
export function remote(url: string): RequestTarget {
  return {
    async fetch(request) {
      const { method, signal } = request;
      const headers = new Headers(request.headers);
      for (const name of HOP_BY_HOP_HEADERS) headers.delete(name);
      const body = method === 'GET' || method === 'HEAD' ? null : await request.arrayBuffer();
      // Bypass the handlers, or they would intercept the request again.
      const forwarded = bypass(new Request(targetBelow(url, request), { method, headers, body, signal }));
      const answer = await fetch(forwarded);
      // Rebuild the response without the properties of this connection.
      const { status, statusText } = answer;
      const content = answer.body === null ? null : await answer.arrayBuffer();
      const hasNone = status === 204 || status === 304;
      return new Response(hasNone ? null : content, { status, statusText, headers: answer.headers });
    },
  };
}
