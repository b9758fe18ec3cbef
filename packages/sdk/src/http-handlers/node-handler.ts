import { bodyOf } from './node-body.ts';
import type { NodeRequest } from './node-message.ts';
import { errorResponse, type FetchHandler } from './responses.ts';

/** The used part of a response of Node's `http` and `https`, Express and Connect. */
export interface NodeResponse {
  readonly writableFinished: boolean;
  readonly destroyed: boolean;
  once(event: 'close', listener: () => void): unknown;
  writeHead(status: number, headers: Record<string, string>): unknown;
  end(body: Uint8Array): unknown;
}

/** The used part of a Fastify request. */
export interface FastifyLikeRequest {
  readonly raw: NodeRequest;
  readonly body?: unknown;
  readonly rawBody?: unknown;
}

/** The used part of a Fastify reply. */
export interface FastifyLikeReply {
  readonly raw: NodeResponse;
  hijack(): unknown;
}

/** A handler for `http.createServer` and for routes of Express and Fastify. Its promise never rejects. */
export type NodeHandler = (
  request: NodeRequest | FastifyLikeRequest,
  response: NodeResponse | FastifyLikeReply,
) => Promise<void>;

/**
 * Adapts a handler for Fetch-style servers to Node's servers, Express and Fastify. It works before and after a body
 * parser. It always responds and never calls `next`.
 *
 * ```ts
 * createServer(toNodeHandler(handler)).listen(3000);
 * ```
 */
export function toNodeHandler(handler: FetchHandler): NodeHandler {
  return async (message, reply) => {
    const request = 'raw' in message ? message.raw : message;
    const response = 'raw' in reply ? reply.raw : reply;
    // Fastify would send its own response.
    if ('hijack' in reply) reply.hijack();
    const gone = new AbortController();
    response.once('close', () => {
      if (!response.writableFinished) gone.abort();
    });
    const incoming = bodyOf(request, message);
    const { status, headers, body } = await fetchRequest(request, incoming.get, gone.signal)
      .then(handler)
      .then(whole)
      .catch(failed);
    if (!response.destroyed) {
      response.writeHead(status, { ...Object.fromEntries(headers), 'content-length': String(body.length) });
      response.end(body);
    }
    incoming.discard();
  };
}

async function whole(response: Response) {
  const { status, headers } = response;
  return { status, headers, body: new Uint8Array(await response.arrayBuffer()) };
}

/** Responds if a custom handler fails, or if Fetch does not allow the request. The SDK's own handlers never fail. */
function failed(error: unknown) {
  console.error(error);
  return whole(errorResponse(500, 'The handler failed.'));
}

// Asynchronous, so that a request that Fetch does not allow rejects the promise.
async function fetchRequest(
  request: NodeRequest,
  getBody: () => BodyInit,
  signal: AbortSignal,
): Promise<Request> {
  const { method = 'GET' } = request;
  // `Request` joins the values of an array by commas.
  const headers = Object.entries(request.headers).filter(([, value]) => value) as [string, string][];
  const body = method === 'GET' || method === 'HEAD' ? null : getBody();
  // Fetch requires "half" for a streamed body. The DOM types lack it.
  const init: RequestInit & { duplex: 'half' } = { method, headers, body, signal, duplex: 'half' };
  return new Request(urlOf(request), init);
}

/** The URL of a request. Only its path and query matter; the host is the client's. */
function urlOf({ originalUrl, url = '/', headers }: NodeRequest): string {
  const path = (originalUrl ?? url).replace(/^(?!\/)/, '/');
  const full = `http://${headers.host}${path}`;
  return URL.canParse(full) ? full : `http://localhost${path}`;
}
