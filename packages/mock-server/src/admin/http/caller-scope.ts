import type { Caller } from '../../api/http/admin-access.ts';
import { unauthorized } from '../../api/http/errors.ts';
import type { Scope } from '../scope.ts';
import { type AdminRoute, accessTo, takesAccount } from './routes.ts';

/** The scope of a call, and its input on the wire. */
interface Call {
  readonly scope: Scope;
  readonly input: Readonly<Record<string, unknown>>;
}

/** Limits a call to the account of a key. `chosen`: the account in the query, if the input has none. Throws 403 without permission. */
// Unspecified: U-278
export function callOf(caller: Caller, route: AdminRoute, { scope, input }: Call, chosen?: string): Call {
  if (caller === 'operator') return { scope, input };
  if (accessTo(route) === 'server') throw passwordNeeded(route.name);
  if (input.users !== undefined) throw passwordNeeded('users');
  const { account_id: named = chosen } = input as { readonly account_id?: string }; // validated
  const accountId = accountFor(caller, named);
  return {
    scope: { ...scope, firstId: accountId, own: accountId, caller },
    input: takesAccount(route) ? { ...input, account_id: accountId } : input,
  };
}

const passwordNeeded = (what: string) =>
  unauthorized(`${what} needs the admin password: an API key controls its account only.`);

/** The account that a caller with a key means. Throws 403 if the key does not open it. */
function accountFor({ accountIds }: Exclude<Caller, 'operator'>, given: string = accountIds[0]): string {
  if (accountIds.includes(given)) return given;
  throw unauthorized(`This API key does not open account ${given}.`);
}

/** A request for a stream, limited to an account of the caller. */
export function streamRequestOf(caller: Caller, request: Request): Request {
  if (caller === 'operator') return request;
  const url = new URL(request.url);
  url.searchParams.set('account_id', accountFor(caller, url.searchParams.get('account_id') ?? undefined));
  return new Request(url, { headers: request.headers });
}
