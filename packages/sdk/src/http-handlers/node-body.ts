import type { NodeRequest } from './node-message.ts';

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
export function bodyOf(request: NodeRequest, parsed: Parsed): NodeBody {
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
