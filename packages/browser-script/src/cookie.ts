const TWO_YEARS = 2 * 365 * 24 * 60 * 60;

// Unspecified: U-28
const nameFor = (account: string): string => `_drip_client_${account}=`;

/** Finds an account's visitor in the cookies of a page (`document.cookie`). */
export const visitorIn = (cookies: string, account: string): string | undefined =>
  // Another script may have written it: with more pairs around it, escaped or not, in upper or lower case.
  cookies.toLowerCase().match(new RegExp(`\\b${nameFor(account)}[^;]*?vid(?:=|%3D)([0-9a-f]{32})`, 'i'))?.[1];

/** Formats the cookie that stores a visitor for two years. With an empty domain it is for this host only. */
export const visitorCookie = (account: string, visitor: string, path: string, domain: string): string =>
  `${nameFor(account)}vid%3D${visitor}; path=${path}; max-age=${TWO_YEARS}; SameSite=Lax${domain && `; domain=${domain}`}`;

/**
 * Lists the domains for which a host may set a cookie, widest first. The last one, empty, is the host itself. Single names
 * and IP addresses, which end in a number, have no others.
 */
export const cookieDomains = (host: string, narrower: string[] = ['']): string[] =>
  /\..*[^\d.]/.test(host) ? cookieDomains(host.replace(/.*?\./, ''), [host, ...narrower]) : narrower;
