import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { Webhook } from './webhook-stream.ts';

/** Milliseconds that a receiver has to answer, as the reference server gives it. */
const TIMEOUT = 10_000;

/** The outcome of a webhook request. */
export interface Outcome {
  /** The status of the response, or null without one. */
  readonly status: number | null;
  /** Why there was no response, or null. */
  readonly error: string | null;
  /** The time until the response or the error. */
  readonly milliseconds: number;
}

/**
 * Posts a webhook as the reference server does: with its headers and those of HTTP itself, over a new connection,
 * without following redirects. Never rejects.
 */
export async function postWebhook(
  url: URL,
  { headers, body }: Pick<Webhook, 'headers' | 'body'>,
  signal: AbortSignal,
): Promise<Outcome> {
  const limit = AbortSignal.timeout(TIMEOUT);
  const start = performance.now();
  const request = url.protocol === 'https:' ? requestHttps : requestHttp;
  const length = { 'content-length': String(Buffer.byteLength(body)) };
  const outcome = await new Promise<Omit<Outcome, 'milliseconds'>>((resolve) => {
    const options = {
      method: 'POST',
      headers: { ...headers, ...length },
      signal: AbortSignal.any([limit, signal]),
      agent: false,
    } as const;
    request(url, options, (response) => {
      const { statusCode: status = 0 } = response;
      response.on('error', () => {}); // the status is known
      response.once('close', () => resolve({ status, error: null })).resume();
    })
      .on('error', (error) => {
        const reason = limit.aborted ? `no response within ${TIMEOUT} ms` : error.message || String(error);
        resolve({ status: null, error: reason });
      })
      .end(body);
  });
  return { ...outcome, milliseconds: Math.round(performance.now() - start) };
}
