const TWO_YEARS = 2 * 365 * 24 * 60 * 60;

// Unspecified: U-28
const nameFor = (account: string): string => `_drip_client_${encodeURIComponent(account)}=`;

/** The visitor that the cookies of a page (`document.cookie`) hold for an account. */
export function visitorIn(cookies: string, account: string): string | undefined {
  const [, value = ''] = `; ${cookies}`.split(`; ${nameFor(account)}`);
  // Whoever wrote it may have kept more in it, before or after, and may have escaped it or not.
  return /^[^;]*?vid(?:=|%3D)([0-9a-f]{32})/i.exec(value)?.[1];
}

/** The cookie that holds a visitor for two years; without a domain it is for this host alone. */
export const visitorCookie = (
  account: string,
  visitor: string,
  { path, domain, secure }: { path: string; domain?: string | undefined; secure: boolean },
): string =>
  `${nameFor(account)}vid%3D${visitor}; path=${path}; max-age=${TWO_YEARS}; SameSite=Lax${
    domain ? `; domain=${domain}` : ''
  }${secure ? '; Secure' : ''}`;

/** The domains that a host may set a cookie for, the widest first; the empty one stands for the host alone. */
export function cookieDomains(host: string): string[] {
  const labels = host.split('.');
  const domains: string[] = [];
  // An address has no wider domain, nor has a name of one label.
  if (!/[\d:\]]$/.test(host)) {
    for (let index = labels.length - 2; index >= 0; index--) {
      domains[domains.length] = labels.slice(index).join('.');
    }
  }
  domains[domains.length] = '';
  return domains;
}
