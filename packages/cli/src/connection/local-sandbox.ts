import { isObject, tryParseJson } from '../parse-json.ts';
import type { ProcessIo } from '../terminal/process-io.ts';
import { boundedText } from './bounded-text.ts';

/** The default address of the reference server. */
export const LOCAL_SANDBOX = 'http://127.0.0.1:4100';

/** An account of a reference server on this machine. */
export interface SandboxAccount {
  readonly id: string;
  /** An API key of its owner. */
  readonly apiKey: string;
}

/** Milliseconds to wait for the response; on this machine it comes at once. */
const TIMEOUT = 5000;

/** Maximum size of the list of accounts, in bytes. */
const MAX_ANSWER = 10_000_000;

/**
 * The accounts of a reference server, by default the one on this machine, as its admin API lists them; undefined if none
 * runs, or if it wants a password. The password is the only secret that is sent.
 */
export async function sandboxAccounts(
  { fetch: send = fetch }: ProcessIo,
  url = LOCAL_SANDBOX,
  password?: string,
): Promise<readonly SandboxAccount[] | undefined> {
  const stop = new AbortController();
  const late = setTimeout(() => stop.abort(), TIMEOUT);
  const { signal } = stop;
  const headers = new Headers(password ? { authorization: `Basic ${btoa(`admin:${password}`)}` } : {});
  try {
    const response = await send(
      new Request(`${url}/_admin/accounts`, { signal, headers, redirect: 'manual' }),
    );
    const answer = response.ok ? tryParseJson(await boundedText(response, MAX_ANSWER)) : undefined;
    return isObject(answer) && Array.isArray(answer.accounts)
      ? answer.accounts.flatMap(accountOf)
      : undefined;
  } catch {
    return undefined; // nothing listens there, or something else does
  } finally {
    clearTimeout(late);
  }
}

function accountOf(account: unknown): SandboxAccount[] {
  if (!isObject(account) || typeof account.id !== 'string' || !Array.isArray(account.tokens)) return [];
  const [apiKey]: unknown[] = account.tokens;
  return typeof apiKey === 'string' ? [{ id: account.id, apiKey }] : [];
}
