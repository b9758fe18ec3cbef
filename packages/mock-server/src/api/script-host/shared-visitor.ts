import { visitorIdOf } from '../../shared/values/visitor-id.ts';
import type { Transaction } from '../../store/engine/store.ts';
import { visitors } from '../../store/tables/visitors.ts';

const MAX_SECONDS = 400 * 24 * 60 * 60; // browsers limit cookies to 400 days

const cookieName = (accountId: string) => `trickle_visitor_${encodeURIComponent(accountId)}`;

/** Reads the visitor that a browser shares with the script host across sites. */
export function sharedVisitor(cookies: string | undefined, accountId: string): string | undefined {
  const [, value = ''] = `; ${cookies ?? ''}`.split(`; ${cookieName(accountId)}=`);
  return visitorIdOf(value.split(';', 1)[0]);
}

/** The script host's cookie, which browsers send from every site. Without a path, it also works below any path that a proxy serves. */
export const sharedCookie = (accountId: string, visitor: string): string =>
  `${cookieName(accountId)}=${visitor}; Max-Age=${MAX_SECONDS}; SameSite=None; Secure; HttpOnly`;

/** Chooses between the site's visitor and the shared one: the identified one, otherwise the shared one. */
// Unspecified: U-74
export async function resolveVisitor(
  tx: Transaction,
  accountId: string,
  sent: string | null,
  shared: string | undefined,
): Promise<string | null> {
  if (shared === undefined || shared === sent) return sent;
  const isKnown = async (uuid: string) =>
    Boolean((await visitors.find(tx, accountId, { uuid }))?.subscriberId);
  return sent !== null && (await isKnown(sent)) && !(await isKnown(shared)) ? sent : shared;
}
