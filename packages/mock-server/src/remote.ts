/** Something that answers requests to the service: a server in this process, or one elsewhere. */
export interface RequestTarget {
  fetch(request: Request): Promise<Response>;
}

/** Headers that belong to one connection and not to the request. */
const OF_CONNECTION = ['connection', 'content-length', 'host', 'keep-alive', 'te', 'transfer-encoding', 'upgrade'];

/**
 * A running server as the target of handlers, for pages, where no server can be: what comes is sent on to `url`, as
 * in `http://localhost:4100`. The fetch that is used is the one of the moment at which this is called.
 */
export function remote(url: string, send: typeof fetch = fetch): RequestTarget {
  const base = new URL(url);
  return {
    async fetch(request) {
      const { pathname, search } = new URL(request.url);
      const { method, signal } = request;
      const headers = new Headers(request.headers);
      for (const name of OF_CONNECTION) headers.delete(name);
      const body = method === 'GET' || method === 'HEAD' ? null : await request.arrayBuffer();
      const answer = await send(new URL(pathname + search, base), { method, headers, body, signal });
      // Taken apart and put together again, so that nothing of the connection to the server goes along.
      const { status, statusText } = answer;
      const content = answer.body === null ? null : await answer.arrayBuffer();
      const hasNone = status === 204 || status === 304;
      return new Response(hasNone ? null : content, { status, statusText, headers: answer.headers });
    },
  };
}
