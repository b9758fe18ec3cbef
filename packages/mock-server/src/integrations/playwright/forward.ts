import type { Server } from '../../admin/server-control.ts';
import { targetBelow } from '../../shared/values/encoded-url.ts';

/** Headers of a connection, and those that no longer describe a body that `fetch` has decoded. */
const CONNECTION_HEADERS = [
  'connection',
  'content-encoding',
  'content-length',
  'host',
  'keep-alive',
  'transfer-encoding',
];

/** Forwards requests to a running server. */
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
