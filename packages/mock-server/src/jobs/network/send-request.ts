import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { assertAllowed, type IsDenied, lookupOf } from './targets.ts';

/** A request from the service to another server. */
export interface OutgoingRequest {
  readonly method: 'GET' | 'POST';
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
  /** Aborts the request and the reading of its response. */
  readonly signal: AbortSignal;
  /** Whether an IP address is denied, checked after names are resolved. Default: none is. */
  readonly isDenied?: IsDenied | undefined;
}

/**
 * Sends a request with the given headers and those HTTP requires: `Host`, `Connection`, `Content-Length`, and
 * `Authorization` for credentials in the URL. (`fetch` would add browser headers.) Does not follow redirects. Rejects
 * if there is no response.
 */
// Unspecified: U-152
export function sendRequest(
  url: URL,
  { method, headers, body, signal, isDenied }: OutgoingRequest,
): Promise<IncomingMessage> {
  const request = url.protocol === 'https:' ? requestHttps : requestHttp;
  const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
  return new Promise((resolve, reject) => {
    if (isDenied) assertAllowed(url, isDenied);
    const lookup = isDenied ? { lookup: lookupOf(isDenied) } : {};
    // A new connection each time: the other side may have closed a reused one.
    request(url, { method, headers: { ...headers, ...length }, signal, agent: false, ...lookup }, resolve)
      .on('error', reject)
      .end(body);
  });
}

/** A header of a response, or undefined if it is missing. */
export const headerOf = ({ headers }: IncomingMessage, name: string): string | undefined =>
  [headers[name]].flat()[0];
