import { remembered, type Transaction } from '../../store/engine/store.ts';
import { findToken, TOKEN_TABLES, type TokenRow } from '../../store/tables/accounts.ts';
import { unauthenticated } from './errors.ts';

/** A user and the token of the request. */
export interface Credentials extends TokenRow {
  readonly token: string;
}

/**
 * Authenticates a user by the `Authorization` header and looks up the role on an account. Throws 401 for missing or
 * wrong credentials.
 */
export async function authenticate(
  tx: Transaction,
  header: string | null,
  accountId: string,
): Promise<Credentials> {
  const key = `credentials ${accountId.length} ${accountId} ${header}`;
  const found = await remembered(tx, key, TOKEN_TABLES, () => findCredentials(tx, header, accountId));
  if (!found) throw unauthenticated();
  return found;
}

async function findCredentials(
  tx: Transaction,
  header: string | null,
  accountId: string,
): Promise<Credentials | undefined> {
  const [, scheme = '', credentials = ''] = /^(basic|bearer)\s+(\S+)$/i.exec(header?.trim() ?? '') ?? [];
  const isBearer = scheme.toLowerCase() === 'bearer';
  const token = isBearer ? credentials : userNameOf(credentials);
  const kind = isBearer ? 'oauth' : 'api';
  const found = token === '' ? undefined : await findToken(tx, kind, token, accountId);
  return found && { ...found, token };
}

/** Decodes the user name of Basic credentials. Any password and a missing colon are accepted. */
// Unspecified: U-01
function userNameOf(credentials: string): string {
  const decoded = Buffer.from(credentials, 'base64').toString('utf8');
  const colon = decoded.indexOf(':');
  return colon < 0 ? decoded : decoded.slice(0, colon);
}
