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

/** The members in which a body parser stores the body. */
interface Parsed {
  readonly body?: unknown;
  readonly rawBody?: unknown;
}

/** The body of a request for Fetch. `discard` drops the unread rest after the response. */
interface NodeBody {
  /** Throws if the body was read and is lost. */
  get(): BodyInit;
  discard(): void;
}

/**
 * The body of a request: the raw body if a parser keeps it, the stream if it is unread, otherwise the parsed body. `parsed` is
 * the framework's own request object, if it has one besides that of Node.
 */
function bodyOf(request: NodeRequest, parsed: Parsed): NodeBody {
  const raw = parsed.rawBody ?? request.rawBody;
  const hasRaw = typeof raw === 'string' || raw instanceof Uint8Array; // includes Buffer
  if (!hasRaw && !request.readableDidRead) return streamOf(request);
  return { get: () => parsedBody(hasRaw ? raw : (parsed.body ?? request.body)), discard: () => {} };
}

/** Converts a parsed body back to a string or bytes. */
function parsedBody(body: unknown): BodyInit {
  if (body === undefined || body === null) {
    throw new TypeError(
      'The body was read before this handler, and is not in `request.rawBody` or `request.body`. Register the ' +
        'handler before the body parser. In Fastify, pass its own request and reply.',
    );
  }
  if (typeof body === 'string' || body instanceof Uint8Array) return body as BodyInit; // includes Buffer
  return JSON.stringify(body);
}

function streamOf(request: NodeRequest): NodeBody {
  let isOver = false;
  const discard = () => {
    isOver = true;
    // Receives the rest, since closing the connection early may prevent the sender from reading the response.
    request.resume();
  };
  const stream = new ReadableStream<Uint8Array>(
    {
      start(controller) {
        const end = (close: () => void) => {
          if (!isOver) close();
          isOver = true;
        };
        const fail = (error = new Error('The connection was closed.')) => end(() => controller.error(error));
        request.on('data', (chunk) => {
          if (isOver) return;
          controller.enqueue(chunk);
          request.pause();
        });
        request.on('end', () => end(() => controller.close()));
        request.on('error', fail);
        request.on('close', fail);
        request.pause();
      },
      pull() {
        request.resume();
      },
      cancel: discard,
    },
    // Reads nothing in advance.
    { highWaterMark: 0 },
  );
  return { get: () => stream, discard };
}
