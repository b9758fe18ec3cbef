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

/** Which messages of an account are known, however many or old. */
export interface MessageBounds {
  /** Older ones are forgotten; ISO 8601… */
  readonly before: string;
  /** …but for this many of the newest. */
  readonly kept: number;
  /** No more than these are kept, however new. */
  readonly most: number;
}

/** Deletes an account's messages beyond the bounds, the oldest first. */
export async function pruneMessageResults(
  tx: Transaction,
  accountId: string,
  { before, kept, most }: MessageBounds,
): Promise<void> {
  await tx.run(
    `delete from script_messages where account_id = ? and received_at < (
       select received_at from script_messages where account_id = ? order by received_at desc limit 1 offset ?)`,
    accountId,
    accountId,
    most,
  );
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
