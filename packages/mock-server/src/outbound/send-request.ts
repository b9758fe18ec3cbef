import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { type IsDenied, lookupOf, refuseDenied } from './targets.ts';

/** A request that the service makes to somebody's server. */
export interface OutgoingRequest {
  readonly method: 'GET' | 'POST';
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
  /** Ends the request and the reading of its answer. */
  readonly signal: AbortSignal;
  /** Tells the IP addresses that it must not go to, after names were resolved. Default: none. */
  readonly isDenied?: IsDenied | undefined;
}

/**
 * Sends a request with these headers and those that HTTP itself needs (`Host`, `Connection`, `Content-Length`, and
 * `Authorization` for credentials in the URL). `fetch` would add those of a browser. Follows no redirect; rejects when
 * there is no answer.
 */
// Unspecified: U-152
export function sendRequest(
  url: URL,
  { method, headers, body, signal, isDenied }: OutgoingRequest,
): Promise<IncomingMessage> {
  const request = url.protocol === 'https:' ? requestHttps : requestHttp;
  const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
  return new Promise((resolve, reject) => {
    if (isDenied) refuseDenied(url, isDenied);
    const lookup = isDenied ? { lookup: lookupOf(isDenied) } : {};
    // A connection of its own: one that is used again may have been closed by the other side.
    request(url, { method, headers: { ...headers, ...length }, signal, agent: false, ...lookup }, resolve)
      .on('error', reject)
      .end(body);
  });
}

/** A header of an answer; undefined when it is missing. */
export const headerOf = ({ headers }: IncomingMessage, name: string): string | undefined =>
  [headers[name]].flat()[0];
