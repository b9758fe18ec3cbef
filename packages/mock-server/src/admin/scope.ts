import type { KeyHolder } from '../api/http/local-access.ts';
import type { LimitSettings } from '../api/http/rate-limit.ts';
import { adminCause, type Context, openContext } from '../domain/context/context.ts';
import type { Seed } from '../seed/schema.ts';
import type { Runtime } from './runtime.ts';

/** Options for the SDK's `createClient` to reach a server in-process, without a port. */
export interface Connection {
  readonly baseUrl: string;
  readonly accountId: string;
  readonly apiKey: string;
  /** Sends a request to the server, in the process. */
  readonly fetch: typeof fetch;
}

/** What operations work on: a server, limited to what the caller may use. */
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
  /** Reaches the first account in-process. */
  readonly connection: Connection;
  readonly isClosed: () => boolean;
  /** Starts an empty server in memory with the same base clock, on which time can pass. */
  readonly openCopy: () => Promise<Runtime>;
  /** Deletes all data and applies the seed again. */
  readonly reset: () => Promise<void>;
  /** Handles a request in-process. */
  answer(request: Request): Promise<Response>;
}

/** The context of an operation on one account. */
export interface AdminContext extends Context {
  readonly scope: Scope;
}

/**
 * Runs a function in a transaction on an account; a long one that only reads may read apart from others. Throws for an
 * unknown account.
 */
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
    cause: isRead ? null : adminCause(),
  };
  const run = (tx: Context['tx']) => work({ ...openContext({ ...frame, tx }, 'admin'), scope });
  if (isRead === 'apart') return runtime.store.readApart(run);
  return isRead ? runtime.store.read(run) : runtime.store.write(run, account);
}
