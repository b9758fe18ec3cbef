import type { BudgetName } from '../contract/budget-name.ts';
import type { Mark, Outcome } from './budget.ts';

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
  settle(ask: Ask, grant: Grant, outcomes: readonly Outcome[]): void | Promise<void>;
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
