import { LIMITS, type LimitClass, RATE_LIMIT_HEADERS } from '@trickle/sdk/contract';
import type { Context } from '../../domain/context/context.ts';
import { findByIdOrEmail } from '../../domain/records/subscriber.ts';
import { after, defer } from '../../shared/platform/timers.ts';
import type { MaybePromise } from '../../shared/values/maybe-promise.ts';
import type { Store, Transaction } from '../../store/engine/store.ts';
import { addToRateWindow, type Budget, rateWindows } from '../../store/tables/rate-windows.ts';
import { emailKey } from '../../store/tables/subscribers.ts';
import { visitors } from '../../store/tables/visitors.ts';
import { type HttpError, rateLimited } from './errors.ts';

export const HOUR = 3_600_000;

/** The token that spends from one of its hourly limits. */
interface Spender {
  readonly accountId: string;
  readonly token: string;
  readonly budget: Budget;
}

/** The amount to spend from a limit, and its time. */
interface Amount {
  /** Negative for a refund. */
  readonly amount: number;
  readonly limit: number;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** When a window opens if none is open, in milliseconds since 1970. */
  readonly opensAt: number;
}

/** The state of a window after an attempt to spend from it. */
interface SpentWindow {
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
    await rateWindows.put(tx, accountId, { ...key, openedAt: window.openedAt, used: window.used });
    return window;
  }

  async flush(): Promise<void> {}

  clear(): void {}
}

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

/** Rate limits of a token on an account. */
export interface LimitSettings {
  /** Requests per hour to single endpoints. Default 3,600. */
  readonly individual: number;
  /** Requests per hour to batch endpoints. Default 50. */
  readonly batch: number;
  /** Records per hour in batches. Default 50,000. */
  readonly records: number;
  /** Whether concurrent updates of a subscriber are rejected. Default true. */
  readonly concurrency: boolean;
  /** Whether 429 responses have a `Retry-After` header, unlike the service's. Default false. */
  readonly retryAfter: boolean;
  /** Milliseconds between the start of a window and its first request. Default 0. */
  readonly windowOffset: number;
  /** Page script requests per minute and visitor. Default 60. */
  readonly scriptVisitor: number;
  /** Page script requests per minute and IP address. Default 600. */
  readonly scriptAddress: number;
  /** Commands and forms of pages that can create a subscriber, per hour and IP address. Default 6,000. */
  readonly signupsAddress: number;
  /** Commands and forms of pages that can create a subscriber, per hour and account. Default 60,000. */
  readonly signupsAccount: number;
}

export const defaultLimits: LimitSettings = {
  individual: LIMITS.individualRequestsPerHour,
  batch: LIMITS.batchRequestsPerHour,
  records: LIMITS.batchUpdatesPerHour,
  concurrency: true,
  retryAfter: false,
  windowOffset: 0,
  scriptVisitor: 60,
  scriptAddress: 600,
  signupsAddress: 6000,
  signupsAccount: 60_000,
};

/** The token that spends from a limit, and the time. */
interface Client {
  readonly accountId: string;
  readonly token: string;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** The limits in force, and how much of them is used. */
export interface Limits {
  /** Undefined: no limits. */
  readonly limits: LimitSettings | undefined;
  readonly windows: RateWindows;
}

/** The headers of the limit, and the 429 if too little of it is left. */
interface Spending {
  readonly headers: Record<string, string>;
  readonly error?: HttpError | undefined;
}

/** Spends an amount from a limit, if enough is left, as a part of `tx` if there is one. A negative amount refunds. Does nothing without limits. */
// Unspecified: U-19
export function spend(
  { limits, windows }: Limits,
  { accountId, token, now }: Client,
  { budget, amount }: { readonly budget: LimitClass | 'records' | null; readonly amount: number },
  tx?: Transaction,
): MaybePromise<Spending> {
  if (!limits || !budget) return { headers: {} };
  const limit = limits[budget];
  const opensAt = now - (limits.windowOffset % HOUR);
  const spentOf = ({ openedAt, used, isGranted }: SpentWindow): Spending => {
    const headers = {
      [RATE_LIMIT_HEADERS.limit]: String(limit),
      [RATE_LIMIT_HEADERS.remaining]: String(Math.max(0, limit - used)),
    };
    if (isGranted) return { headers };
    const retryAfter = Math.max(1, Math.ceil((openedAt + HOUR - now) / 1000));
    const text = `${limit} ${budget === 'records' ? 'records' : 'requests'} an hour`;
    return { headers, error: rateLimited(text, limits.retryAfter ? retryAfter : undefined, budget) };
  };
  const window = windows.spend({ accountId, token, budget }, { amount, limit, now, opensAt }, tx);
  return window instanceof Promise ? window.then(spentOf) : spentOf(window);
}

interface Update {
  /** Begins to update the subscriber with these names; false if another update overlaps. */
  begin(names: readonly string[]): boolean;
  /** Ends the update, or the request if it has begun none. */
  end(): Promise<void>;
}

/** Finds out which updates of a subscriber overlap, among the requests to this server. */
// Unspecified: U-11
export class Updates {
  /** The number of requests that have ended. */
  #count = 0;
  /** The requests under way, the oldest first, with the count at their arrival. */
  readonly #requests = new Set<{ readonly arrival: number }>();
  /** The names of the subscribers that are updated now. */
  readonly #current = new Set<string>();
  /** The count at the last update of each name, in this order. */
  readonly #ends = new Map<string, number>();

  /** Registers a request that has arrived. It overlaps with each update that has not ended by now. */
  register(): Update {
    const request = { arrival: this.#count };
    this.#requests.add(request);
    let updated: readonly string[] = [];
    const isBusy = (name: string) => this.#current.has(name) || (this.#ends.get(name) ?? 0) > request.arrival;
    return {
      begin: (names) => {
        if (names.some(isBusy)) return false;
        updated = names;
        for (const name of names) this.#current.add(name);
        return true;
      },
      end: async () => {
        if (updated.length > 0) await new Promise<void>(defer); // requests that have arrived are registered now
        this.#requests.delete(request);
        this.#count++;
        for (const name of updated) {
          this.#current.delete(name);
          this.#ends.delete(name);
          this.#ends.set(name, this.#count);
        }
        this.#forget();
      },
    };
  }

  /** Forgets the updates that ended before the oldest request under way. */
  #forget(): void {
    const [oldest] = this.#requests;
    for (const [name, end] of this.#ends) {
      if (oldest && end > oldest.arrival) return;
      this.#ends.delete(name);
    }
  }
}

/** The names of the subscriber that a request updates: the id if the subscriber exists, the email address, the visitor; empty without. */
export async function findSubscriberNames(
  context: Context,
  parameters: Readonly<Record<string, string>>,
  input: unknown,
): Promise<string[]> {
  const { tx, accountId } = context;
  const keyOf = (name: string) => `${accountId.length} ${accountId} ${name}`;
  const members = (input ?? {}) as { id?: string; email?: string; visitor_uuid?: string }; // validated before
  const name = parameters.id_or_email ?? parameters.email ?? members.id ?? members.email;
  if (name !== undefined) {
    const { id, email } = (await findByIdOrEmail(context, name)) ?? { id: undefined, email: name };
    return [id, email === null ? undefined : emailKey(email)].filter((key) => key !== undefined).map(keyOf);
  }
  const { visitor_uuid: uuid } = members;
  if (uuid === undefined) return [];
  const visitor = await visitors.find(tx, accountId, { uuid });
  return visitor?.subscriberId == null ? [keyOf(uuid)] : [keyOf(visitor.subscriberId), keyOf(uuid)];
}
