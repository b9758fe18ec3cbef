import ky, { isTimeoutError } from 'ky';
import type { ResponseLayout } from '../contract/schema/layout.ts';
import { parseJson } from '../contract/schema/parse-json.ts';
import { apiErrorFrom } from '../core/api-errors.ts';
import { type Clock, systemClock } from '../core/clock.ts';
import {
  ConnectionError,
  type RequestSummary,
  ResponseFormatError,
  ResponseSizeError,
  TimeoutError,
  TrickleError,
} from '../core/errors.ts';
import { isObject } from '../core/is-object.ts';
import { type Fetch, MAX_RESPONSE_SIZE } from '../options.ts';
import { retryAtOf } from './retry.ts';

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

/** A successful response, read to its end. */
export interface ApiResponse {
  readonly response: Response;
  readonly text: string;
}

/**
 * Sends a request once and reads the whole response. Throws an error for a response outside 2xx. No error of ky leaves
 * this function, since they contain the credentials.
 */
export async function sendOnce(request: PreparedRequest): Promise<ApiResponse> {
  const { summary, url = summary.url, headers, timeout, signal, clock = systemClock } = request;
  let text = '';
  let response: Response;
  try {
    response = await ky(url, {
      ...{ method: summary.method, headers, timeout, retry: 0, redirect: 'manual', throwHttpErrors: false },
      ...(signal && { signal }),
      // Reads the body too, so that the timeout covers it. ky passes its request.
      async fetch(bare) {
        signal?.throwIfAborted();
        const received = await untilAborted(signal, receive(request, bare as Request));
        text = received.text;
        return received.response;
      },
    });
  } catch (error) {
    if (signal?.aborted) throw signal.reason;
    if (isTimeoutError(error)) throw new TimeoutError(summary, Number(timeout));
    throw error instanceof TrickleError ? error : new ConnectionError(summary, error);
  }
  if (response.ok) return { response, text };
  const retryAt = retryAtOf(response, clock.now());
  throw apiErrorFrom({ request: summary, response, body: parseFailure(text), retryAt });
}

/** Rejects as soon as the signal aborts, even if the promise never settles. */
export async function untilAborted<T>(signal: AbortSignal | undefined, promise: T | Promise<T>): Promise<T> {
  if (!signal) return promise;
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

/** Sends ky's request with its body, which ky would discard at the end, and reads the response. */
async function receive(request: PreparedRequest, bare: Request): Promise<ApiResponse> {
  const { summary, body, fetch, maxResponseSize = MAX_RESPONSE_SIZE } = request;
  const init = body === undefined ? {} : { body };
  let response: Response;
  let text: string | undefined;
  try {
    response = await (fetch ? fetch(new Request(bare, init)) : globalThis.fetch(bare, init));
    text = await readText(response, maxResponseSize);
  } catch (error) {
    throw new ConnectionError(summary, error);
  }
  if (text === undefined) throw new ResponseSizeError(summary, response, maxResponseSize);
  return { response, text };
}

/** Reads the text of a body. Stops and returns undefined if it is larger than `maxSize` bytes. */
async function readText(response: Response, maxSize: number): Promise<string | undefined> {
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
function parseFailure(text: string): unknown {
  try {
    return parseJson(text);
  } catch (error) {
    if (error instanceof SyntaxError) return text;
    throw error;
  }
}

/**
 * Parses the body of a successful response; undefined without a body. Checks its envelope only, since members and values
 * that the service adds later must not break clients.
 */
export function bodyOf(
  layout: ResponseLayout,
  { response, text }: ApiResponse,
  request: RequestSummary,
): unknown {
  const hasNoResult = layout.kind === 'none' || layout.kind === 'empty';
  if (hasNoResult && text === '') return undefined;
  let body: unknown;
  try {
    body = parseJson(text);
  } catch (cause) {
    throw new ResponseFormatError(request, response, text, { cause });
  }
  if (!hasEnvelope(layout, body)) throw new ResponseFormatError(request, response, text);
  return body;
}

function hasEnvelope({ kind, name }: ResponseLayout, body: unknown): boolean {
  if (!isObject(body)) return false;
  const records = body[name];
  switch (kind) {
    case 'one':
      return Array.isArray(records) && records.length > 0;
    case 'many':
      return Array.isArray(records);
    case 'page':
      return Array.isArray(records) && isObject(body.meta);
    default:
      return true;
  }
}
