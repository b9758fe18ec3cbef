import ky, { isTimeoutError } from 'ky';
import type { ResponseLayout } from '../contract/schema/layout.ts';
import { parseJson } from '../contract/schema/parse-json.ts';
import { deferred, reasonOf, throwIfAborted } from '../core/abort.ts';
import { apiErrorFrom } from '../core/api-errors.ts';
import { systemClock } from '../core/clock.ts';
import {
  ConnectionError,
  type RequestSummary,
  ResponseFormatError,
  TimeoutError,
  TrickleError,
} from '../core/errors.ts';
import { isObject } from '../core/is-object.ts';
import { type ApiResponse, type PreparedRequest, receive } from './receive.ts';
import { retryAtOf } from './retry.ts';

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
      // Reads the body too, so that the timeout covers it. ky passes its request.
      async fetch(bare) {
        throwIfAborted(signal);
        const received = await untilAborted(signal, receive(request, bare as Request));
        text = received.text;
        return received.response;
      },
    });
  } catch (error) {
    if (signal?.aborted) throw reasonOf(signal);
    if (isTimeoutError(error)) throw new TimeoutError(summary, Number(timeout));
    throw error instanceof TrickleError ? error : new ConnectionError(summary, error);
  }
  if (response.status >= 200 && response.status < 300) return { response, text };
  const retryAt = retryAtOf(response, clock.now());
  throw apiErrorFrom({ request: summary, response, body: parseFailure(text), retryAt });
}

/** Rejects as soon as the signal aborts, even if the promise never settles. */
export async function untilAborted<T>(signal: AbortSignal | undefined, promise: T | Promise<T>): Promise<T> {
  if (!signal) return promise;
  const { promise: aborted, reject } = deferred<never>();
  const leave = () => reject(reasonOf(signal));
  signal.addEventListener('abort', leave);
  try {
    return await Promise.race([promise, aborted]);
  } finally {
    // Runtimes keep a signal that has a listener, and everything that the listener holds.
    signal.removeEventListener('abort', leave);
  }
}

/** Parses the body of a failed response, or returns its text if it is not JSON. */
function parseFailure(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return text; // which is not JSON, or nested too deeply for the runtime
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
  const count = Array.isArray(records) ? records.length : -1;
  if (kind === 'one') return count > 0;
  if (kind === 'page') return count >= 0 && isObject(body.meta);
  return kind !== 'many' || count >= 0;
}
