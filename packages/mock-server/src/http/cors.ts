import { RATE_LIMIT_HEADERS } from '@trickle/sdk/contract';
import type { MiddlewareHandler } from 'hono';

const exposed = ['Location', ...Object.values(RATE_LIMIT_HEADERS), 'X-Trickle-Warnings'].join(', ');

/** Lets pages of any origin call the server, since local tests run in pages. */
// Unspecified: U-32
export const allowAnyOrigin: MiddlewareHandler = async (http, next) => {
  const { method, headers } = http.req.raw;
  if (!headers.has('origin')) return next();
  if (method === 'OPTIONS' && headers.has('access-control-request-method')) {
    return http.body(null, 204, {
      'access-control-allow-origin': '*',
      'access-control-allow-methods': 'GET, POST, PUT, DELETE',
      'access-control-allow-headers': headers.get('access-control-request-headers') ?? 'Authorization',
      'access-control-max-age': '7200',
    });
  }
  await next();
  // Only now is there an answer to put them on: handlers make their own `Response`.
  http.header('access-control-allow-origin', '*');
  http.header('access-control-expose-headers', exposed);
  return;
};
