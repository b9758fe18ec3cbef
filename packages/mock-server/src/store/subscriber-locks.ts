import type { Transaction } from './store.ts';

/** Takes the right to update a person; false when another request has it. */
export async function takeLock(tx: Transaction, accountId: string, subscriber: string): Promise<boolean> {
  const taken = await tx.run(
    `insert into subscriber_locks (account_id, subscriber) values (?, ?)
     on conflict (account_id, subscriber) do nothing`,
    accountId,
    subscriber,
  );
  return taken > 0;
}

/** Gives the right back. */
export async function dropLock(tx: Transaction, accountId: string, subscriber: string): Promise<void> {
  await tx.run('delete from subscriber_locks where account_id = ? and subscriber = ?', accountId, subscriber);
}

/** Gives back the rights of a process that was killed while it had them. */
export async function dropAllLocks(tx: Transaction): Promise<void> {
  await tx.run('delete from subscriber_locks');
}
