import ky, { isTimeoutError } from 'ky';
import { apiErrorOf, ConnectionError, type RequestSummary, TimeoutError } from '../errors.ts';
import type { Fetch } from '../options.ts';

/** One request, ready to be sent. */
export interface Exchange {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  /** Undefined for the runtime's. */
  readonly fetch: Fetch | undefined;
  /** Milliseconds, the body of the answer included. */
  readonly timeout: number | false;
  readonly signal: AbortSignal | undefined;
  /** How errors tell of the request. */
  readonly summary: RequestSummary;
}

/** A whole answer of success. */
export interface Answer {
  readonly response: Response;
  readonly text: string;
}

/**
 * Sends a request once and reads the whole answer. This is the only place that knows ky; none of ky's errors leaves
 * it, since they hold the request.
 */
export async function exchange(request: Exchange): Promise<Answer> {
  const { url, method, timeout, signal, summary } = request;
  signal?.throwIfAborted();
  let text = '';
  let response: Response;
  try {
    response = await ky(url, {
      // Headers and body go past ky: its own request would only be made anew by `fetch`.
      method,
      timeout,
      retry: 0,
      throwHttpErrors: false,
      ...(signal && { signal }),
      // The body belongs to the attempt, so that ky's time-out covers it.
      fetch: async (input) => {
        const answer = await attempt(request, (input as Request).signal); // ky gives nothing else
        text = answer.text;
        return answer.response;
      },
    });
  } catch (error) {
    if (signal?.aborted) throw signal.reason;
    if (isTimeoutError(error)) throw new TimeoutError(summary, timeout || 0);
    throw error;
  }
  if (response.ok) return { response, text };
  throw apiErrorOf({ request: summary, response, body: parsed(text) });
}

async function attempt(request: Exchange, signal: AbortSignal): Promise<Answer> {
  const { fetch, url, method, headers, body, summary } = request;
  const init: RequestInit = {
    method,
    headers,
    signal,
    redirect: 'manual',
    ...(body !== undefined && { body }),
  };
  try {
    // The runtime's `fetch` heeds the signal, and would make another request of a ready one.
    if (!fetch) return await whole(globalThis.fetch(url, init));
    return await untilAborted(signal, () => whole(fetch(new Request(url, init))));
  } catch (error) {
    throw signal.aborted ? error : new ConnectionError(summary, error);
  }
}

async function whole(answer: Response | Promise<Response>): Promise<Answer> {
  const response = await answer;
  return { response, text: await response.text() };
}

/** Ends with the signal even when the work does not heed it. */
function untilAborted<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    signal.addEventListener('abort', abort);
    work()
      .then(resolve, reject)
      .finally(() => signal.removeEventListener('abort', abort));
  });
}

/** The body of an answer that is no success: JSON where it is some, else its text. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return text;
    throw error;
  }
}
