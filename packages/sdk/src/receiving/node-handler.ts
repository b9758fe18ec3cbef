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
  iterator(options: { destroyOnReturn: boolean }): AsyncIterator<Uint8Array>;
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
    const { status, headers, body } = await answerOf(handler, request, gone.signal);
    if (!response.destroyed) {
      response.writeHead(status, Object.fromEntries(headers));
      response.end(body);
    }
    // What is left of a body must be taken in, or the sender may be cut off before it reads the answer.
    request.resume();
  };
}

async function answerOf(handler: FetchHandler, request: NodeRequest, signal: AbortSignal) {
  const { status, headers, body } = await fetchRequest(request, signal).then(handler).catch(failed);
  return { status, headers, body: new Uint8Array(await new Response(body).arrayBuffer()) };
}

/** The handlers of this SDK do not fail; one of somebody else's may, or Fetch has no such request. */
function failed(error: unknown): Response {
  console.error(error);
  return refusal(500, 'The request could not be handled.');
}

async function fetchRequest(request: NodeRequest, signal: AbortSignal): Promise<Request> {
  const { method = 'GET' } = request;
  const hasBody = method !== 'GET' && method !== 'HEAD';
  const body = hasBody ? bodyOf(request) : null;
  const headers = headersOf(request);
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

/** The body as it comes in; or, where a body parser has taken it, as that left it. */
function bodyOf(request: NodeRequest): BodyInit | null {
  const { body, readableDidRead } = request;
  if (!readableDidRead) return streamOf(request);
  if (body === undefined || body === null) {
    throw new TypeError('The body of the request has been read already, and `request.body` holds nothing.');
  }
  // The text of bytes is theirs; of an object it is JSON.
  return typeof body === 'string' || body instanceof Uint8Array
    ? (body as BodyInit) // a Buffer is a BodyInit, whatever memory it lies in
    : JSON.stringify(body);
}

function streamOf(request: NodeRequest): ReadableStream<Uint8Array> {
  // The connection must outlive the body: the answer is still to be sent.
  const chunks = request.iterator({ destroyOnReturn: false });
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await chunks.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    async cancel() {
      await chunks.return?.();
    },
  });
}
