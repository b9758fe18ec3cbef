import type { Fault, FaultInput } from '../fault-injection/rule.ts';
import type { FaultRules } from '../fault-injection/rules.ts';

/** What can be put in the way of a server's work, to see how its clients bear it. */
export interface FaultControls {
  readonly faults: FaultControl;
}

/** The faults of a server, in the order in which they were added; the first that is meant takes effect. */
export interface FaultControl {
  /** Puts a fault in the way; throws a `FaultError` when it makes no sense. `reset()` takes it away. */
  add(fault: FaultInput): Fault;
  /** Adds faults to the work that a webhook's notifications make. */
  webhook(id: string, fault: Omit<FaultInput, 'on' | 'webhook'>): Fault;
  /** All faults, with how often each was met and took effect. */
  list(): Fault[];
  /** Takes away one fault, or all; tells how many that were. */
  clear(id?: string): number;
}

/** The faults of a book; those of one account where `account` is given. */
export function faultControl(book: FaultRules, account?: string): FaultControls {
  const scope = account === undefined ? {} : { account };
  const add = (fault: FaultInput) => book.add({ ...fault, ...scope });
  return {
    faults: {
      add,
      webhook: (id, fault) => add({ ...fault, on: 'webhook', webhook: id }),
      list: () => book.list(account),
      clear: (id) => book.clear({ id, account }),
    },
  };
}
