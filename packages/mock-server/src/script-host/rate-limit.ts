import { rateLimited, unauthorized } from '../http/errors.ts';
import type { LimitSettings } from '../http/limits.ts';
import type { AccountRow } from '../store/accounts.ts';
import { dropRateWindows, findRateWindow, putRateWindow } from '../store/rate-windows.ts';
import type { Transaction } from '../store/store.ts';
import type { AccountTransaction } from '../world/context.ts';
import { networkOf } from './network.ts';

const MINUTE = 60_000;

/** Throws 403 for pages of origins outside the account's list, if it has one. `own` is the server's origin. */
// Unspecified: U-75
export function assertOriginAllowed({ data }: AccountRow, origin: string | undefined, own?: string): void {
  const allowed = data.script_origins?.map(originOf);
  if (!allowed || (origin !== undefined && [...allowed, own].includes(origin))) return;
  throw unauthorized('The pages of this origin may not send for the account.');
}

/** Normalizes an origin to the form that browsers send. */
function originOf(text: string): string {
  const origin = URL.canParse(text) ? new URL(text).origin : 'null';
  return origin === 'null' ? text : origin; // for files and invalid URLs
}

/** The client: a visitor and an IP address. */
export interface Asker {
  readonly visitor: string | null | undefined;
  /** Undefined for in-process requests. */
  readonly address: string | undefined;
}

/** Throws 429 if a visitor or address exceeds its requests per minute. */
// Unspecified: U-75
export async function enforceRateLimit(
  { world, tx, accountId }: AccountTransaction,
  { visitor, address }: Asker,
  { scriptVisitor, scriptAddress }: LimitSettings,
): Promise<void> {
  const now = world.clock.now();
  const spend = async (token: string, limit: number) => {
    const key = { token, budget: 'script' } as const;
    const found = await findRateWindow(tx, accountId, key);
    // The clock may have been set back.
    const isOpen = found !== undefined && found.openedAt <= now && now < found.openedAt + MINUTE;
    const window = isOpen ? found : { openedAt: now, used: 0 };
    if (window.used >= limit) {
      throw rateLimited(`${limit} a minute`, Math.ceil((window.openedAt + MINUTE - now) / 1000));
    }
    if (!isOpen) await sweep(tx, accountId, now);
    await putRateWindow(tx, accountId, key, { ...window, used: window.used + 1 });
  };
  if (address !== undefined) await spend(`address ${networkOf(address)}`, scriptAddress);
  if (visitor) await spend(`visitor ${visitor}`, scriptVisitor);
}

/** Deletes expired windows once a minute, because every visitor leaves a row. */
async function sweep(tx: Transaction, accountId: string, now: number): Promise<void> {
  const key = { token: 'sweep', budget: 'script' } as const;
  const last = await findRateWindow(tx, accountId, key);
  if (last && last.openedAt <= now && now < last.openedAt + MINUTE) return;
  await dropRateWindows(tx, accountId, 'script', now - MINUTE);
  await putRateWindow(tx, accountId, key, { openedAt: now, used: 0 });
}
