import { NotFoundError } from '../../domain/errors.ts';
import { SeedError } from '../../seed/validate.ts';
import { findAccount, updateAccount } from '../../store/tables/accounts.ts';
import { holdPending } from '../../store/tables/webhook-deliveries.ts';
import { copyAccount } from '../checkpoints/checkpoint.ts';
import type { Runtime } from '../runtime.ts';
import { inAccount, type Scope } from '../scope.ts';
import { buildPlan, type Recording } from './build-plan.ts';
import type { Plan } from './plan.ts';
import { readNames } from './records.ts';
import { Tally } from './tally.ts';

/** The most accounts of a server that can be rehearsed at a time, since each rehearsal keeps a copy of its account. */
const MAX_REHEARSALS = 10;

/** The default number of days that a plan looks ahead. */
const USUAL_DAYS = 30;

interface Rehearsal {
  readonly before: Recording;
  readonly tally: Tally;
  readonly wasOffline: boolean;
  readonly unsubscribe: () => void;
}

/** The rehearsals of each server by account; undefined while one begins. */
const rehearsals = new WeakMap<Runtime, Map<string, Rehearsal | undefined>>();

function rehearsalsOf(runtime: Runtime): Map<string, Rehearsal | undefined> {
  const existing = rehearsals.get(runtime) ?? new Map<string, Rehearsal | undefined>();
  rehearsals.set(runtime, existing);
  return existing;
}

/**
 * Begins a rehearsal: runs the jobs that are due, takes the account offline, copies it, and counts its requests from now on.
 *
 * @throws A `RangeError` if the account is being rehearsed, or if too many others are.
 */
// Unspecified: U-330
export async function beginRehearsal(scope: Scope, accountId: string): Promise<void> {
  const { runtime } = scope;
  const underWay = rehearsalsOf(runtime);
  if (underWay.has(accountId)) {
    throw new RangeError(
      `Account ${accountId} is already being rehearsed. End or cancel that rehearsal first.`,
    );
  }
  if (underWay.size >= MAX_REHEARSALS) {
    throw new RangeError(
      `${MAX_REHEARSALS} accounts are being rehearsed. End or cancel one of these rehearsals first.`,
    );
  }
  underWay.set(accountId, undefined);
  let wasOffline = true;
  try {
    await runtime.jobs.settleScope({ accountId });
    wasOffline = await setOffline(scope, accountId, true);
    const before = await record(scope, accountId);
    const tally = new Tally();
    const unsubscribe = runtime.requestLog.subscribe((entry) => {
      if (entry.accountId === accountId) tally.add(entry);
    });
    underWay.set(accountId, { before, tally, wasOffline, unsubscribe });
  } catch (error) {
    underWay.delete(accountId);
    if (!wasOffline) await setOffline(scope, accountId, false);
    throw error;
  }
}

/** Ends a rehearsal, and plans what follows. Jobs that are due run before. The account stays as the program left it. */
export async function endRehearsal(scope: Scope, accountId: string, days = USUAL_DAYS): Promise<Plan> {
  const { runtime } = scope;
  const { before, tally } = find(runtime, accountId);
  let after: Recording;
  try {
    await runtime.jobs.settleScope({ accountId });
    after = await record(scope, accountId);
  } finally {
    await cancelRehearsal(scope, accountId);
  }
  return buildPlan(scope, { accountId, before, after, tally, days });
}

/** Ends a rehearsal without a plan. The account stays as it is, and sends webhooks again. */
export async function cancelRehearsal(scope: Scope, accountId: string): Promise<void> {
  const { wasOffline, before } = find(scope.runtime, accountId);
  forgetRehearsal(scope.runtime, accountId);
  if (!wasOffline) await setOffline(scope, accountId, false, before.at);
}

/** Forgets the rehearsal of an account that is removed. */
export function forgetRehearsal(runtime: Runtime, accountId: string): void {
  const underWay = rehearsalsOf(runtime);
  underWay.get(accountId)?.unsubscribe();
  underWay.delete(accountId);
}

/** Asserts that what is added to an account does not take it online while it is rehearsed. */
export function assertStaysOffline(
  runtime: Runtime,
  accountId: string,
  { is_offline: isOffline }: { readonly is_offline?: boolean | undefined },
): void {
  if (isOffline !== false || !rehearsalsOf(runtime).has(accountId)) return;
  throw new SeedError(['is_offline must not be false during a rehearsal, which sends nothing']);
}

/** Rehearses a function. Its errors are thrown after the end of the rehearsal. */
export async function rehearse(
  scope: Scope,
  accountId: string,
  { work, days }: { readonly work: () => unknown; readonly days: number | undefined },
): Promise<Plan> {
  await beginRehearsal(scope, accountId);
  try {
    await work();
  } catch (error) {
    const isUnderWay = rehearsalsOf(scope.runtime).has(accountId); // unless the account was removed
    if (isUnderWay) await cancelRehearsal(scope, accountId);
    throw error;
  }
  return endRehearsal(scope, accountId, days);
}

function find(runtime: Runtime, accountId: string): Rehearsal {
  const rehearsal = rehearsalsOf(runtime).get(accountId);
  if (rehearsal) return rehearsal;
  throw new NotFoundError('rehearsal', accountId);
}

/** Takes an account offline or online. Then, deliveries since a time are not sent. Returns whether it was offline. */
const setOffline = (scope: Scope, accountId: string, isOffline: boolean, since?: number): Promise<boolean> =>
  inAccount(scope, accountId, false, async ({ tx }) => {
    const account = await findAccount(tx, accountId);
    if (!account) return true; // it was removed
    const { is_offline: wasOffline = false, ...data } = account.data;
    await updateAccount(tx, accountId, isOffline ? { ...data, is_offline: true } : data);
    if (since !== undefined) await holdPending(tx, accountId, since);
    return wasOffline;
  });

async function record(scope: Scope, accountId: string): Promise<Recording> {
  return {
    copy: await copyAccount(scope.runtime, accountId),
    names: await inAccount(scope, accountId, true, readNames),
    at: scope.runtime.allServices.clockOf(accountId).now(),
  };
}
