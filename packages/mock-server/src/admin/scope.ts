import type { KeyHolder } from '../api/http/admin-access.ts';
import type { LimitSettings } from '../api/http/limits.ts';
import { adminPlace, type Context, openContext } from '../domain/context/context.ts';
import type { Seed } from '../seed/schema.ts';
import { UNKNOWN_PLACE } from '../store/engine/place.ts';
import type { ActionName, Runtime } from './runtime.ts';

/** Options for the SDK's `createClient` to reach a server in-process, without a port. */
export interface Connection {
  readonly baseUrl: string;
  readonly accountId: string;
  readonly apiKey: string;
  /** Sends a request to the server, in the process. */
  readonly fetch: typeof fetch;
}

/** The scope of operations: a server, limited to the rights of the caller. */
export interface Scope {
  readonly runtime: Runtime;
  /** The default account. */
  readonly firstId: string;
  /** The only account that calls may name: that of a tenant, or of a caller's key. Undefined: any. */
  readonly own?: string | undefined;
  /** The seed that the server was started with. */
  readonly seed: Seed | undefined;
  /** Undefined: no limits. */
  readonly limits: LimitSettings | undefined;
  /** The caller, if the caller has a key of an account instead of the admin password. */
  readonly caller?: KeyHolder | undefined;
  /** The action in the inspector that the call belongs to. */
  readonly action?: ActionName | undefined;
  /** The request line of the operation that runs, as in `POST /_admin/broadcasts/b1/schedule`. */
  readonly line?: string | undefined;
  /** Reaches the first account in-process. */
  readonly connection: Connection;
  readonly isClosed: () => boolean;
  /** Starts an empty server in memory with the same base clock, on which time can pass. */
  readonly openCopy: () => Promise<Runtime>;
  /** Deletes all data and applies the seed again. */
  readonly reset: () => Promise<void>;
  answer(request: Request): Promise<Response>;
}

export interface AdminContext extends Context {
  readonly scope: Scope;
}

/** Runs a function in a transaction on an account. `apart`: a long read that does not block others. Throws for an unknown account. */
export async function inAccount<T>(
  scope: Scope,
  accountId: string | undefined,
  isRead: boolean | 'apart',
  work: (context: AdminContext) => Promise<T>,
): Promise<T> {
  const { runtime, firstId } = scope;
  const account = accountId ?? firstId;
  if (account !== firstId) await runtime.accounts.assertExists(account);
  const frame = {
    services: runtime.allServices.forAccount(account),
    accountId: account,
    place: isRead ? UNKNOWN_PLACE : adminPlace(scope.line),
  };
  const run = (tx: Context['tx']) => work({ ...openContext({ ...frame, tx }, 'admin'), scope });
  if (isRead === 'apart') return runtime.store.readApart(run, account);
  return isRead ? runtime.store.read(run, account) : runtime.store.write(run, account);
}
