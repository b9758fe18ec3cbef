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
