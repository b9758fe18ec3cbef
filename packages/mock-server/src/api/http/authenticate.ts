import type { Endpoint } from '@trickle/sdk/contract';
import type { Store, Transaction } from '../../store/engine/store.ts';
import { findToken, TOKEN_TABLES, type TokenRow } from '../../store/tables/accounts.ts';
import { unauthenticated, unauthorized } from './errors.ts';
import type { OperationRequest } from './handler.ts';

/** A user and the token of the request. */
export interface Credentials extends TokenRow {
  readonly token: string;
}

/**
 * Finds the user of a request by the `Authorization` header, and the user's role on the account. Throws 401 for missing
 * or wrong credentials, and 403 for a role that does not permit the operation.
 */
export async function authenticate(
  store: Store,
  { request, endpoint, parameters }: OperationRequest,
): Promise<Credentials> {
  const { account_id: accountId = '' } = parameters;
  const header = request.headers.get('authorization');
  const key = `credentials ${accountId.length} ${accountId} ${header}`;
  const find = (reader: Pick<Transaction, 'get'>) => findCredentials(reader, header, accountId);
  const credentials = await store.lookUp(key, TOKEN_TABLES, find, accountId);
  if (!credentials) throw unauthenticated();
  if (accountId !== '') authorize(credentials, accountId, endpoint);
  return credentials;
}

async function findCredentials(
  reader: Pick<Transaction, 'get'>,
  header: string | null,
  accountId: string,
): Promise<Credentials | undefined> {
  const [, scheme = '', credentials = ''] = /^(basic|bearer)\s+(\S+)$/i.exec(header?.trim() ?? '') ?? [];
  const isBearer = scheme.toLowerCase() === 'bearer';
  const token = isBearer ? credentials : userNameOf(credentials);
  const kind = isBearer ? 'oauth' : 'api';
  const row = token === '' ? undefined : await findToken(reader, kind, token, accountId);
  return row && { ...row, token };
}

/** Decodes the user name of Basic credentials. Any password and a missing colon are accepted. */
// Unspecified: U-01
function userNameOf(credentials: string): string {
  const decoded = Buffer.from(credentials, 'base64').toString('utf8');
  const colon = decoded.indexOf(':');
  return colon < 0 ? decoded : decoded.slice(0, colon);
}

/** Throws 403 if the user has no role on the account, or a role that does not permit the operation. */
// Unspecified: U-21
function authorize({ role }: TokenRow, accountId: string, { method, path }: Endpoint): void {
  if (role === undefined) throw unauthorized(`This token has no role on account ${accountId}.`);
  if (path.startsWith('/v2/{account_id}/webhooks') && role !== 'owner') {
    throw unauthorized(`Webhooks need the role owner on account ${accountId}; this token has ${role}.`);
  }
  if (role === 'viewer' && method !== 'GET') {
    throw unauthorized(`The role viewer may only read account ${accountId}.`);
  }
}
