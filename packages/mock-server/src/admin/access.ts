import { timingSafeEqual } from 'node:crypto';
import { isIP } from 'node:net';
import { HttpError, unauthorized } from '../http/errors.ts';
import type { Peer } from '../http/peer.ts';

/** Whether a host name always refers to this machine. */
const isLoopbackName = (host: string) =>
  host === 'localhost' || host.endsWith('.localhost') || isLoopbackAddress(host.replace(/^\[|\]$/g, ''));

const isLoopbackAddress = (address: string) =>
  isIP(address) !== 0 && /^(?:127\.|::1$|::ffff:127\.)/i.test(address);

/** Headers that only proxies and CDNs add. */
const PROXY_HEADER = new RegExp(
  `^(?:${[
    'forwarded',
    'via',
    'x-forwarded',
    'x-forwarded-.+',
    'x-original-.+',
    'x-(?:real|client|cluster-client)-ip',
    'x-(?:proxyuser-ip|remote-addr|remote-ip|host|scheme|request-start)',
    '(?:true-client|client|wl-proxy-client|proxy-client|do-connecting|fastly-client|fly-client)-ip',
    'proxy-.+',
    'cdn-loop',
    'max-forwards',
    '(?:cf|fly|x-amz|x-amzn|x-appengine|x-arr|x-azure|x-cloud-trace|x-envoy|x-fastly|x-gfe|x-goog|x-nf|x-vercel)-.+',
  ].join('|')})$`,
);

/**
 * Authorizes a request to the admin API: from this machine, or with the password if one is set, and never from a page
 * of another site. Returns the error for a rejected request.
 */
// Unspecified: U-114
export function authorizeAdmin(
  request: Request,
  peer: Peer | undefined,
  password: string | undefined,
): HttpError | undefined {
  const { headers } = request;
  const own = new URL(request.url);
  const origin = headers.get('origin');
  const site = headers.get('sec-fetch-site');
  if ((origin !== null && origin !== own.origin) || site === 'cross-site' || site === 'same-site') {
    return unauthorized('The admin API does not accept requests from pages of other sites.');
  }
  if (password !== undefined) {
    return isPassword(headers.get('authorization'), password) ? undefined : passwordNeeded();
  }
  const proxied = [...headers.keys()].find((name) => PROXY_HEADER.test(name));
  if (proxied !== undefined)
    return unauthorized(`${LOCAL_ONLY} The request carries the proxy header ${proxied}.`);
  if (peer === undefined) return undefined; // an in-process request
  if (!isLoopbackAddress(peer.address ?? '')) return unauthorized(LOCAL_ONLY);
  // A public name that resolves to this machine may belong to a page that attempts DNS rebinding.
  if (!isLoopbackName(own.hostname)) {
    return unauthorized(`The admin API answers at localhost and 127.0.0.1 only, not at ${own.hostname}.`);
  }
  return undefined;
}

const LOCAL_ONLY =
  'Without a password, the admin API is available from this machine only; set one with --admin-password.';

const passwordNeeded = () =>
  new HttpError(
    'The admin API requires a password.',
    () =>
      new Response('The admin API requires a password.\n', {
        status: 401,
        headers: { 'content-type': 'text/plain; charset=utf-8', 'www-authenticate': 'Basic realm="Admin"' },
      }),
  );

/** Whether the password is given in Basic credentials (with any user name) or as a Bearer token. */
function isPassword(header: string | null, password: string): boolean {
  const [, scheme = '', value = ''] = /^(basic|bearer)\s+(\S+)$/i.exec(header?.trim() ?? '') ?? [];
  const given =
    scheme.toLowerCase() === 'bearer'
      ? value
      : Buffer.from(value, 'base64')
          .toString('utf8')
          .replace(/^[^:]*:/, '');
  const one = Buffer.from(given);
  const other = Buffer.from(password);
  return one.length === other.length && timingSafeEqual(one, other);
}
