import type { Listeners } from '../shared/platform/notifier.ts';
import type { MaybePromise } from '../shared/values/maybe-promise.ts';
import type { Fault, FaultInput, FaultPlace, FaultSource } from './rule.ts';

/** The faults of a server, in the order of addition: in memory, or in the database that several servers share. */
export interface FaultRules extends FaultSource {
  /**
   * Notified when this server adds, removes or counts a fault, with the fault's account; undefined for faults of all
   * accounts.
   */
  readonly changes: Pick<Listeners<[accountId: string | undefined]>, 'subscribe'>;
  /** Whether no fault is defined. */
  readonly isEmpty: boolean;
  /** Whether any fault is defined for a place. */
  has(place: FaultPlace): boolean;
  /** Adds a fault. Throws a `FaultError` for an invalid one. */
  add(input: FaultInput): MaybePromise<Fault>;
  list(account?: string): MaybePromise<Fault[]>;
  /** Removes one fault, those of an account, or all. Returns the number removed. */
  clear(choice?: FaultChoice): MaybePromise<number>;
  /** Restores faults returned by `list`, including their counts. */
  restore(faults: readonly Fault[], account?: string): MaybePromise<void>;
  /** Reads the faults that other servers have added and removed. */
  refresh(): MaybePromise<void>;
}

/** Which faults to remove. Default: all. */
export interface FaultChoice {
  readonly id?: string | undefined;
  readonly account?: string | undefined;
}
