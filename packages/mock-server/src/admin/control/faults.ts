import type { Fault, FaultInput } from '../../faults/rule.ts';
import type { FaultRules } from '../../faults/rules.ts';

/** Fault injection. */
export interface FaultControls {
  readonly faults: FaultControl;
}

/** Injected faults, in the order they were added. The first fault that matches takes effect. */
export interface FaultControl {
  /** Adds a fault. Throws a `FaultError` for an invalid one. `reset()` removes it. */
  add(fault: FaultInput): Promise<Fault>;
  /** Adds a fault to the deliveries of a webhook. */
  webhook(id: string, fault: Omit<FaultInput, 'on' | 'webhook'>): Promise<Fault>;
  /** Lists all faults with the number of times each matched (`seen`) and took effect (`fired`). */
  list(): Promise<Fault[]>;
  /** Removes one fault, or all. Returns the number removed. */
  clear(id?: string): Promise<number>;
}

/** Creates the fault functions, limited to one account if `account` is given. */
export function faultControl(rules: FaultRules, account?: string): FaultControls {
  const scope = account === undefined ? {} : { account };
  const add = async (fault: FaultInput) => rules.add({ ...fault, ...scope });
  return {
    faults: {
      add,
      webhook: (id, fault) => add({ ...fault, on: 'webhook', webhook: id }),
      list: async () => rules.list(account),
      clear: async (id) => rules.clear({ id, account }),
    },
  };
}
