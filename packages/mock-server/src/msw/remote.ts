import { bypass } from 'msw';

/** Something that answers requests to the service: a server in this process, or one elsewhere. */
export interface RequestTarget {
  fetch(request: Request): Promise<Response>;
}

/** Headers that belong to one connection and not to the request. */
const OF_CONNECTION = [
  'connection',
  'content-length',
  'host',
  'keep-alive',
  'te',
  'transfer-encoding',
  'upgrade',
];

/**
 * A running server as the target of handlers, for pages, where no server can be: what comes is sent on to `url`, as
 * in `http://localhost:4100`.
 */
export function remote(url: string): RequestTarget {
  const base = new URL(url);
  return {
    async fetch(request) {
      const { pathname, search } = new URL(request.url);
      const { method, signal } = request;
      const headers = new Headers(request.headers);
      for (const name of OF_CONNECTION) headers.delete(name);
      const body = method === 'GET' || method === 'HEAD' ? null : await request.arrayBuffer();
      // Handlers that stand in for the service are not to see it again.
      const forwarded = bypass(
        new Request(new URL(pathname + search, base), { method, headers, body, signal }),
      );
      const answer = await fetch(forwarded);
      // Taken apart and put together again, so that nothing of the connection to the server goes along.
      const { status, statusText } = answer;
      const content = answer.body === null ? null : await answer.arrayBuffer();
      const hasNone = status === 204 || status === 304;
      return new Response(hasNone ? null : content, { status, statusText, headers: answer.headers });
    },
  };
}
