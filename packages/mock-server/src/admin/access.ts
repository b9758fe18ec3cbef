import { timingSafeEqual } from 'node:crypto';
import { isIP } from 'node:net';
import type { Peer } from '../http/attend.ts';
import { Refusal, unauthorized } from '../http/refusals.ts';

/** Names of this machine that no other one can have. */
const isLoopbackName = (host: string) =>
  host === 'localhost' || host.endsWith('.localhost') || isLoopbackAddress(host.replace(/^\[|\]$/g, ''));

const isLoopbackAddress = (address: string) =>
  isIP(address) !== 0 && /^(?:127\.|::1$|::ffff:127\.)/i.test(address);

/** Headers by which a proxy says that somebody else is asking. */
const FORWARDED = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip'];

/**
 * Lets those use the server's own functions who may: whoever is on this machine, or knows the password where there
 * is one; never another site by way of a browser.
 */
// Unspecified: U-114
export function admitAdmin(
  request: Request,
  peer: Peer | undefined,
  password: string | undefined,
): Refusal | undefined {
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
  if (peer === undefined) return undefined; // it is this very process that asks
  if (!isLoopbackAddress(peer.address ?? '') || FORWARDED.some((name) => headers.has(name))) {
    return unauthorized(
      'Without a password the admin API answers this machine only; start with --admin-password.',
    );
  }
  // A name of the outer world that leads here may be that of a page which wants to look in.
  if (!isLoopbackName(own.hostname)) {
    return unauthorized(`The admin API is at localhost or 127.0.0.1, not at ${own.hostname}.`);
  }
  return undefined;
}

const passwordNeeded = () =>
  new Refusal(
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
