import { findToken, type TokenRow } from '../store/accounts.ts';
import type { Transaction } from '../store/store.ts';
import { unauthenticated } from './errors.ts';

/** A user, and the token that they showed. */
export interface Credentials extends TokenRow {
  readonly token: string;
}

/**
 * The user whose credentials the header carries, with their role on an account; refuses with 401 when there are none
 * or wrong ones.
 */
export async function authenticate(
  tx: Transaction,
  header: string | null,
  accountId: string,
): Promise<Credentials> {
  const [, scheme = '', credentials = ''] = /^(basic|bearer)\s+(\S+)$/i.exec(header?.trim() ?? '') ?? [];
  const isBearer = scheme.toLowerCase() === 'bearer';
  const token = isBearer ? credentials : userNameOf(credentials);
  const kind = isBearer ? 'oauth' : 'api';
  const found = token === '' ? undefined : await findToken(tx, kind, token, accountId);
  if (!found) throw unauthenticated();
  return { ...found, token };
}

/** Basic credentials are `name:password` in base64; a missing colon and any password are let pass. */
// Unspecified: U-01
function userNameOf(credentials: string): string {
  const decoded = Buffer.from(credentials, 'base64').toString('utf8');
  const colon = decoded.indexOf(':');
  return colon < 0 ? decoded : decoded.slice(0, colon);
}
