import type { Transaction } from './store.ts';

/** Who is still to get a broadcast, and when; `sendAt` is in milliseconds since 1970. */
export interface RecipientRow {
  readonly subscriberId: string;
  readonly sendAt: number;
}

export async function insertRecipient(
  tx: Transaction,
  accountId: string,
  broadcastId: string,
  { subscriberId, sendAt }: RecipientRow,
): Promise<void> {
  await tx.run(
    `insert into broadcast_recipients (account_id, broadcast_id, subscriber_id, send_at, is_pending)
     values (?, ?, ?, ?, 0)`,
    accountId,
    broadcastId,
    subscriberId,
    sendAt,
  );
}

/** The recipients whose time has come and whose email does not wait for its content yet. */
export async function listDueRecipients(
  tx: Transaction,
  accountId: string,
  { broadcastId, now, limit }: { broadcastId: string; now: number; limit: number },
): Promise<string[]> {
  const rows = await tx.all<{ subscriber_id: string }>(
    `select subscriber_id from broadcast_recipients
     where account_id = ? and broadcast_id = ? and send_at <= ? and is_pending = 0
     order by send_at, subscriber_id limit ?`,
    accountId,
    broadcastId,
    now,
    limit,
  );
  return rows.map((row) => row.subscriber_id);
}

/** Notes that an email waits for its content. */
export async function setRecipientPending(
  tx: Transaction,
  accountId: string,
  broadcastId: string,
  subscriberId: string,
): Promise<void> {
  await tx.run(
    `update broadcast_recipients set is_pending = 1
     where account_id = ? and broadcast_id = ? and subscriber_id = ?`,
    accountId,
    broadcastId,
    subscriberId,
  );
}

/** Takes off whoever got the email, or gets none; all of them when nobody is named. */
export async function deleteRecipients(
  tx: Transaction,
  accountId: string,
  broadcastId: string,
  subscriberId?: string,
): Promise<void> {
  const sql = 'delete from broadcast_recipients where account_id = ? and broadcast_id = ?';
  if (subscriberId === undefined) await tx.run(sql, accountId, broadcastId);
  else await tx.run(`${sql} and subscriber_id = ?`, accountId, broadcastId, subscriberId);
}

/** When the next recipient is due, in milliseconds since 1970; null when all who are left wait for content. */
export async function nextRecipientAt(
  tx: Transaction,
  accountId: string,
  broadcastId: string,
): Promise<{ next: number | null; left: number }> {
  const row = await tx.get<{ next: number | null; waiting: number }>(
    `select min(case when is_pending = 0 then send_at end) as next, count(*) as waiting
     from broadcast_recipients where account_id = ? and broadcast_id = ?`,
    accountId,
    broadcastId,
  );
  return { next: row?.next == null ? null : Number(row.next), left: Number(row?.waiting ?? 0) };
}
