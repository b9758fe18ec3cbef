import { json, text } from '../engine/column.ts';
import { sql } from '../engine/sql.ts';
import type { Transaction } from '../engine/store.ts';
import { table } from '../engine/table.ts';

/** The responses to page script messages that were applied. */
export const scriptMessages = table(
  'script_messages',
  {
    id: text(),
    /** ISO 8601. */
    receivedAt: text(),
    result: json<unknown>(),
  },
  { order: ['receivedAt'] },
);

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
  const own = sql`account_id = ${accountId}`;
  const newest = sql`select received_at from script_messages where ${own} order by received_at desc limit 1`;
  for (const older of [
    sql`received_at < (${newest} offset ${most})`,
    sql`received_at < ${before} and received_at < (${newest} offset ${kept})`,
  ]) {
    await scriptMessages.change(tx, accountId, sql`delete from script_messages where ${own} and ${older}`);
  }
}
