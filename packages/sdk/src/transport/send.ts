import { apiErrorFrom } from '../core/api-errors.ts';
import { type Clock, systemClock } from '../core/clock.ts';
import { ConnectionError, type RequestSummary, ResponseSizeError, TrickleError } from '../core/errors.ts';
import { type Fetch, MAX_RESPONSE_SIZE } from '../options.ts';
import { retryAtOf } from './retry-after.ts';

/** One request, ready to be sent. */
export interface OneRequest {
  /** Default: the URL of the summary. */
  readonly url?: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  /** Default: the runtime's `fetch`. */
  readonly fetch: Fetch | undefined;
  /** Maximum size of a response, in bytes. */
  readonly maxResponseSize?: number;
  /** Default: the system clock. */
  readonly clock?: Clock;
  /** The request as errors show it. */
  readonly summary: RequestSummary;
}

/** A successful response, read to its end. */
export interface Answer {
  readonly response: Response;
  readonly text: string;
}

/** Sends a request once and reads the whole response. Throws an error for a response outside 2xx. */
export async function send(request: OneRequest, signal: AbortSignal): Promise<Answer> {
  signal.throwIfAborted();
  const { summary, clock = systemClock, maxResponseSize = MAX_RESPONSE_SIZE } = request;
  let response: Response;
  let text: string | undefined;
  try {
    response = await fetched(request, signal);
    text = await textOf(response, maxResponseSize);
  } catch (error) {
    throw error instanceof TrickleError ? error : new ConnectionError(summary, error);
  }
  if (text === undefined) throw new ResponseSizeError(summary, response, maxResponseSize);
  if (response.ok) return { response, text };
  const retryAt = retryAtOf(response, clock.now());
  throw apiErrorFrom({ request: summary, response, body: parsed(text), retryAt });
}

/** Rejects as soon as the signal aborts, even if a given `fetch` ignores it. */
export async function untilAborted<T>(signal: AbortSignal, promise: Promise<T>): Promise<T> {
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const leave = () => reject(signal.reason);
  signal.addEventListener('abort', leave);
  try {
    return await Promise.race([promise, aborted]);
  } finally {
    // Runtimes keep a signal that has a listener, and everything that the listener holds.
    signal.removeEventListener('abort', leave);
  }
}

function fetched({ summary, url = summary.url, headers, body, fetch }: OneRequest, signal: AbortSignal) {
  const init: RequestInit = { method: summary.method, headers, signal, redirect: 'manual' };
  if (body !== undefined) init.body = body;
  // Given a `Request`, the runtime's `fetch` would construct another one.
  return fetch ? fetch(new Request(url, init)) : globalThis.fetch(url, init);
}

/** Reads the text of a body. Stops and returns undefined if it is larger than `maxSize` bytes. */
async function textOf(response: Response, maxSize: number): Promise<string | undefined> {
  const { body, bodyUsed } = response;
  // Some runtimes have no stream here. For a body that has been read, `text` rejects with the runtime's message.
  if (!body || bodyUsed) {
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
  const last = chunks.pop();
  const text = chunks.map((chunk) => decoder.decode(chunk, { stream: true })).join('');
  return text + decoder.decode(last);
}

const decoder = new TextDecoder();

/** Parses the body of a failed response, or returns its text if it is not JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return text;
    throw error;
  }
}
