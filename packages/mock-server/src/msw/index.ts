import { type HttpHandler, HttpResponse, http } from 'msw';
import type { RequestTarget } from './remote.ts';

export { type RequestTarget, remote } from './remote.ts';

/** Where the handlers stand in for the service. */
export interface MockOptions {
  /** The service's URL as its clients have it, as in `https://api.example.com`. */
  readonly baseUrl: string;
  /**
   * Told of a request to a path that the service does not have; what it throws is what the request fails with.
   * Default: throws an error that names the path and the nearest one that there is.
   */
  readonly onUnknownPath?: ((message: string) => void) | undefined;
}

/** Is on the answer to a path that no operation has; names the nearest one. */
const UNKNOWN_PATH_HEADER = 'x-trickle-unknown-path';

/**
 * Handlers of Mock Service Worker that answer the service's URL from a server in this process, or from a running one
 * by `remote(url)`; for `setupServer` in Node.js and for `setupWorker` in pages alike. Requests to paths that the
 * service does not have fail by name.
 */
export function mockHandlers(
  target: RequestTarget,
  { baseUrl, onUnknownPath = fail }: MockOptions,
): HttpHandler[] {
  const base = new URL(baseUrl);
  const prefix = base.pathname.replace(/\/$/, '');
  return [
    // A pattern, since msw copies each request that a predicate is asked about.
    http.all(`${base.origin}${prefix}/*`, async ({ request }) => {
      const answer = await send(target, prefix === '' ? request : withoutPrefix(request, prefix));
      if (answer === undefined) return HttpResponse.error();
      const nearest = answer.headers.get(UNKNOWN_PATH_HEADER);
      if (nearest !== null) onUnknownPath(sayUnknown(request, prefix, nearest));
      return answer as HttpResponse<undefined>; // msw's own kind of response adds nothing but a type
    }),
  ];
}

/** The answer; undefined where there is none, as when a fault drops the connection. */
async function send(target: RequestTarget, request: Request): Promise<Response | undefined> {
  try {
    return await target.fetch(request);
  } catch (error) {
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}

/** The request as it would reach a server that is not below a path. */
function withoutPrefix(request: Request, prefix: string): Request {
  const url = new URL(request.url);
  url.pathname = url.pathname.slice(prefix.length) || '/';
  return new Request(url, request);
}

function sayUnknown({ method, url }: Request, prefix: string, nearest: string): string {
  const { pathname } = new URL(url);
  const hint = nearest.startsWith('/') ? ` Did you mean ${prefix}${nearest}?` : '';
  return `The service has nothing at ${method} ${pathname}.${hint}`;
}

/** Thrown for a request to a path that the service does not have. */
export class UnknownPath extends Error {
  override readonly name = 'UnknownPath';
}

function fail(message: string): never {
  throw new UnknownPath(message);
}
