import { cookieDomains, visitorCookie, visitorIn } from './cookie.ts';
import { attempt, textOf } from './guard.ts';
import { randomId } from './random-id.ts';
import type { Result } from './result.ts';
import { isOpen, site } from './site.ts';

/** 32 hexadecimal digits in lower case; empty before anything may be read. */
let uuid = '';
/** The visitor that the cookie holds. */
let kept: string | undefined;

/** Whether the cookie of this browser did not hold the visitor. */
export let isNew = false;

/** Whether the visitor is tied to no subscriber, as far as is known. */
export let isAnonymous: unknown = true;

/**
 * The visitor who looks at the page. The cookie is read once, when the visitor is asked for; a browser that blocks
 * cookies has a visitor for as long as the page is open.
 */
export function visitorUuid(): string {
  if (!uuid && isOpen()) {
    kept = readCookie();
    isNew = !kept;
    uuid = kept || randomId();
  }
  return uuid;
}

/** Takes over what the server says of the visitor. */
export function updateVisitor({ visitor_uuid, anonymous, renew }: Result): void {
  isAnonymous = anonymous ?? isAnonymous;
  if (renew) kept = undefined;
  const told = textOf(visitor_uuid);
  if (/^[0-9a-f]{32}$/.test(told)) uuid = told;
}

/** Makes a new visitor of one that the server refuses. */
export function replaceVisitor(): void {
  uuid = randomId();
}

/** Writes the cookie, unless it holds the visitor already. */
export function keepVisitor(): void {
  if (kept === uuid || !isOpen()) return;
  kept = uuid;
  const { account, cookiePath = '/' } = site;
  // Where cookies are blocked, this throws.
  attempt(() => {
    for (const domain of cookieDomains(location.hostname)) {
      // biome-ignore lint/suspicious/noDocumentCookie: cookieStore is not everywhere, and is not synchronous
      document.cookie =
        visitorCookie(account, uuid, cookiePath, domain) + (location.protocol === 'https:' ? '; Secure' : '');
      // A browser drops a cookie for a public suffix such as co.uk without a word.
      if (readCookie() === uuid) break;
    }
  });
}

const readCookie = () => attempt(() => visitorIn(document.cookie, site.account));
