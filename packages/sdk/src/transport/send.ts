import { type Clock, systemClock } from '../core/clock.ts';
import {
  apiErrorFrom,
  ConnectionError,
  type RequestSummary,
  ResponseSizeError,
  TrickleError,
} from '../core/errors.ts';
import { type Fetch, MAX_RESPONSE_SIZE } from '../options.ts';
import { retryAtOf } from './retry-after.ts';

/** One request, ready to be sent. */
export interface OneRequest {
  /** Where it goes. Default: what the summary says. */
  readonly url?: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  /** Undefined for the runtime's. */
  readonly fetch: Fetch | undefined;
  /** The most bytes of an answer to read. */
  readonly maxResponseSize?: number;
  /** Tells the time. Default: the machine's. */
  readonly clock?: Clock;
  /** The request as errors show it. */
  readonly summary: RequestSummary;
}

/** A whole answer of success. */
export interface Answer {
  readonly response: Response;
  readonly text: string;
}

/**
 * Sends a request once, reads the whole answer and throws an error for one outside 2xx. Ends with the signal, even
 * where the given `fetch` ignores it.
 */
export async function send(request: OneRequest, signal: AbortSignal): Promise<Answer> {
  signal.throwIfAborted();
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  const leave = () => reject(signal.reason);
  signal.addEventListener('abort', leave);
  whole(request, signal).then(resolve, reject);
  try {
    const answer = await promise;
    const { response, text } = answer;
    if (response.ok) return answer;
    const { summary, clock = systemClock } = request;
    const retryAt = retryAtOf(response, clock.now());
    throw apiErrorFrom({ request: summary, response, body: parsed(text), retryAt });
  } finally {
    // Runtimes keep a signal that has a listener, and all that the listener holds.
    signal.removeEventListener('abort', leave);
  }
}

async function whole(request: OneRequest, signal: AbortSignal): Promise<Answer> {
  const { summary, fetch, headers, body, url = summary.url } = request;
  const { maxResponseSize = MAX_RESPONSE_SIZE } = request;
  const init: RequestInit = { method: summary.method, headers, signal, redirect: 'manual' };
  if (body !== undefined) init.body = body;
  try {
    // The runtime's `fetch` would make another request of a ready one.
    const response = await (fetch ? fetch(new Request(url, init)) : globalThis.fetch(url, init));
    const text = await textOf(response, maxResponseSize);
    if (text === undefined) throw new ResponseSizeError(summary, response, maxResponseSize);
    return { response, text };
  } catch (error) {
    throw error instanceof TrickleError ? error : new ConnectionError(summary, error);
  }
}

/** The text of a body; undefined when it has more than `most` bytes, of which no more are read then. */
async function textOf(response: Response, most: number): Promise<string | undefined> {
  const { body, bodyUsed } = response;
  // Some runtimes give no stream; and a body that has been read fails with the runtime's own words.
  if (!body || bodyUsed) {
    const text = await response.text();
    return text.length > most ? undefined : text;
  }
  const reader = body.getReader();
  const pieces: Uint8Array[] = [];
  for (let size = 0; ; ) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.byteLength;
    if (size > most) {
      reader.cancel().catch(() => {}); // nobody waits for the rest
      return undefined;
    }
    pieces.push(value);
  }
  // Without a pause, so that one decoder does for all.
  const text = pieces.map((piece) => decoder.decode(piece, { stream: true })).join('');
  return text + decoder.decode();
}

const decoder = new TextDecoder();

/** The body of an answer that is no success: JSON where it is some, else its text. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return text;
    throw error;
  }
}
