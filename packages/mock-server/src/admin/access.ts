import { timingSafeEqual } from 'node:crypto';
import { isIP } from 'node:net';
import { HttpError, unauthorized } from '../http/errors.ts';
import type { Peer } from '../http/peer.ts';

/** Names of this machine that no other one can have. */
const isLoopbackName = (host: string) =>
  host === 'localhost' || host.endsWith('.localhost') || isLoopbackAddress(host.replace(/^\[|\]$/g, ''));

const isLoopbackAddress = (address: string) =>
  isIP(address) !== 0 && /^(?:127\.|::1$|::ffff:127\.)/i.test(address);

/** Headers that only proxies and the networks in front of servers add, by which they say who asks in truth. */
const OF_PROXY = new RegExp(
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
 * Lets those use the server's own functions who may: whoever is on this machine, or knows the password where there
 * is one; never another site by way of a browser.
 */
// Unspecified: U-114
export function admitAdmin(
  request: Request,
  peer: Peer | undefined,
  password: string | undefined,
): HttpError | undefined {
  const { headers } = request;
  const own = new URL(request.url);
  const origin = headers.get('origin');
  const site = headers.get('sec-fetch-site');
  if ((origin !== null && origin !== own.origin) || site === 'cross-site' || site === 'same-site') {
    return unauthorized('Pages of other sites may not use the admin API.');
  }
  if (password !== undefined) {
    return isPassword(headers.get('authorization'), password) ? undefined : passwordNeeded();
  }
  const proxied = [...headers.keys()].find((name) => OF_PROXY.test(name));
  if (proxied !== undefined) return unauthorized(`${LOCAL_ONLY} The header ${proxied} is that of a proxy.`);
  if (peer === undefined) return undefined; // this process asks itself
  if (!isLoopbackAddress(peer.address ?? '')) return unauthorized(LOCAL_ONLY);
  // A name of the outer world that leads here may be that of a page which wants to look in.
  if (!isLoopbackName(own.hostname)) {
    return unauthorized(`The admin API is at localhost or 127.0.0.1, not at ${own.hostname}.`);
  }
  return undefined;
}

const LOCAL_ONLY = 'Without a password the admin API answers this machine only; start with --admin-password.';

const passwordNeeded = () =>
  new HttpError(
    'The admin API needs its password.',
    () =>
      new Response('The admin API needs its password.\n', {
        status: 401,
        headers: { 'content-type': 'text/plain; charset=utf-8', 'www-authenticate': 'Basic realm="Admin"' },
      }),
  );

/** Whether Basic credentials carry the password, whatever the user name, or a Bearer token is it. */
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
