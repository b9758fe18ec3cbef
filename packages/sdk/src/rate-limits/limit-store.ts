import type { BudgetName } from '../contract/budget-name.ts';
import type { Mark, Outcome } from './budget.ts';

/** What one request takes from one budget. */
export interface Cost {
  readonly budget: BudgetName;
  readonly amount: number;
}

/** How much the service allows in how much time. */
export interface Allowances {
  readonly individual: number;
  readonly batch: number;
  readonly records: number;
  /** Milliseconds. */
  readonly window: number;
}

/** A request that wants to be sent. */
export interface Ask {
  /** Whose budgets: the account's id, or empty. */
  readonly account: string;
  /** The service's address. */
  readonly baseUrl: string;
  readonly costs: readonly Cost[];
  readonly allowances: Allowances;
  /** Milliseconds since 1970, by the caller's clock. */
  readonly now: number;
  /** How many requests want the same, this one included. */
  readonly waiting: number;
  /** Until when this one waits if need be, by the caller's clock. */
  readonly deadline: number;
}

/** The right to send a request now. Everything in it can be written as JSON. */
export interface Grant {
  readonly id: string;
  /** One for each cost. */
  readonly marks: readonly Mark[];
}

/** Not now. */
export interface Denied {
  /** The budget that is short. */
  readonly budget: BudgetName;
  /** When to ask again, by the caller's clock; `Infinity` for when an answer has come. */
  readonly until: number;
}

/** Where budgets are kept: in this process, or in a place that many share. */
export interface LimitStore {
  /** Grants what the ask costs, all or nothing. */
  take(ask: Ask): Grant | Denied | Promise<Grant | Denied>;
  /** Says what came of a grant, with one outcome for each cost. */
  settle(ask: Ask, grant: Grant, outcomes: readonly Outcome[]): void | Promise<void>;
  /**
   * Waits until nobody else updates the person of these names, and gives what ends the turn. Left out where the
   * turns of one process are enough.
   */
  lock?(ask: LockRequest): Promise<() => void>;
  /** Whether others take from these budgets too, so that more may be free before an answer comes here. */
  readonly isShared: boolean;
}

/** An update that wants its turn. */
export interface LockRequest {
  readonly account: string;
  readonly baseUrl: string;
  /** Everything by which the person is known. */
  readonly names: readonly string[];
  readonly signal: AbortSignal | undefined;
}
