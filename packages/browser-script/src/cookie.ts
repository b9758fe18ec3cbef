const TWO_YEARS = 2 * 365 * 24 * 60 * 60;

// Unspecified: U-28
const nameFor = (account: string): string => `_drip_client_${account}=`;

/** The visitor that the cookies of a page (`document.cookie`) hold for an account; empty if there is none. */
export const visitorIn = (cookies: string, account: string): string =>
  // Whoever wrote it may have kept more in it, before or after, and may have escaped it or not.
  new RegExp(`\\b${nameFor(account)}[^;]*?vid(?:=|%3D)([0-9a-f]{32})`, 'i').exec(cookies)?.[1] ?? '';

/** The cookie that holds a visitor for two years; without a domain it is for this host alone. */
export const visitorCookie = (account: string, visitor: string, path: string, domain: string): string =>
  `${nameFor(account)}vid%3D${visitor}; path=${path}; max-age=${TWO_YEARS}; SameSite=Lax${domain && `; domain=${domain}`}`;

/** The domains that a host may have a cookie for, the widest first; the empty one stands for the host alone. */
export function cookieDomains(host: string): string[] {
  const labels = host.split('.');
  const domains: string[] = [];
  let domain = labels.pop();
  // An address, whose last part is a number, has no wider domain.
  while (labels.length && Number.isNaN(Number(domain)))
    domains[domains.length] = domain = `${labels.pop()}.${domain}`;
  domains[domains.length] = '';
  return domains;
}
