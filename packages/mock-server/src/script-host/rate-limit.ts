import { rateLimited, unauthorized } from '../http/errors.ts';
import type { LimitSettings } from '../http/limits.ts';
import type { AccountRow } from '../store/accounts.ts';
import { dropRateWindows, findRateWindow, putRateWindow } from '../store/rate-windows.ts';
import type { Transaction } from '../store/store.ts';
import { networkOf } from './network.ts';

const MINUTE = 60_000;

/** Refuses pages of origins that an account has not named, if it has named some; `own` is the server's. */
// Unspecified: U-75
export function assertOriginAllowed({ data }: AccountRow, origin: string | undefined, own?: string): void {
  const allowed = data.script_origins?.map(originOf);
  if (!allowed || (origin !== undefined && [...allowed, own].includes(origin))) return;
  throw unauthorized('The pages of this origin may not send for the account.');
}

/** An origin as browsers write it, however it was written down. */
function originOf(text: string): string {
  const origin = URL.canParse(text) ? new URL(text).origin : 'null';
  return origin === 'null' ? text : origin; // of files, and of what is no address
}

/** Who asks: a visitor, from an address. */
export interface Asker {
  readonly visitor: string | null | undefined;
  /** Undefined where the request came in-process. */
  readonly address: string | undefined;
}

/** Refuses with 429 who asks more often in a minute than a page has reason to. */
// Unspecified: U-75
export async function enforceRateLimit(
  tx: Transaction,
  accountId: string,
  { visitor, address }: Asker,
  now: number,
  { scriptVisitor, scriptAddress }: LimitSettings,
): Promise<void> {
  const spend = async (token: string, limit: number) => {
    const found = await findRateWindow(tx, accountId, token, 'script');
    // A clock may have been set back.
    const isOpen = found !== undefined && found.openedAt <= now && now < found.openedAt + MINUTE;
    const window = isOpen ? found : { openedAt: now, used: 0 };
    if (window.used >= limit) {
      throw rateLimited(`${limit} a minute`, Math.ceil((window.openedAt + MINUTE - now) / 1000));
    }
    if (!isOpen) await sweep(tx, accountId, now);
    await putRateWindow(tx, accountId, token, 'script', { ...window, used: window.used + 1 });
  };
  if (address !== undefined) await spend(`address ${networkOf(address)}`, scriptAddress);
  if (visitor) await spend(`visitor ${visitor}`, scriptVisitor);
}

/** Forgets once a minute what is over: visitors are many, and each leaves a row. */
async function sweep(tx: Transaction, accountId: string, now: number): Promise<void> {
  const last = await findRateWindow(tx, accountId, 'sweep', 'script');
  if (last && last.openedAt <= now && now < last.openedAt + MINUTE) return;
  await dropRateWindows(tx, accountId, 'script', now - MINUTE);
  await putRateWindow(tx, accountId, 'sweep', 'script', { openedAt: now, used: 0 });
}
