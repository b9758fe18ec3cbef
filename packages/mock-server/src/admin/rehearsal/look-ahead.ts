import { advanceClock } from '../../jobs/advance-clock.ts';
import type { Transaction } from '../../store/engine/store.ts';
import { findAccount, updateAccount } from '../../store/tables/accounts.ts';
import type { CopiedState } from '../checkpoints/checkpoint.ts';
import { restoreCopy } from '../checkpoints/copy.ts';
import type { Scope } from '../scope.ts';

/** Lets time pass on a copy of an account, which sends nothing to other servers, and reads from it. */
export async function lookAhead<T>(
  scope: Scope,
  accountId: string,
  { state, until }: { readonly state: CopiedState; readonly until: number },
  read: (tx: Transaction) => Promise<T>,
): Promise<T> {
  const copy = await scope.openCopy();
  try {
    const onRestored = () => copy.setClocks(state.clocks, undefined);
    await restoreCopy(copy.store, state.copy, state.accountId, { onRestored });
    await copy.store.write((tx) => takeOffline(tx, accountId), accountId);
    await copy.faultRules.restore(state.faults, accountId);
    await copy.resume(undefined);
    const now = copy.allServices.clockOf(accountId).now();
    await advanceClock(copy.allServices, copy.jobs, Math.max(0, until - now), accountId);
    return await copy.store.readApart(read);
  } finally {
    await copy.close();
  }
}

async function takeOffline(tx: Transaction, accountId: string): Promise<void> {
  const account = await findAccount(tx, accountId);
  if (account) await updateAccount(tx, accountId, { ...account.data, is_offline: true });
}
