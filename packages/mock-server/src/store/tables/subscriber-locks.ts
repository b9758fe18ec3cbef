import type { Transaction } from '../engine/store.ts';

/** Locks a subscriber for a request to this server; false when another request holds the lock. */
export async function takeLock(
  tx: Transaction,
  accountId: string,
  subscriber: string,
  instance: string,
): Promise<boolean> {
  const taken = await tx.run(
    `insert into subscriber_locks (account_id, subscriber, claimed_by) values (?, ?, ?)
     on conflict (account_id, subscriber) do nothing`,
    accountId,
    subscriber,
    instance,
  );
  return taken > 0;
}

/** Releases the lock on a subscriber. */
export async function dropLock(tx: Transaction, accountId: string, subscriber: string): Promise<void> {
  await tx.run('delete from subscriber_locks where account_id = ? and subscriber = ?', accountId, subscriber);
}
