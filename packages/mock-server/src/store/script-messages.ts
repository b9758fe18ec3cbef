import type { Transaction } from './store.ts';

/** The answer that a message of the page script got when it was applied, if it was. */
export async function findMessageResult(
  tx: Transaction,
  accountId: string,
  id: string,
): Promise<unknown | undefined> {
  const row = await tx.get<{ result: string }>(
    'select result from script_messages where account_id = ? and id = ?',
    accountId,
    id,
  );
  return row && JSON.parse(row.result);
}

/** Lets go of an account's messages that came before a moment, ISO 8601, but for the newest ones. */
export async function trimMessageResults(
  tx: Transaction,
  accountId: string,
  { before, kept }: { readonly before: string; readonly kept: number },
): Promise<void> {
  await tx.run(
    `delete from script_messages where account_id = ? and received_at < ? and received_at < (
       select received_at from script_messages where account_id = ? order by received_at desc limit 1 offset ?)`,
    accountId,
    before,
    accountId,
    kept,
  );
}

export async function insertMessageResult(
  tx: Transaction,
  accountId: string,
  message: { id: string; receivedAt: string; result: unknown },
): Promise<void> {
  await tx.run(
    'insert into script_messages (account_id, id, received_at, result) values (?, ?, ?, ?)',
    accountId,
    message.id,
    message.receivedAt,
    JSON.stringify(message.result),
  );
}
