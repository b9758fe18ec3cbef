import { field as f } from '@trickle/sdk/contract';
import { unauthorized } from '../../api/http/errors.ts';
import { type Fault, FaultInput } from '../../faults/rule.ts';
import { operation, operationOf, unchecked } from '../operation.ts';
import type { Scope } from '../scope.ts';

/** Injected faults, in the order they were added. The first fault that matches takes effect. */
export const faults = {
  /** Adds a fault. Throws a `FaultError` for an invalid one. `reset()` removes it. */
  add: operation({
    route: 'POST /_admin/faults',
    answers: 'The fault, with its `id`.',
    status: 201,
    input: () => ({ fault: unchecked<FaultInput>() }),
    wire: () => ({ fault: FaultInput() }),
    hasAccount: false,
    access: 'account',
    first: ['fault'],
    act: (scope, { fault }) => add(scope, fault),
  }),
  /** Adds a fault to the deliveries of a webhook. */
  webhook: operation({
    input: () => ({ id: f.name(), fault: unchecked<Omit<FaultInput, 'on' | 'webhook'>>() }),
    hasAccount: false,
    first: ['id', 'fault'],
    act: (scope, { id, fault }) => add(scope, { ...fault, on: 'webhook', webhook: id }),
  }),
  /** Lists all faults with the number of times each matched (`seen`) and took effect (`fired`). */
  list: operation({
    route: 'GET /_admin/faults',
    answers: '`faults`, each with the number of times it matched (`seen`) and took effect (`fired`).',
    hasAccount: false,
    access: 'account',
    act: async ({ runtime, own }) => runtime.faultRules.list(own),
    show: (faults) => ({ faults }),
  }),
  /** Removes one fault, or all. Returns the number removed. */
  clear: operation({
    input: () => ({ id: f.optional(f.name()) }),
    hasAccount: false,
    first: ['id'],
    act: async ({ runtime, own: account }, { id }) => runtime.faultRules.clear({ id, account }),
  }),
};

/** Operations that only HTTP has. */
export const faultQueries = {
  /** Removes all faults. */
  clear: operation({
    route: 'DELETE /_admin/faults',
    answers: '`cleared`: the number of removed faults.',
    hasAccount: false,
    access: 'account',
    act: async (scope) => ({ cleared: await operationOf(faults.clear).perform(scope, {}) }),
  }),
  /** Removes a fault. */
  remove: operation({
    route: 'DELETE /_admin/faults/{id}',
    answers: '`cleared`: 1, or 0 if the fault does not exist.',
    hasAccount: false,
    access: 'account',
    act: async (scope, { id }) => ({ cleared: await operationOf(faults.clear).perform(scope, { id }) }),
  }),
};

async function add({ runtime, own }: Scope, fault: FaultInput): Promise<Fault> {
  if (own !== undefined && fault.account !== undefined && fault.account !== own)
    throw unauthorized(`The fault is for account ${fault.account}; this key opens ${own}.`);
  return runtime.faultRules.add({ ...fault, ...(own !== undefined && { account: own }) });
}
