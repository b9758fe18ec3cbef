import type { Endpoint } from '@trickle/sdk/contract';
import type { TokenRow } from '../../store/tables/accounts.ts';
import { unauthorized } from './errors.ts';

/** Throws 403 if the user has no role on the account, or a role that does not permit the operation. */
// Unspecified: U-21
export function authorize(
  { role }: TokenRow,
  accountId: string,
  { method, path }: Pick<Endpoint, 'method' | 'path'>,
): void {
  if (role === undefined) throw unauthorized(`This token has no role on account ${accountId}.`);
  if (path.startsWith('/v2/{account_id}/webhooks') && role !== 'owner') {
    throw unauthorized(`Webhooks need the role owner on account ${accountId}; this token has ${role}.`);
  }
  if (role === 'viewer' && method !== 'GET') {
    throw unauthorized(`The role viewer may only read account ${accountId}.`);
  }
}
