import { lookup as lookupByDns } from 'node:dns';
import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';

/** The reserved names of RFC 2606 and RFC 6761, except `localhost`. */
const RESERVED = /(?:^|\.)(?:test|example|invalid|example\.(?:com|net|org))$/i;

/** The reason not to send a request to a URL, if any: seed data with reserved host names must not leave the machine. */
// Unspecified: U-88
export function reservedHost(url: string): string | undefined {
  const { hostname } = new URL(url);
  return RESERVED.test(hostname) ? `the host name ${hostname} is reserved for examples` : undefined;
}

export type IsDenied = (address: string) => boolean;

/** Thrown for a request to a denied address. Nothing was sent. */
export class DeniedTarget extends Error {
  override readonly name = 'DeniedTarget';

  constructor(host: string) {
    super(`${host} has a private address, and private targets are denied`);
  }
}

/** Resolves names to addresses that are not denied, which the connection uses: a later DNS change has no effect. */
// Unspecified: U-164
export const lookupOf =
  (isDenied: IsDenied, resolve: typeof lookupByDns = lookupByDns): LookupFunction =>
  (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, resolved) => {
      if (error) return callback(error, []);
      const addresses = resolved.filter(({ address }) => !isDenied(address));
      const [first] = addresses;
      if (!first) return callback(new DeniedTarget(hostname), []);
      if (options.all) callback(null, addresses);
      else callback(null, first.address, first.family);
    });
  };

/** Throws a `DeniedTarget` for a URL whose host is a denied IP address, which needs no lookup. */
function assertAllowed({ hostname }: URL, isDenied: IsDenied): void {
  const host = hostname.replace(/^\[|\]$/g, '');
  if (isIP(host) !== 0 && isDenied(host)) throw new DeniedTarget(host);
}

interface OutgoingRequest {
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

export const headerOf = ({ headers }: IncomingMessage, name: string): string | undefined =>
  [headers[name]].flat()[0];
