import { isObject } from '../parse-json.ts';
import type { ProcessIo } from '../terminal/process-io.ts';
import { AdminApi, operatorAuthorization } from './admin-api.ts';

/** The default address of the reference server. */
export const LOCAL_SANDBOX = 'http://127.0.0.1:4100';

export interface SandboxAccount {
  readonly id: string;
  /** An API key of its owner. */
  readonly apiKey: string;
}

/** Timeout in milliseconds; on this machine, responses are immediate. */
const TIMEOUT = 5000;

/**
 * The accounts of a reference server, by default the one on this machine; undefined if none is running or it requires a
 * password. The password is the only secret that is sent.
 */
export async function sandboxAccounts(
  { fetch }: ProcessIo,
  base = LOCAL_SANDBOX,
  password?: string,
): Promise<readonly SandboxAccount[] | undefined> {
  const admin = new AdminApi({
    ...{ base, fetch, timeout: TIMEOUT },
    authorization: password ? operatorAuthorization(password) : undefined,
  });
  try {
    const { accounts }: { readonly accounts: unknown } = await admin.call('GET /_admin/accounts', {});
    return Array.isArray(accounts) ? accounts.flatMap(accountOf) : undefined;
  } catch {
    return undefined; // nothing is listening there, or another program is
  }
}

function accountOf(account: unknown): SandboxAccount[] {
  if (!isObject(account) || typeof account.id !== 'string' || !Array.isArray(account.tokens)) return [];
  const [apiKey]: unknown[] = account.tokens;
  return typeof apiKey === 'string' ? [{ id: account.id, apiKey }] : [];
}
