import type { AccountTransaction } from '../../domain/context/context.ts';
import { networkOf } from '../../shared/values/ip-address.ts';
import type { AccountRow } from '../../store/tables/accounts.ts';
import { dropRateWindows, type RateWindow, rateWindows } from '../../store/tables/rate-windows.ts';
import { rateLimited, unauthorized } from '../http/errors.ts';
import type { LimitSettings } from '../http/limits.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** Throws 403 for pages of origins outside the account's list, if it has one. `own` is the server's origin. */
// Unspecified: U-75
export function assertOriginAllowed(
  { data }: AccountRow,
  origin: string | undefined,
  ownOrigin?: string,
): void {
  const allowed = data.script_origins?.map(originOf);
  if (!allowed || (origin !== undefined && [...allowed, ownOrigin].includes(origin))) return;
  throw unauthorized('Pages of this origin may not send messages for the account.');
}

/** Normalizes an origin to the form that browsers send. */
function originOf(text: string): string {
  const origin = URL.canParse(text) ? new URL(text).origin : 'null';
  return origin === 'null' ? text : origin; // for files and invalid URLs
}

export interface RateLimitedClient {
  readonly visitor: string | null | undefined;
  /** Undefined for in-process requests. */
  readonly address: string | undefined;
  /** The number of commands and forms that can create a subscriber. */
  readonly signups: number;
}

type Limited = Omit<AccountTransaction, 'place'>;

/** Throws 429 if a visitor, address or account exceeds a limit of requests or sign-ups. */
export async function enforceRateLimit(
  context: Limited,
  { visitor, address, signups }: RateLimitedClient,
  { scriptVisitor, scriptAddress, signupsAddress, signupsAccount }: LimitSettings,
): Promise<void> {
  const network = address === undefined ? undefined : `address ${networkOf(address)}`;
  // Unspecified: U-75
  const script = { budget: 'script', length: MINUTE, unit: 'a minute' } as const;
  if (network) await spend(context, network, { ...script, limit: scriptAddress });
  if (visitor) await spend(context, `visitor ${visitor}`, { ...script, limit: scriptVisitor });
  if (signups === 0) return;
  // Counts unknown and known addresses alike: the limit must not reveal whom an account knows.
  // Unspecified: U-190
  const created = { budget: 'signups', length: HOUR, unit: 'sign-ups an hour', amount: signups } as const;
  if (network) await spend(context, network, { ...created, limit: signupsAddress });
  await spend(context, 'account', { ...created, limit: signupsAccount });
}

interface PageLimit {
  readonly budget: 'script' | 'signups';
  /** The length of a window in milliseconds. */
  readonly length: number;
  readonly limit: number;
  /** The counted noun, for the error message. */
  readonly unit: string;
  /** The amount to spend. Default: 1. A request that exceeds the limit is the last one of the window. */
  readonly amount?: number;
}

/** Spends from a limit. Throws 429 if nothing is left. */
async function spend(
  { services, tx, accountId }: Limited,
  token: string,
  { budget, length, limit, unit, amount = 1 }: PageLimit,
): Promise<void> {
  const now = services.clock.now();
  const storedWindow = await rateWindows.find(tx, accountId, { token, budget });
  const window = isOpen(storedWindow, length, now) ? storedWindow : { token, budget, openedAt: now, used: 0 };
  if (window.used >= limit) {
    throw rateLimited(`${limit} ${unit}`, Math.ceil((window.openedAt + length - now) / 1000), budget);
  }
  if (window !== storedWindow) await sweep({ tx, accountId }, { budget, length, now });
  await rateWindows.put(tx, accountId, { ...window, used: window.used + amount });
}

/** Whether a window still counts. The clock may have been set back. */
const isOpen = (window: RateWindow | undefined, length: number, now: number): window is RateWindow =>
  window !== undefined && window.openedAt <= now && now < window.openedAt + length;

/** Deletes expired windows once per window, because every visitor and address leaves a row. */
async function sweep(
  { tx, accountId }: Pick<AccountTransaction, 'tx' | 'accountId'>,
  {
    budget,
    length,
    now,
  }: { readonly budget: PageLimit['budget']; readonly length: number; readonly now: number },
): Promise<void> {
  const key = { token: 'sweep', budget };
  if (isOpen(await rateWindows.find(tx, accountId, key), length, now)) return;
  await dropRateWindows(tx, accountId, budget, now - length);
  await rateWindows.put(tx, accountId, { ...key, openedAt: now, used: 0 });
}
