import { type FetchHandler, refusal } from './answer.ts';

/** What is needed of a request of Node's `http` and `https`, of Express and of Connect. */
export interface NodeRequest {
  readonly method?: string | undefined;
  readonly url?: string | undefined;
  /** Express: the URL before a router took its part away. */
  readonly originalUrl?: string | undefined;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** What a body parser made of the body. */
  readonly body?: unknown;
  /** Whether somebody has read from the body. */
  readonly readableDidRead?: boolean | undefined;
  on(event: 'data', listener: (chunk: Uint8Array) => void): unknown;
  on(event: 'end' | 'close', listener: () => void): unknown;
  on(event: 'error', listener: (error: Error) => void): unknown;
  pause(): unknown;
  resume(): unknown;
}

/** What is needed of a response of Node's `http` and `https`, of Express and of Connect. */
export interface NodeResponse {
  readonly writableFinished: boolean;
  readonly destroyed: boolean;
  once(event: 'close', listener: () => void): unknown;
  writeHead(status: number, headers: Record<string, string>): unknown;
  end(body: Uint8Array): unknown;
}

/** A handler for `http.createServer`, `app.use` or `app.post`. Its promise is never rejected. */
export type NodeHandler = (request: NodeRequest, response: NodeResponse) => Promise<void>;

/**
 * Makes a handler for Node's servers of one for Fetch-style servers. It works before and after a body parser of
 * Express, and answers always: `next` is never called.
 *
 * ```ts
 * createServer(toNodeHandler(handler)).listen(3000);
 * ```
 */
export function toNodeHandler(handler: FetchHandler): NodeHandler {
  return async (request, response) => {
    const gone = new AbortController();
    response.once('close', () => {
      if (!response.writableFinished) gone.abort(new DOMException('The client is gone.', 'AbortError'));
    });
    const incoming = request.readableDidRead ? undefined : streamOf(request);
    const { status, headers, body } = await fetchRequest(request, incoming?.stream, gone.signal)
      .then(handler)
      .then(whole)
      .catch(failed);
    if (!response.destroyed) {
      response.writeHead(status, { ...Object.fromEntries(headers), 'content-length': String(body.length) });
      response.end(body);
    }
    incoming?.discard();
  };
}

async function whole(response: Response) {
  const { status, headers } = response;
  return { status, headers, body: new Uint8Array(await response.arrayBuffer()) };
}

/** The handlers of this SDK do not fail; one of somebody else's may, or Fetch has no such request. */
function failed(error: unknown) {
  console.error(error);
  return whole(refusal(500, 'The request could not be handled.'));
}

// Asynchronous, so that what Fetch refuses is a failure like any other.
async function fetchRequest(
  request: NodeRequest,
  stream: ReadableStream<Uint8Array> | undefined,
  signal: AbortSignal,
): Promise<Request> {
  const { method = 'GET' } = request;
  const headers = headersOf(request);
  const body = method === 'GET' || method === 'HEAD' ? null : (stream ?? parsedBody(request.body));
  // Fetch has it that a request with a streamed body is told to be "half" duplex; the DOM's types do not know yet.
  const init: RequestInit & { duplex: 'half' } = { method, headers, body, signal, duplex: 'half' };
  return new Request(urlOf(request), init);
}

/** Only path and query count here; the host is the one that the client says. */
function urlOf({ originalUrl, url = '/', headers }: NodeRequest): string {
  const path = (originalUrl ?? url).replace(/^(?!\/)/, '/');
  const here = `http://${headers.host}${path}`;
  return URL.canParse(here) ? here : `http://localhost${path}`;
}

function headersOf({ headers }: NodeRequest): Headers {
  const fetchHeaders = new Headers();
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) fetchHeaders.set(name, String(value));
  }
  return fetchHeaders;
}

/** What a body parser made of a body, as text or bytes again. */
function parsedBody(body: unknown): BodyInit {
  if (body === undefined || body === null) {
    throw new TypeError('The body of the request has been read already, and `request.body` holds nothing.');
  }
  if (typeof body === 'string' || body instanceof Uint8Array) return body as BodyInit; // a Buffer is one
  return JSON.stringify(body);
}

/** The body as it is asked for, and what to do with the rest of it when the answer is there. */
function streamOf(request: NodeRequest): { stream: ReadableStream<Uint8Array>; discard: () => void } {
  let isOver = false;
  const discard = () => {
    isOver = true;
    // What is left must be taken in, or the sender may be cut off before it reads the answer.
    request.resume();
  };
  const stream = new ReadableStream<Uint8Array>(
    {
      start(controller) {
        const fail = (error = new Error('The connection was closed.')) => {
          if (!isOver) controller.error(error);
          isOver = true;
        };
        request.on('data', (chunk) => {
          if (isOver) return;
          controller.enqueue(chunk);
          request.pause();
        });
        request.on('end', () => {
          if (!isOver) controller.close();
          isOver = true;
        });
        request.on('error', fail);
        request.on('close', fail);
        request.pause();
      },
      pull() {
        request.resume();
      },
      cancel: discard,
    },
    // Nothing is read before it is asked for.
    { highWaterMark: 0 },
  );
  return { stream, discard };
}
