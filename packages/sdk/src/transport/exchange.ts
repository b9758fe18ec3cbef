import ky from 'ky';
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

/** ky does nothing but send here: retries, time-outs and errors are ours, since they look at what was done. */
const ONLY_SEND = { timeout: false, retry: 0, throwHttpErrors: false } as const;

/**
 * Sends a request once and reads the whole answer. This is the only place that knows ky; none of ky's errors leaves
 * it, since they hold the request.
 */
export async function exchange(request: Exchange): Promise<Answer> {
  const { url, method, signal, summary } = request;
  signal?.throwIfAborted();
  let text = '';
  let response: Response;
  try {
    response = await ky(url, {
      ...ONLY_SEND,
      // Headers, body and signal go past ky: its own request would only be made anew by `fetch`.
      method,
      fetch: async () => {
        const answer = await attempt(request);
        text = answer.text;
        return answer.response;
      },
    });
  } catch (error) {
    if (signal?.aborted) throw signal.reason;
    throw error;
  }
  if (response.ok) return { response, text };
  throw apiErrorOf({ request: summary, response, body: parsed(text) });
}

/** Sends it, and ends with the time-out or the signal even where the given `fetch` does not heed them. */
export function attempt(request: Exchange): Promise<Answer> {
  const { timeout, signal, summary } = request;
  return new Promise((resolve, reject) => {
    const ending = new AbortController();
    const stop = () => {
      if (timer) clearTimeout(timer);
      signal?.removeEventListener('abort', leave);
    };
    const end = (reason: unknown) => {
      stop();
      reject(reason);
      ending.abort(reason);
    };
    const leave = () => end(signal?.reason);
    const timer = timeout && setTimeout(() => end(new TimeoutError(summary, timeout)), timeout);
    signal?.addEventListener('abort', leave);
    whole(request, ending.signal).then(
      (answer) => {
        stop();
        resolve(answer);
      },
      (error) => {
        stop();
        reject(new ConnectionError(summary, error));
      },
    );
  });
}

async function whole(request: Exchange, signal: AbortSignal): Promise<Answer> {
  const { fetch, url, method, headers, body } = request;
  const init: RequestInit = { method, headers, signal, redirect: 'manual' };
  if (body !== undefined) init.body = body;
  // The runtime's `fetch` would make another request of a ready one.
  const response = await (fetch ? fetch(new Request(url, init)) : globalThis.fetch(url, init));
  return { response, text: await response.text() };
}

/** The body of an answer that is no success: JSON where it is some, else its text. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return text;
    throw error;
  }
}
