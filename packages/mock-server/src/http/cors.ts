import { RATE_LIMIT_HEADERS } from '@trickle/sdk/contract';

const exposed = ['Location', ...Object.values(RATE_LIMIT_HEADERS), 'X-Trickle-Warnings'].join(', ');

type Answer = (request: Request) => Promise<Response>;

/** Lets pages of any origin call the server, since local tests run in pages. */
// Unspecified: U-32
export function allowAnyOrigin(answer: Answer): Answer {
  return async (request) => {
    const { method, headers } = request;
    if (!headers.has('origin')) return answer(request);
    if (method === 'OPTIONS' && headers.has('access-control-request-method')) return preflight(headers);
    const response = await answer(request);
    response.headers.set('access-control-allow-origin', '*');
    response.headers.set('access-control-expose-headers', exposed);
    return response;
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
