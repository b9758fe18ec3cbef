import { follow } from '../core/abort.ts';
import type { Clock } from '../core/clock.ts';
import { ConnectionError, type RequestSummary, ResponseSizeError, rootCode } from '../core/errors.ts';
import { FetchError } from '../core/fetch-error.ts';
import { isObject } from '../core/is-object.ts';
import { type Fetch, MAX_RESPONSE_SIZE } from '../options.ts';

/** One request, ready to be sent. */
export interface PreparedRequest {
  /** The request as shown in errors. */
  readonly summary: RequestSummary;
  /** Default: the URL of the summary. */
  readonly url?: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
  /** Milliseconds, including the body of the response. */
  readonly timeout: number | false;
  readonly signal: AbortSignal | undefined;
  /** Default: the runtime's `fetch`. */
  readonly fetch: Fetch | undefined;
  /** Maximum size of a response, in bytes. */
  readonly maxResponseSize?: number;
  /** Default: the system clock. */
  readonly clock?: Clock;
}

/** A response, read to its end. */
export interface ApiResponse {
  readonly response: Response;
  readonly text: string;
}

/** Sends ky's request with its body, which ky would discard at the end, and reads the response. */
export async function receive(request: PreparedRequest, bare: Request): Promise<ApiResponse> {
  const { summary, body, signal, maxResponseSize = MAX_RESPONSE_SIZE } = request;
  const ending = new AbortController();
  const releases = signal ? [follow(ending, signal), follow(ending, bare.signal)] : [];
  const init = { ...(body !== undefined && { body }), ...(signal && { signal: ending.signal }) };
  let response: Response;
  let text: string | undefined;
  try {
    response = await fetched(request, bare, init);
    text = await readText(response, maxResponseSize);
  } catch (error) {
    throw error instanceof FetchError ? error : new ConnectionError(summary, error);
  } finally {
    for (const release of releases) release();
  }
  if (typeof text === 'string') return { response, text };
  throw new ResponseSizeError(summary, response, maxResponseSize);
}

/** The response of the given `fetch`, or that of the runtime. */
async function fetched({ summary, fetch }: PreparedRequest, bare: Request, init: RequestInit) {
  let isText = false;
  let response: unknown;
  if (fetch) {
    const whole = new Request(bare, init);
    // An implementation that does not know this class takes it for a URL and reads it as a string.
    const read = () => {
      isText = true;
      return '[object Request]';
    };
    Object.defineProperty(whole, 'toString', { value: read });
    try {
      response = await fetch(whole);
    } catch (error) {
      if (!isText || !FOREIGN.includes(rootCode(error))) throw error;
      throw new FetchError(summary, 'does not accept the `Request`', { cause: error });
    }
  } else response = await globalThis.fetch(bare, init);
  if (isResponse(response)) return response;
  throw new FetchError(summary, 'did not return a `Response` with `status`, `headers.get()` and `text()`');
}

/** Codes of an error whose request was read as a URL: Node.js has one, node-fetch 2 has none. */
const FOREIGN = ['ERR_INVALID_URL', ''];

/** Whether a value can be used as a response, as those of other libraries can. */
function isResponse(value: unknown): value is Response {
  if (!isObject(value)) return false;
  const { status, headers, text } = value;
  const isRead = typeof status === 'number' && typeof text === 'function';
  return isRead && isObject(headers) && typeof headers.get === 'function';
}

/** Reads the text of a body. Stops and returns undefined if it is larger than `maxSize` bytes. */
async function readText(response: Response, maxSize: number): Promise<string | undefined> {
  const { body, bodyUsed } = response;
  // React Native has no stream here, node-fetch one of Node.js. For a body that has been read, `text` rejects with the
  // runtime's message.
  if (!body?.getReader || bodyUsed) {
    const text = await response.text();
    return text.length > maxSize ? undefined : text;
  }
  const reader = body.getReader();
  const chunks: Uint8Array[] = [];
  for (let size = 0; ; ) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.byteLength;
    if (size > maxSize) {
      reader.cancel().catch(() => {}); // nobody waits for the rest
      return undefined;
    }
    chunks.push(value);
  }
  // Synchronous, so that all calls can share the decoder. Most bodies are one chunk.
  decoder ??= new TextDecoder();
  const shared = decoder;
  const last = chunks.pop();
  const text = chunks.map((chunk) => shared.decode(chunk, { stream: true })).join('');
  return text + shared.decode(last);
}

/** Made on use: React Native has none. */
let decoder: TextDecoder | undefined;
