import { unauthorized } from '../api/http/errors.ts';
import type { Caller } from '../api/http/local-access.ts';
import { accountServer } from './control/account-server.ts';
import type { Server } from './control/server-control.ts';
import { type AdminOperation, accessTo, takesAccount } from './operation.ts';
import { Inspector } from './queries/inspector.ts';

/** What operations work on. */
export interface Subject {
  readonly server: Server;
  readonly inspector: Inspector;
}

/** A call of an operation. */
interface Call extends Subject {
  readonly input: unknown;
}

/**
 * Limits a call to the account of a caller with a key. `chosen` is the account that the query names, for operations
 * whose input has no account. Throws 403 if the caller may not run the operation.
 */
// Unspecified: U-278
export function callOf(caller: Caller, operation: AdminOperation, call: Call, chosen?: string): Call {
  if (caller === 'operator') return call;
  if (accessTo(operation) === 'server') throw passwordNeeded(operation.name);
  const input = (call.input ?? {}) as { readonly account_id?: string; readonly users?: unknown }; // validated
  if (input.users !== undefined) throw passwordNeeded('users');
  const accountId = accountFor(caller, input.account_id ?? chosen);
  const { server, inspector } = call;
  return {
    server: accountServer(server, inspector.server.runtime, accountId),
    inspector: new Inspector({ ...inspector.server, firstId: accountId, caller }),
    input: takesAccount(operation) ? { ...input, account_id: accountId } : call.input,
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
