import type { BudgetName } from '../contract/schema/limits.ts';

/** The outcome of a request, for a budget it was taken from. */
export type BudgetOutcome =
  /** The service counted it. `limit` and `remaining` are the values of its headers. */
  | { readonly kind: 'counted'; readonly limit?: number | undefined; readonly remaining?: number | undefined }
  /** The request did not reach the service, or the service does not count it. */
  | { readonly kind: 'uncounted' }
  /** No response came, so it may or may not have been counted. */
  | { readonly kind: 'unknown' }
  /** The service rejected it with 429. `retryAfter` is in milliseconds. */
  | { readonly kind: 'rejected'; readonly retryAfter?: number | undefined };

/** The state of a budget when a request was taken from it. */
export interface Mark {
  readonly epoch: number;
  readonly left: number | undefined;
  /** Number of responses received. */
  readonly answers: number;
}

/** The amount that a request takes from a budget. */
export interface Cost {
  readonly budget: BudgetName;
  readonly amount: number;
}

/** The rate limits of the service. */
export interface Allowances {
  readonly individual: number;
  readonly batch: number;
  readonly records: number;
  /** Milliseconds. */
  readonly window: number;
  /** The share of each limit that a client may use, above 0 and up to 1. */
  readonly share: number;
}

/** A request that asks for permission to be sent. */
export interface Ask {
  /** Id of the account, or an empty string. */
  readonly account: string;
  /** Base URL of the service. */
  readonly baseUrl: string;
  readonly costs: readonly Cost[];
  readonly allowances: Allowances;
  /** Current time, in milliseconds since 1970, by the caller's clock. */
  readonly now: number;
  /** Number of waiting requests, including this one. */
  readonly waiting: number;
  /** Time until which the request can wait, by the caller's clock. */
  readonly deadline: number;
  /** Whether the store has denied the request before. Default false. */
  readonly hasWaited?: boolean;
}

/** Permission to send a request now. Serializable as JSON. */
export interface Grant {
  readonly id: string;
  /** One for each cost. */
  readonly marks: readonly Mark[];
}

/** Denied permission to send a request now. */
export interface Denied {
  /** The budget that is used up. */
  readonly budget: BudgetName;
  /** Time to ask again, by the caller's clock; `Infinity` for after the next response. */
  readonly until: number;
  /** Milliseconds until it is this caller's turn to ask again, if there are many callers. Default 0. */
  readonly turn?: number;
}

/** A store of budgets, local to this process or shared. */
export interface LimitStore {
  /** Takes all costs of a request, or none. */
  take(ask: Ask): Grant | Denied | Promise<Grant | Denied>;
  /** Reports the outcomes of a grant, one for each cost. */
  settle(ask: Ask, grant: Grant, outcomes: readonly BudgetOutcome[]): void | Promise<void>;
  /**
   * Locks a subscriber for an update. Resolves to a function that releases the lock. Omit it if locks within this
   * process suffice.
   */
  lock?(ask: LockRequest): Promise<() => void>;
  /** Whether other processes use these budgets too, so that they can change without a response to this one. */
  readonly isShared: boolean;
}

/** A request to lock a subscriber. */
export interface LockRequest {
  readonly account: string;
  readonly baseUrl: string;
  /** All known identifiers of the subscriber. */
  readonly names: readonly string[];
  readonly signal: AbortSignal | undefined;
}

/** Share of a budget that is spread over the window while requests wait, if it is at least `MIN_RESERVE` requests. */
const RESERVE = 0.03;
const MIN_RESERVE = 100;

/** Maximum number of simultaneous requests while the state of a budget is unknown. */
const PROBES = 8;

/** Attempts per window while a budget is used up by other clients. */
const ATTEMPTS_PER_WINDOW = 30;

/** Minimum wait after a 429, in milliseconds. It doubles with each consecutive one. */
const MIN_WAIT = 1000;

/** Factor on the length of a window, since the clock of the service may deviate. */
const MARGIN = 1.001;

/**
 * A rate limit of the service: a number of requests or records per window of time. The current time is a parameter.
 *
 * The windows of the service are fixed, start at unknown times, and are shared by all clients of the account. Responses
 * give only the number of remaining requests. Therefore:
 *
 * - A request counted a full window ago no longer counts, wherever the window starts: `#log` is a sliding window.
 * - If a response reports more remaining requests than before, a new window has started. A new *epoch* begins, and
 *   earlier requests no longer count. `#left` is the minimum reported in this epoch; it may not include requests in
 *   flight (`#flying`). The window certainly ends one window length after the first response of the epoch.
 * - While the state is unknown, a few probes are sent and other requests wait for their responses.
 * - If more requests wait than remain, the last ones are spread over the rest of the window, so that one of them
 *   detects a window that ends early.
 */
// Unspecified: U-19
export class Budget {
  #limit: number;
  readonly #window: number;
  readonly #share: number;
  /** Requests counted in this epoch, with the time when they stop counting; oldest first. */
  #log: { until: number; amount: number; remaining: number | undefined }[] = [];
  #logged = 0;
  #flying = 0;
  #answers = 0;
  #epoch = 0;
  #left: number | undefined;
  #openedBy = 0;
  #closedUntil = 0;
  #takenAt = 0;
  #isRejected = false;
  /** Consecutive 429 responses. */
  #rejections = 0;
  #hasNoHeaders: boolean;

  /**
   * `hasNoHeaders`: responses do not report the remaining number. `share`: the part of the limit that may be used,
   * whatever limit the responses report.
   */
  constructor(limit: number, window: number, hasNoHeaders = false, share = 1) {
    this.#limit = limit;
    this.#share = share;
    this.#window = window * MARGIN;
    this.#hasNoHeaders = hasNoHeaders;
  }

  /**
   * Returns the time at which `amount` can be taken: at most `now` for immediately, `Infinity` for after the next
   * response. `waiting` is the number of waiting requests, including this one, which can wait until `deadline`.
   */
  freeAt(now: number, amount: number, waiting: number, deadline = Infinity): number {
    this.#age(now);
    if (now < this.#closedUntil) return this.#closedUntil;
    const usable = Math.max(1, Math.floor(this.#limit * this.#share));
    const needed = Math.min(amount, usable);
    const unused = usable - this.#logged;
    const lacking = needed + this.#flying - unused;
    if (lacking > 0) return this.#expiryOf(lacking);
    if (this.#left === undefined) return this.#flying < this.#probes() ? now : Infinity;
    const free = Math.min(this.#left, unused) - this.#flying;
    if (free < needed) return this.#openedBy + this.#window;
    if (waiting * needed <= free || free > this.#reserve()) return now;
    const spread = this.#takenAt + (this.#openedBy + this.#window - this.#takenAt) / (free + 1);
    return spread > deadline ? now : spread;
  }

  /** Takes `amount`. Pass the mark to `settle` with the outcome. */
  take(now: number, amount: number): Mark {
    this.#takenAt = now;
    this.#flying += amount;
    return { epoch: this.#epoch, left: this.#left, answers: this.#answers };
  }

  settle(now: number, amount: number, mark: Mark, outcome: BudgetOutcome): void {
    this.#age(now);
    const flew = this.#flying;
    this.#flying -= amount;
    if (outcome.kind === 'rejected') this.#close(now, mark, outcome.retryAfter);
    if (outcome.kind === 'rejected' || outcome.kind === 'uncounted') return;
    const { limit = this.#limit, remaining } = outcome.kind === 'counted' ? outcome : {};
    if (outcome.kind === 'counted') this.#rejections = 0;
    this.#limit = limit;
    this.#log.push({ until: now + this.#window, amount, remaining });
    this.#logged += amount;
    this.#answers += 1;
    if (remaining !== undefined) {
      this.#learn(now, mark, remaining, flew);
      return;
    }
    if (this.#left !== undefined) this.#left -= amount;
    else if (outcome.kind === 'counted') this.#countWithoutHeaders(mark);
  }

  #countWithoutHeaders(mark: Mark): void {
    this.#hasNoHeaders = true;
    if (mark.epoch === this.#epoch) this.#isRejected = false;
  }

  #learn(now: number, mark: Mark, remaining: number, flew: number): void {
    this.#hasNoHeaders = false;
    if (mark.epoch !== this.#epoch) {
      // It belongs to this epoch's window if its value is plausible there, otherwise to the previous one.
      if (this.#left !== undefined && remaining >= this.#left - flew) {
        this.#left = Math.min(this.#left, remaining);
      }
    } else if (this.#left === undefined) {
      this.#open(now, remaining);
    } else if (mark.left !== undefined && remaining >= mark.left) {
      this.#begin(now, mark, remaining);
    } else {
      this.#left = Math.min(this.#left, remaining);
    }
  }

  /** Starts an epoch, since a new window has started between the request and its response. */
  #begin(now: number, mark: Mark, remaining: number): void {
    // Responses received in the meantime may belong to the new window too; this one does not include them.
    const meanwhile = this.#answers - mark.answers - 1;
    this.#forget(Math.max(0, this.#log.length - 1 - meanwhile));
    let left = remaining;
    for (const { amount, remaining: reported } of this.#log.slice(0, -1)) {
      if (reported === undefined) left -= amount;
      else if (reported >= remaining - meanwhile) left = Math.min(left, reported);
    }
    this.#epoch += 1;
    this.#open(now, left);
  }

  #open(now: number, remaining: number): void {
    this.#left = remaining;
    this.#openedBy = now;
    this.#isRejected = false;
  }

  /** Closes the budget after a 429: until the end of the window if known, otherwise until the next attempt. */
  #close(now: number, mark: Mark, retryAfter: number | undefined): void {
    if (retryAfter === undefined) {
      if (mark.epoch !== this.#epoch) return; // a newer response is known
      if (this.#left !== undefined) {
        this.#left = Math.min(this.#left, 0);
        return;
      }
    }
    // Simultaneous requests count once.
    if (mark.epoch === this.#epoch) this.#rejections += 1;
    this.#left = undefined;
    this.#epoch += 1;
    this.#isRejected = true;
    // The service may repeatedly give a time that has passed.
    const usual = this.#window / ATTEMPTS_PER_WINDOW;
    const minWait = Math.min(usual, MIN_WAIT * 2 ** (this.#rejections - 1));
    this.#closedUntil = now + Math.max(minWait, retryAfter ?? usual);
  }

  #age(now: number): void {
    if (this.#left !== undefined && now >= this.#openedBy + this.#window) {
      this.#left = undefined;
      this.#epoch += 1;
      this.#forget(this.#log.length);
    }
    let expired = 0;
    for (const { until } of this.#log) {
      if (until > now) break;
      expired += 1;
    }
    this.#forget(expired);
  }

  /** Removes the oldest entries from the log. */
  #forget(count: number): void {
    if (count === 0) return;
    for (const { amount } of this.#log.splice(0, count)) this.#logged -= amount;
  }

  #expiryOf(lacking: number): number {
    let freed = 0;
    for (const { until, amount } of this.#log) {
      freed += amount;
      if (freed >= lacking) return until;
    }
    return Infinity;
  }

  #reserve(): number {
    const reserve = Math.floor(this.#limit * RESERVE);
    return reserve < MIN_RESERVE ? 0 : reserve;
  }

  /** Maximum number of requests in flight while the state is unknown. */
  #probes(): number {
    if (this.#isRejected) return 1;
    return this.#hasNoHeaders ? Infinity : Math.max(1, Math.min(PROBES, Math.floor(this.#limit / 100)));
  }
}

type Budgets = Readonly<Record<BudgetName, Budget>>;

export function localStore(): LimitStore {
  const accounts = new Map<string, Budgets>();

  const budgetsOf = ({ account, allowances }: Ask): Budgets => {
    const existing = accounts.get(account);
    if (existing) return existing;
    const { individual, batch, records, window, share } = allowances;
    const made = {
      individual: new Budget(individual, window, false, share),
      batch: new Budget(batch, window, false, share),
      records: new Budget(records, window, true, share),
    };
    accounts.set(account, made);
    return made;
  };

  return {
    isShared: false,
    take(ask): Grant | Denied {
      const { costs, now, waiting, deadline } = ask;
      const budgets = budgetsOf(ask);
      let denied: Denied | undefined;
      for (const { budget, amount } of costs) {
        const until = budgets[budget].freeAt(now, amount, waiting, deadline);
        if (until > (denied?.until ?? now)) denied = { budget, until };
      }
      if (denied) return denied;
      return { id: '', marks: costs.map(({ budget, amount }) => budgets[budget].take(now, amount)) };
    },
    settle(ask, { marks }, outcomes) {
      const budgets = budgetsOf(ask);
      for (const [i, { budget, amount }] of ask.costs.entries()) {
        const mark = marks[i];
        const outcome = outcomes[i];
        if (mark && outcome) budgets[budget].settle(ask.now, amount, mark, outcome);
      }
    },
  };
}
