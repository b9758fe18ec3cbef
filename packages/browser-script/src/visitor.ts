import { attempt } from './guard.ts';
import { randomId } from './random-id.ts';
import type { Result } from './result.ts';
import { isOpen, site } from './site.ts';

/** 32 hexadecimal digits in lower case; empty until the script may read cookies. */
let uuid = '';
/** The visitor in the cookie. */
let stored: string | undefined;

/** Whether this browser had no cookie of a visitor. */
export let isNew: boolean | undefined;

/** Whether the visitor is not linked to a subscriber. */
export let isAnonymous: unknown = true;

/**
 * Returns the visitor's id. Reads the cookie at the first call only. A browser that blocks cookies has a new visitor on
 * each page.
 */
export function visitorUuid(): string {
  if (!uuid && isOpen()) {
    stored = readCookie();
    isNew = !stored;
    uuid = stored || randomId();
  }
  return uuid;
}

/** Updates the visitor from a result of the server. */
export function updateVisitor({ visitor_uuid, anonymous, renew }: Result): void {
  isAnonymous = anonymous ?? isAnonymous;
  if (renew) stored = '';
  if (/^[0-9a-f]{32}$/.test(visitor_uuid as string)) uuid = visitor_uuid as string; // `test` converts other values
}

/** Writes the cookie, unless it already holds the visitor. */
export function persistVisitor(): void {
  if (stored === uuid || !isOpen()) return;
  stored = uuid;
  // Throws if cookies are blocked.
  attempt(() => {
    cookieDomains(location.hostname).some((domain) => {
      Reflect.set(
        Document.prototype,
        'cookie',
        visitorCookie(uuid, domain) + (location.protocol === 'https:' ? '; Secure' : ''),
        document,
      );
      // Browsers silently drop a cookie for a public suffix such as co.uk.
      return readCookie() === uuid;
    });
  });
}

// An element named "cookie" hides the document's own member, from reading and in Chromium also from writing.
const readCookie = () => attempt(() => visitorIn(Reflect.get(Document.prototype, 'cookie', document)));

const TWO_YEARS = 2 * 365 * 24 * 60 * 60;

// Unspecified: U-28
const name = (): string => `_drip_client_${site.account}=`;

/** Finds the account's visitor in the cookies of a page (`document.cookie`). */
export const visitorIn = (cookies: string): string | undefined =>
  // Another script may have written it: with more pairs around it, escaped or not, in upper or lower case.
  cookies.toLowerCase().match(new RegExp(`\\b${name()}[^;]*?vid(=|%3D)([0-9a-f]{32})`, 'i'))?.[2];

/** Formats the cookie that stores a visitor for two years. With an empty domain it is for this host only. */
export const visitorCookie = (visitor: string, domain: string): string =>
  `${name()}vid%3D${visitor}; path=${site.cookiePath || '/'}; max-age=${TWO_YEARS}; SameSite=Lax${domain && `; domain=${domain}`}`;

/**
 * Lists the domains for which a host may set a cookie, widest first. The last one, empty, is the host itself. Single names
 * and IP addresses, which end in a number, have no others.
 */
export const cookieDomains = (host: string, narrower: string[] = ['']): string[] =>
  /\..*[^\d.]/.test(host) ? cookieDomains(host.replace(/.*?\./, ''), [host, ...narrower]) : narrower;
