import type { Server } from '../../admin/server-control.ts';

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
  const base = new URL(url);
  return {
    async fetch(request) {
      const { pathname, search } = new URL(request.url);
      const body = request.body && (await request.arrayBuffer());
      const response = await fetch(new URL(pathname + search, base), {
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
