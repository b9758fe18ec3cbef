import { after } from '../../shared/platform/timers.ts';
import type { MaybePromise } from '../../shared/values/maybe-promise.ts';
import type { Store, Transaction } from '../../store/engine/store.ts';
import { addToRateWindow, type Budget, putRateWindow, rateWindows } from '../../store/tables/rate-windows.ts';

export const HOUR = 3_600_000;

/** The token that spends from one of its hourly limits. */
export interface Spender {
  readonly accountId: string;
  readonly token: string;
  readonly budget: Budget;
}

/** The amount to spend from a limit, and its time. */
export interface Amount {
  /** Negative for a refund. */
  readonly amount: number;
  readonly limit: number;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** When a window opens if none is open, in milliseconds since 1970. */
  readonly opensAt: number;
}

/** The state of a window after an attempt to spend from it. */
export interface SpentWindow {
  readonly openedAt: number;
  readonly used: number;
  readonly isGranted: boolean;
}

/** The use of the hourly limits by each token: in memory, or in the database that several servers share. */
export interface RateWindows {
  /** Spends an amount if enough is left, as a part of `tx` if there is one: a rollback returns the amount. */
  spend(spender: Spender, amount: Amount, tx?: Transaction): MaybePromise<SpentWindow>;
  /** Returns when the database has the windows of an account, or all. */
  flush(accountId?: string): Promise<void>;
  /** Forgets the windows of an account, or of all, before other rows take their place. */
  clear(accountId?: string): void;
}

function spendFrom(window: Pick<SpentWindow, 'openedAt' | 'used'> | undefined, amount: Amount): SpentWindow {
  const isOpen = window !== undefined && amount.now < window.openedAt + HOUR;
  const { openedAt, used } = isOpen ? window : { openedAt: amount.opensAt, used: 0 };
  const isGranted = used + amount.amount <= amount.limit;
  return { openedAt, used: isGranted ? Math.max(0, used + amount.amount) : used, isGranted };
}

/** The windows of servers that share a database: rows, so that limits are exact. */
export class RateWindowsInTables implements RateWindows {
  readonly #store: Store;

  constructor(store: Store) {
    this.#store = store;
  }

  async spend({ accountId, ...key }: Spender, amount: Amount, tx?: Transaction): Promise<SpentWindow> {
    if (!tx) return this.#store.write((own) => this.spend({ accountId, ...key }, amount, own), accountId);
    const window = spendFrom(await rateWindows.find(tx, accountId, key), amount);
    await putRateWindow(tx, accountId, { ...key, openedAt: window.openedAt, used: window.used });
    return window;
  }

  async flush(): Promise<void> {}

  clear(): void {}
}

/** A window in memory. */
interface HeldWindow extends Spender {
  openedAt: number;
  used: number;
  /** The part of it that the database does not have. */
  unsaved: number;
}

/** The longest time until the database has what was spent, in real milliseconds. */
const DELAY = 1000;

/**
 * The windows of a server that has its database to itself. They are written down every second, and then forgotten until
 * their next use. A crash forgets what was spent in the last second, and the servers of one file know that of each other
 * so much later.
 */
// Unspecified: U-19
export class RateWindowsInMemory implements RateWindows {
  readonly #store: Store;
  readonly #windows = new Map<string, HeldWindow>();
  #cancelFlush: (() => void) | undefined;

  constructor(store: Store) {
    this.#store = store;
  }

  spend(spender: Spender, amount: Amount, tx?: Transaction): MaybePromise<SpentWindow> {
    const held = this.#windows.get(keyOf(spender));
    return held ? this.#spendFrom(held, amount, tx) : this.#load(spender, amount, tx);
  }

  async flush(accountId?: string): Promise<void> {
    if (accountId === undefined) {
      this.#cancelFlush?.();
      this.#cancelFlush = undefined;
    }
    const windows = Map.groupBy(this.#windows.values(), (window) => window.accountId);
    const chosen = [...windows].filter(([id]) => accountId === undefined || id === accountId);
    await Promise.all(chosen.map(([id, held]) => this.#store.write((tx) => this.#save(tx, held), id)));
  }

  clear(accountId?: string): void {
    for (const [key, window] of this.#windows) {
      if (accountId === undefined || window.accountId === accountId) this.#windows.delete(key);
    }
  }

  async #load(spender: Spender, amount: Amount, tx?: Transaction): Promise<SpentWindow> {
    const { accountId, token, budget } = spender;
    const find = (reader: Transaction) => rateWindows.find(reader, accountId, { token, budget });
    const stored = await (tx ? find(tx) : this.#store.read(find, accountId));
    const { openedAt, used } = stored ?? { openedAt: amount.opensAt, used: 0 };
    const key = keyOf(spender);
    const held = this.#windows.get(key) ?? { ...spender, openedAt, used, unsaved: 0 }; // loaded in the meantime
    this.#windows.set(key, held);
    return this.#spendFrom(held, amount, tx);
  }

  #spendFrom(held: HeldWindow, amount: Amount, tx: Transaction | undefined): SpentWindow {
    const window = spendFrom(held, amount);
    const { openedAt, used } = window;
    const isNew = openedAt !== held.openedAt;
    const change = isNew ? used : used - held.used;
    Object.assign(held, { openedAt, used, unsaved: isNew ? used : held.unsaved + change });
    tx?.onRollback(() => this.#giveBack(held, openedAt, change));
    // If the disk is full, the next spending tries again.
    this.#cancelFlush ??= after(DELAY, () => void this.flush().catch(() => undefined));
    return window;
  }

  #giveBack(held: HeldWindow, openedAt: number, amount: number): void {
    if (held.openedAt !== openedAt) return;
    held.used -= amount;
    held.unsaved -= amount;
    if (held.used === 0) this.#forget(held); // it may not have opened at all
  }

  #forget(held: HeldWindow): void {
    const key = keyOf(held);
    if (held.unsaved === 0 && this.#windows.get(key) === held) this.#windows.delete(key);
  }

  /** Writes down what was spent, and forgets the windows that nobody has spent from in the meantime. */
  async #save(tx: Transaction, windows: readonly HeldWindow[]): Promise<void> {
    for (const held of windows) {
      const { accountId, token, budget, openedAt, unsaved } = held;
      if (unsaved !== 0)
        await addToRateWindow(tx, accountId, { token, budget, openedAt, used: unsaved }, HOUR);
      tx.afterCommit(() => {
        if (held.openedAt === openedAt) held.unsaved -= unsaved;
        this.#forget(held);
      });
    }
  }
}

const keyOf = ({ accountId, token, budget }: Spender) =>
  `${budget} ${accountId.length} ${accountId} ${token}`;
