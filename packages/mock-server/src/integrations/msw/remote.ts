import { bypass } from 'msw';
import { targetBelow } from '../../shared/values/encoded-url.ts';

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
