import { RATE_LIMIT_HEADERS } from '@trickle/sdk/contract';
import type { Context as Http } from 'hono';
import { addressOf, isPrivate } from './address.ts';
import type { RequestHandler } from './record-request.ts';

const exposed = [
  'Location',
  'Retry-After',
  ...Object.values(RATE_LIMIT_HEADERS),
  'X-Trickle-Warnings',
  'X-Trickle-Fault',
  'X-Trickle-Unknown-Path',
].join(', ');

/** Pages of this server, which other sites may not read. */
const PAGES = /^\/+(?:docs|demo|oauth\/+authorize|e)(?:\/|$)/;

/** Whether pages of other origins may not access a path. */
const isClosed = (path: string) => isPrivate(path) || PAGES.test(path);

/** Adds CORS headers that let pages of any origin call the API, as local tests need. The server's own paths and pages are excluded. */
// Unspecified: U-32
export function allowAnyOrigin(answer: RequestHandler): RequestHandler {
  const answerPage: RequestHandler = async (request, peer) => {
    const { method, headers } = request;
    if (method === 'OPTIONS' && headers.has('access-control-request-method')) return preflight(headers);
    const response = await answer(request, peer);
    // Responses to requests with cookies set the origin themselves.
    if (!response.headers.has('access-control-allow-origin')) {
      response.headers.set('access-control-allow-origin', '*');
    }
    response.headers.set('access-control-expose-headers', exposed);
    return response;
  };
  return (request, peer) => {
    const isFromPage = request.headers.has('origin') && !isClosed(addressOf(request, peer).path);
    return isFromPage ? answerPage(request, peer) : answer(request, peer);
  };
}

const preflight = (headers: Headers) =>
  new Response(null, {
    status: 204,
    headers: {
      'access-control-allow-origin': '*',
      'access-control-allow-methods': 'GET, POST, PUT, DELETE',
      'access-control-allow-headers': headers.get('access-control-request-headers') ?? 'Authorization',
      'access-control-max-age': '7200',
    },
  });

/**
 * Headers for responses without personal data. Always sent, because such responses are cached and shared. A page with
 * `Cross-Origin-Embedder-Policy: require-corp` loads a script without the attribute `crossorigin` only with the second one.
 */
export const ANY_ORIGIN = {
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
};

/** CORS headers that let the requesting page read the response, with credentials if it sends them. */
export function corsHeaders(http: Http): Record<string, string> {
  const origin = http.req.header('origin');
  if (origin === undefined) return {};
  return {
    'access-control-allow-origin': origin,
    'access-control-allow-credentials': 'true',
    'access-control-expose-headers': 'Retry-After',
    vary: 'origin',
  };
}
