import type { Transaction } from '../engine/store.ts';

/** Finds the response to a page script message that was already applied. */
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

/** The retention limits of an account's page script messages. */
export interface MessageBounds {
  /** Delete messages older than this (ISO 8601), */
  readonly before: string;
  /** except this many of the newest. */
  readonly kept: number;
  /** Retain at most this many, regardless of age. */
  readonly most: number;
}

/** Deletes an account's messages beyond the limits, oldest first. */
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
