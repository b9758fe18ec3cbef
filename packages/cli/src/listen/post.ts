import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { rootOf } from '../terminal/connection-problem.ts';
import type { Webhook } from './webhook-stream.ts';

/** The receiver's time to respond, in milliseconds, as with the reference server. */
const TIMEOUT = 10_000;

export interface PostResult {
  /** The status of the response, or null without one. */
  readonly status: number | null;
  readonly error: string | null;
  readonly milliseconds: number;
}

/** Headers of the connection and the framing, which each request sets itself. */
const OWN_HEADERS = new Set([
  ...['connection', 'content-length', 'expect', 'host', 'keep-alive', 'proxy-connection', 'te', 'trailer'],
  ...['transfer-encoding', 'upgrade'],
]);

/**
 * Posts a webhook as the reference server does: with its headers, over a new connection, without following redirects. Never
 * rejects.
 */
export async function postWebhook(
  url: URL,
  { headers, body }: Pick<Webhook, 'headers' | 'body'>,
  signal: AbortSignal,
): Promise<PostResult> {
  const limit = AbortSignal.timeout(TIMEOUT);
  const start = performance.now();
  const request = url.protocol === 'https:' ? requestHttps : requestHttp;
  const forwarded = Object.entries(headers).filter(([name]) => !OWN_HEADERS.has(name.toLowerCase()));
  const length = { 'content-length': String(Buffer.byteLength(body)) };
  const answered = new Promise<Omit<PostResult, 'milliseconds'>>((resolve) => {
    const options = {
      method: 'POST',
      headers: { ...Object.fromEntries(forwarded), ...length },
      signal: AbortSignal.any([limit, signal]),
      agent: false,
    } as const;
    request(url, options, (response) => {
      const { statusCode: status = 0 } = response;
      response.on('error', () => {}); // the status is known
      response.once('close', () => resolve({ status, error: null })).resume();
    })
      .on('error', (error) => {
        const reason = limit.aborted ? `no response within ${TIMEOUT} ms` : rootOf(error).message;
        resolve({ status: null, error: reason });
      })
      .end(body);
  });
  // An invalid header throws before the request exists.
  const outcome = await answered.catch((error: Error) => ({ status: null, error: error.message }));
  return { ...outcome, milliseconds: Math.round(performance.now() - start) };
}
