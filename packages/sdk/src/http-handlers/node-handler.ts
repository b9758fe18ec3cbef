import { bodyOf } from './node-body.ts';
import type { NodeRequest } from './node-message.ts';
import { errorResponse, type FetchHandler } from './responses.ts';

/** The parts used of a response of Node's `http` and `https`, of Express and of Connect. */
export interface NodeResponse {
  readonly writableFinished: boolean;
  readonly destroyed: boolean;
  once(event: 'close', listener: () => void): unknown;
  writeHead(status: number, headers: Record<string, string>): unknown;
  end(body: Uint8Array): unknown;
}

/** The parts used of a request of Fastify. */
export interface FastifyLikeRequest {
  readonly raw: NodeRequest;
  readonly body?: unknown;
  readonly rawBody?: unknown;
}

/** The parts used of a reply of Fastify. */
export interface FastifyLikeReply {
  readonly raw: NodeResponse;
  hijack(): unknown;
}

/** A handler for `http.createServer` and for routes of Express and Fastify. Its promise is never rejected. */
export type NodeHandler = (
  request: NodeRequest | FastifyLikeRequest,
  response: NodeResponse | FastifyLikeReply,
) => Promise<void>;

/**
 * Turns a handler for Fetch-style servers into one for Node's servers, Express and Fastify. It works before and after
 * a body parser, and always answers: `next` is never called.
 *
 * ```ts
 * createServer(toNodeHandler(handler)).listen(3000);
 * ```
 */
export function toNodeHandler(handler: FetchHandler): NodeHandler {
  return async (given, reply) => {
    const request = 'raw' in given ? given.raw : given;
    const response = 'raw' in reply ? reply.raw : reply;
    // Fastify would send an answer of its own.
    if ('hijack' in reply) reply.hijack();
    const gone = new AbortController();
    response.once('close', () => {
      if (!response.writableFinished) gone.abort();
    });
    const incoming = bodyOf(request, given);
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

/** The handlers of this SDK do not fail; one of your own may, or the request may be none that Fetch knows. */
function failed(error: unknown) {
  console.error(error);
  return whole(errorResponse(500, 'The handler failed.'));
}

// Asynchronous, so that a request that Fetch refuses is a failure like any other.
async function fetchRequest(
  request: NodeRequest,
  bodyIn: () => BodyInit,
  signal: AbortSignal,
): Promise<Request> {
  const { method = 'GET' } = request;
  // `Request` joins the values of an array by commas.
  const headers = Object.entries(request.headers).filter(([, value]) => value) as [string, string][];
  const body = method === 'GET' || method === 'HEAD' ? null : bodyIn();
  // Fetch requires "half" for a request with a streamed body; the DOM's types do not know it yet.
  const init: RequestInit & { duplex: 'half' } = { method, headers, body, signal, duplex: 'half' };
  return new Request(urlOf(request), init);
}

/** Only path and query matter here; the host is the one that the client sends. */
function urlOf({ originalUrl, url = '/', headers }: NodeRequest): string {
  const path = (originalUrl ?? url).replace(/^(?!\/)/, '/');
  const here = `http://${headers.host}${path}`;
  return URL.canParse(here) ? here : `http://localhost${path}`;
}
