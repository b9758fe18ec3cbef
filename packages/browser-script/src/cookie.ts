const TWO_YEARS = 2 * 365 * 24 * 60 * 60;

// Unspecified: U-28
const nameFor = (account: string): string => `_drip_client_${account}=`;

/** The visitor that the cookies of a page (`document.cookie`) hold for an account, if there is one. */
export const visitorIn = (cookies: string, account: string): string | undefined =>
  // Another script may have written it, with more before or after, escaped or not, in upper or lower case.
  cookies
    .match(new RegExp(`\\b${nameFor(account)}[^;]*?vid(?:=|%3D)([0-9a-f]{32})`, 'i'))?.[1]
    ?.toLowerCase();

/** The cookie that holds a visitor for two years; without a domain it is for this host alone. */
export const visitorCookie = (account: string, visitor: string, path: string, domain: string): string =>
  `${nameFor(account)}vid%3D${visitor}; path=${path}; max-age=${TWO_YEARS}; SameSite=Lax${domain && `; domain=${domain}`}`;

/** The domains that a host may have a cookie for, the widest first; the empty one stands for the host alone. */
export const cookieDomains = (host: string): string[] => [...suffixes(host), ''];

/** A single name has none, nor has an address, which ends in a number. */
const suffixes = (host: string): string[] =>
  /\..*[^\d.]/.test(host) ? [...suffixes(host.replace(/.*?\./, '')), host] : [];
