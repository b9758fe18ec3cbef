import type { Transaction } from '../store/store.ts';
import { findVisitor } from '../store/visitors.ts';
import { visitorIdOf } from '../values/visitor-id.ts';

const MAX_SECONDS = 400 * 24 * 60 * 60; // Browsers keep no cookie for longer.

const cookieName = (accountId: string) => `trickle_visitor_${encodeURIComponent(accountId)}`;

/** The visitor of an account whom a browser has told the script host of, on whichever site that was. */
export function sharedVisitor(cookies: string | undefined, accountId: string): string | undefined {
  const [, value = ''] = `; ${cookies ?? ''}`.split(`; ${cookieName(accountId)}=`);
  return visitorIdOf(value.split(';', 1)[0]);
}

/** A cookie of the script host's own, which browsers send from every site that lets them. */
export const sharedCookie = (accountId: string, visitor: string): string =>
  `${cookieName(accountId)}=${visitor}; Path=/client/${encodeURIComponent(accountId)}; Max-Age=${MAX_SECONDS}; ` +
  'SameSite=None; Secure; HttpOnly';

/** Of the visitor of a site and the one that all sites share, the one who is known; else the shared one. */
// Unspecified: U-74
export async function resolveVisitor(
  tx: Transaction,
  accountId: string,
  sent: string | null,
  shared: string | undefined,
): Promise<string | null> {
  if (shared === undefined || shared === sent) return sent;
  const isKnown = async (uuid: string) => Boolean((await findVisitor(tx, accountId, uuid))?.subscriberId);
  return sent !== null && (await isKnown(sent)) && !(await isKnown(shared)) ? sent : shared;
}
