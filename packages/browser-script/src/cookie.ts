import { site } from './site.ts';

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
