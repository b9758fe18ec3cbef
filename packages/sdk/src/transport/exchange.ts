import ky, { isHTTPError, isTimeoutError } from 'ky';
import { apiErrorOf, ConnectionError, type RequestSummary, TimeoutError } from '../errors.ts';
import type { Fetch } from '../options.ts';
import { retryOptions } from './retry.ts';

/** One request, ready to be sent. */
export interface Exchange {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  readonly fetch: Fetch;
  /** Milliseconds for one attempt, its body included. */
  readonly timeout: number | false;
  readonly retries: number;
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
 * Sends a request until it is answered or given up, and reads the whole answer. This is the only place that knows
 * ky; none of ky's errors leaves it, since they hold the request with its credentials.
 */
export async function exchange(request: Exchange): Promise<Answer> {
  const { signal, summary } = request;
  signal?.throwIfAborted();
  let text = '';
  try {
    const response = await ky(request.url, {
      method: request.method,
      headers: request.headers,
      ...(request.body !== undefined && { body: request.body }),
      ...(signal && { signal }),
      timeout: request.timeout,
      retry: retryOptions(request.retries, () => parsed(text)),
      redirect: 'manual',
      // The body belongs to the attempt, so that ky's time-out and retries cover it.
      fetch: async (input) => {
        const answer = await attempt(request, input as Request); // ky gives nothing else
        text = answer.text;
        return answer.response;
      },
    });
    return { response, text };
  } catch (error) {
    if (signal?.aborted) throw signal.reason;
    if (isTimeoutError(error)) throw new TimeoutError(summary, request.timeout || 0);
    if (isHTTPError(error))
      throw apiErrorOf({ request: summary, response: error.response, body: parsed(text) });
    throw error;
  }
}

async function attempt({ fetch, summary }: Exchange, request: Request): Promise<Answer> {
  try {
    return await untilAborted(request.signal, async () => {
      const response = await fetch(request);
      return { response, text: await response.text() };
    });
  } catch (error) {
    throw request.signal.aborted ? error : new ConnectionError(summary, error);
  }
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
