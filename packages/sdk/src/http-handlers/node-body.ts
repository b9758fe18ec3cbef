import type { NodeRequest } from './node-message.ts';

/** Where a body parser leaves what it has read. */
interface Parsed {
  readonly body?: unknown;
  readonly rawBody?: unknown;
}

/** A body for Fetch, and what to do with the rest of it once the answer is sent. */
interface NodeBody {
  /** Fails where the body was read and is gone. */
  get(): BodyInit;
  discard(): void;
}

/**
 * The body of a request: as it came, where a parser keeps that; the stream, where nobody has read it; else what the
 * parser made of it. `parsed` is the framework's own request, where it has one beside Node's.
 */
export function bodyOf(request: NodeRequest, parsed: Parsed): NodeBody {
  const raw = parsed.rawBody ?? request.rawBody;
  const isKept = typeof raw === 'string' || raw instanceof Uint8Array; // a Buffer is one
  if (!isKept && !request.readableDidRead) return streamOf(request);
  return { get: () => parsedBody(isKept ? raw : (parsed.body ?? request.body)), discard: () => {} };
}

/** The body that a parser left, as text or bytes again. */
function parsedBody(body: unknown): BodyInit {
  if (body === undefined || body === null) {
    throw new TypeError(
      'The body was read before this handler, and is not in `request.rawBody` or `request.body`. Register the ' +
        'handler before the body parser. In Fastify, pass its own request and reply.',
    );
  }
  if (typeof body === 'string' || body instanceof Uint8Array) return body as BodyInit; // a Buffer is one
  return JSON.stringify(body);
}

function streamOf(request: NodeRequest): NodeBody {
  let isOver = false;
  const discard = () => {
    isOver = true;
    // The rest must be received, or the sender may be cut off before it reads the answer.
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
    // Nothing is read before it is asked for.
    { highWaterMark: 0 },
  );
  return { get: () => stream, discard };
}
