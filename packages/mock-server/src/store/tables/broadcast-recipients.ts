import { changeRows, type Transaction } from '../engine/store.ts';

/** A subscriber who has yet to receive a broadcast. `sendAt` is in milliseconds since 1970. */
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
  await changeRows(
    tx,
    { table: 'broadcast_recipients', accountId: accountId },
    `insert into broadcast_recipients (account_id, broadcast_id, subscriber_id, send_at, is_pending)
     values (?, ?, ?, ?, 0)`,
    accountId,
    broadcastId,
    subscriberId,
    sendAt,
  );
}

/** Finds a subscriber who has yet to receive a broadcast, and whether their email waits for content. */
export async function findRecipient(
  tx: Transaction,
  accountId: string,
  broadcastId: string,
  subscriberId: string,
): Promise<(RecipientRow & { readonly isPending: boolean }) | undefined> {
  const row = await tx.get<{ send_at: number; is_pending: number }>(
    `select send_at, is_pending from broadcast_recipients
     where account_id = ? and broadcast_id = ? and subscriber_id = ?`,
    accountId,
    broadcastId,
    subscriberId,
  );
  return row && { subscriberId, sendAt: Number(row.send_at), isPending: Number(row.is_pending) === 1 };
}

/** Lists the due recipients whose email is not waiting for content, up to `limit`. */
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

/** Marks a recipient's email as waiting for content. */
export async function setRecipientPending(
  tx: Transaction,
  accountId: string,
  broadcastId: string,
  subscriberId: string,
): Promise<void> {
  await changeRows(
    tx,
    { table: 'broadcast_recipients', accountId: accountId },
    `update broadcast_recipients set is_pending = 1
     where account_id = ? and broadcast_id = ? and subscriber_id = ?`,
    accountId,
    broadcastId,
    subscriberId,
  );
}

/** Deletes one recipient, or all recipients of a broadcast. */
export async function deleteRecipients(
  tx: Transaction,
  accountId: string,
  broadcastId: string,
  subscriberId?: string,
): Promise<void> {
  const sql = 'delete from broadcast_recipients where account_id = ? and broadcast_id = ?';
  if (subscriberId === undefined)
    await changeRows(
      tx,
      { table: 'broadcast_recipients', accountId: accountId },
      sql,
      accountId,
      broadcastId,
    );
  else
    await changeRows(
      tx,
      { table: 'broadcast_recipients', accountId: accountId },
      `${sql} and subscriber_id = ?`,
      accountId,
      broadcastId,
      subscriberId,
    );
}

/** Finds when the next recipient is due, in milliseconds since 1970; null when all others wait for content. */
export async function nextRecipientAt(
  tx: Transaction,
  accountId: string,
  broadcastId: string,
): Promise<{ next: number | null; isDone: boolean }> {
  const of = 'from broadcast_recipients where account_id = ? and broadcast_id = ?';
  const due = await tx.get<{ send_at: number }>(
    `select send_at ${of} and is_pending = 0 order by send_at limit 1`,
    accountId,
    broadcastId,
  );
  if (due) return { next: Number(due.send_at), isDone: false };
  const waiting = await tx.get(`select subscriber_id ${of} limit 1`, accountId, broadcastId);
  return { next: null, isDone: waiting === undefined };
}

/** Lists active subscribers created after number `after`, with their time zones, and the number of the last one. */
export async function listMailable(
  tx: Transaction,
  accountId: string,
  { after, limit }: { after: number; limit: number },
): Promise<{ recipients: { id: string; zone: string }[]; last: number }> {
  const rows = await tx.all<{ seq: number; id: string; data: string }>(
    `select seq, id, data from subscribers
     where account_id = ? and status = 'active' and seq > ? order by seq limit ?`,
    accountId,
    after,
    limit,
  );
  const recipients = rows.map(({ id, data }) => ({ id, zone: JSON.parse(data).time_zone }));
  return { recipients, last: Number(rows.at(-1)?.seq ?? after) };
}
