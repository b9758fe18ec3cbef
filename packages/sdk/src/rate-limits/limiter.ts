import type { LimitClass } from '../contract/schema/endpoint.ts';
import { RATE_LIMIT_HEADERS } from '../contract/schema/limits.ts';
import { deferred, throwIfAborted } from '../core/abort.ts';
import { RateLimitError, wholeNumber } from '../core/api-errors.ts';
import type { Clock } from '../core/clock.ts';
import { ConnectionError } from '../core/errors.ts';
import type { Allowances, Ask, BudgetOutcome, Cost, Denied, Grant, LimitStore } from './budget.ts';
import type { LimitQueue, QueuedRequest } from './queue.ts';

/** A request to be sent within the rate limits. */
export interface LimitRequest {
  readonly account: string;
  readonly limit: NonNullable<LimitClass>;
  /** Number of records in a batch. */
  readonly records: number;
  readonly deadline: number;
  readonly signal: AbortSignal | undefined;
  readonly isFirst: boolean;
  readonly onWait: (denied: Denied) => void;
}

/** The result of an attempt: a response, an error, or both for a response outside 2xx. */
export interface AttemptResult {
  readonly response?: Response | undefined;
  readonly error?: unknown;
}

/** Permission to send one request. It must be settled. */
export interface Permit {
  /** Reports the result of the request; none if it was not sent. */
  settle(result?: AttemptResult): void;
}

/** Keeps a client within the rate limits of the service. */
export class Limiter {
  readonly #store: LimitStore;
  readonly #clock: Clock;
  readonly #baseUrl: string;
  readonly #allowances: Allowances;
  /** The queues of accounts whose requests have had to wait; promises while their code is loaded. */
  readonly #queues = new Map<string, LimitQueue | Promise<LimitQueue>>();
  /** By account. */
  readonly #mutexes = new Map<string, KeyedMutex>();
  readonly aliases = new SubscriberAliases();

  constructor(store: LimitStore, clock: Clock, baseUrl: string, allowances: Allowances) {
    this.#store = store;
    this.#clock = clock;
    this.#baseUrl = baseUrl;
    this.#allowances = allowances;
  }

  /** Waits until the request may be sent. Denies it if that would be after its deadline. */
  enter(entry: LimitRequest): Permit | Promise<Permit | Denied> {
    const { account, limit, records, deadline, signal, isFirst, onWait } = entry;
    const costs: Cost[] = [{ budget: limit, amount: 1 }];
    if (limit === 'batch') costs.push({ budget: 'records', amount: records });
    const ask = { account, baseUrl: this.#baseUrl, costs, allowances: this.#allowances };
    const key = `${limit} ${account}`;
    const entered = this.#enterQueue(key, { ask, deadline, signal, isFirst, onWait });
    if ('marks' in entered) return this.#permit(ask, entered, key); // synchronous if no request waits
    return entered.then((verdict) => ('marks' in verdict ? this.#permit(ask, verdict, key) : verdict));
  }

  #enterQueue(key: string, request: QueuedRequest): Grant | Promise<Grant | Denied> {
    const { ask, deadline, signal } = request;
    const queue = this.#queues.get(key);
    if (queue && !('then' in queue)) return queue.enter(request);
    if (!queue && !this.#store.isShared) {
      const verdict = this.#store.take({ ...ask, now: this.#clock.now(), waiting: 1, deadline });
      if ('marks' in verdict) return verdict;
    }
    const loading = queue ?? this.#loadQueue();
    if (!queue) this.#queues.set(key, loading);
    // Requests enter in the order of their calls, since they wait for the same promise.
    return loading.then((loaded) => {
      this.#queues.set(key, loaded);
      throwIfAborted(signal);
      return loaded.enter(request);
    });
  }

  /** Loaded on use: most programs never reach a rate limit. */
  async #loadQueue(): Promise<LimitQueue> {
    const { LimitQueue } = await import('./queue.ts');
    return new LimitQueue(this.#store, this.#clock);
  }

  /**
   * Locks a subscriber, by its identifiers: in this process, then in a shared store. Returns a function that releases the
   * lock. A caller that gives up releases it too.
   */
  async lock(
    account: string,
    named: readonly string[],
    signal: AbortSignal | undefined,
  ): Promise<() => void> {
    const names = this.aliases.namesOf(named);
    const mutex = this.#mutexes.get(account) ?? new KeyedMutex();
    this.#mutexes.set(account, mutex);
    const end = await mutex.take(names);
    try {
      throwIfAborted(signal);
      const endShared = await this.#store.lock?.({ account, baseUrl: this.#baseUrl, names, signal });
      return () => {
        endShared?.();
        end();
      };
    } catch (error) {
      end();
      throw error;
    }
  }

  #permit(ask: Omit<Ask, 'now' | 'waiting' | 'deadline'>, grant: Grant, key: string): Permit {
    return {
      settle: (result) => {
        const now = this.#clock.now();
        const outcomes = result ? outcomesOf(result, now) : [UNCOUNTED, UNCOUNTED];
        const settled = this.#store.settle({ ...ask, now, waiting: 0, deadline: 0 }, grant, outcomes);
        const wake = () => {
          const queue = this.#queues.get(key);
          if (queue && !('then' in queue)) queue.wake();
        };
        if (settled instanceof Promise) settled.then(wake, wake);
        else wake();
      },
    };
  }
}

const UNCOUNTED: BudgetOutcome = { kind: 'uncounted' };

/** The headers report requests only, not records. */
const RECORDS_COUNTED: BudgetOutcome = { kind: 'counted' };

/** The outcome of an attempt for its request, and for its records. */
function outcomesOf(
  { response, error }: AttemptResult,
  now: number,
): [request: BudgetOutcome, records: BudgetOutcome] {
  if (!response) {
    const isUnsent = error instanceof ConnectionError && error.isUnsent;
    const outcome: BudgetOutcome = isUnsent ? UNCOUNTED : { kind: 'unknown' };
    return [outcome, outcome];
  }
  const limit = wholeNumber(response, RATE_LIMIT_HEADERS.limit);
  const remaining = wholeNumber(response, RATE_LIMIT_HEADERS.remaining);
  const counted: BudgetOutcome = { kind: 'counted', limit, remaining };
  if (!(error instanceof RateLimitError)) {
    // A 401 without the headers was rejected before counting.
    const isUncounted = remaining === undefined && response.status === 401;
    return isUncounted ? [UNCOUNTED, UNCOUNTED] : [counted, RECORDS_COUNTED];
  }
  if (error.scope === 'concurrent') return [UNCOUNTED, UNCOUNTED];
  const retryAfter = error.retryAt && Math.max(0, error.retryAt.getTime() - now);
  const rejected: BudgetOutcome = { kind: 'rejected', retryAfter };
  // Requests remain, so the limit on records is reached.
  return remaining !== undefined && remaining > 0 ? [counted, rejected] : [rejected, UNCOUNTED];
}

/** A mutex by keys: holders that share a key run one at a time, in the order of their calls. */
export class KeyedMutex {
  /** For each name, a promise that resolves when its last holder has ended. */
  readonly #tails = new Map<string, Promise<unknown>>();

  /** Waits for all earlier holders of any of these names. Returns a function that releases the lock. */
  async take(names: readonly string[]): Promise<() => void> {
    const before = names.map((name) => this.#tails.get(name));
    const { promise, resolve } = deferred<void>();
    const tail = Promise.all([...before, promise]).then(() => {
      for (const name of names) if (this.#tails.get(name) === tail) this.#tails.delete(name);
    });
    for (const name of names) this.#tails.set(name, tail);
    await Promise.all(before);
    return resolve;
  }
}

/** Maximum number of names to remember. The oldest are forgotten first. */
const MAX_REMEMBERED = 20_000;

/** Maximum number of names of one subscriber. A larger set mixes several subscribers. */
const MAX_NAMES = 8;

/** Known identifiers of the same subscriber, learned from responses: email addresses, ids, visitor UUIDs. */
export class SubscriberAliases {
  /** For each name, all names of its subscriber, itself included. */
  readonly #aliases = new Map<string, readonly string[]>();

  /** All known names of the subscribers with these names. */
  namesOf(names: readonly string[]): readonly string[] {
    return [...new Set([...names, ...names.flatMap((name) => this.#aliases.get(name) ?? [])])];
  }

  learn(names: readonly string[]): void {
    const merged = this.namesOf(names);
    const aliases = merged.length > MAX_NAMES ? [...new Set(names)] : merged;
    for (const name of aliases) {
      this.#aliases.delete(name);
      this.#aliases.set(name, aliases);
    }
    for (const oldest of this.#aliases.keys()) {
      if (this.#aliases.size <= MAX_REMEMBERED) break;
      this.#aliases.delete(oldest);
    }
  }
}
