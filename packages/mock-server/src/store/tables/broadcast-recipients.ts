import { boolean, number, text } from '../engine/column.ts';
import { selectColumn, selectRows, sql } from '../engine/sql.ts';
import type { Transaction } from '../engine/store.ts';
import { type RowOf, table } from '../engine/table.ts';

/** The subscribers who have yet to receive a broadcast. */
const recipients = table(
  'broadcast_recipients',
  {
    broadcastId: text(),
    subscriberId: text(),
    /** Milliseconds since 1970. */
    sendAt: number(),
    /** Whether their email waits for content. */
    isPending: boolean(),
  },
  { order: ['sendAt', 'subscriberId'] },
);
export interface RecipientRow extends RowOf<typeof recipients> {}

export const insertRecipient = (
  tx: Transaction,
  accountId: string,
  recipient: Omit<RecipientRow, 'isPending'>,
): Promise<unknown> => recipients.insert(tx, accountId, { ...recipient, isPending: false });

export const findRecipient = (
  tx: Transaction,
  accountId: string,
  broadcastId: string,
  subscriberId: string,
): Promise<RecipientRow | undefined> => recipients.find(tx, accountId, { broadcastId, subscriberId });

/** Lists the due recipients whose email is not waiting for content, up to `limit`. */
export const listDueRecipients = (
  tx: Transaction,
  accountId: string,
  { broadcastId, now, limit }: { broadcastId: string; now: number; limit: number },
): Promise<string[]> =>
  selectColumn(
    tx,
    sql`select subscriber_id from broadcast_recipients
      where account_id = ${accountId} and broadcast_id = ${broadcastId} and send_at <= ${now} and is_pending = 0
      order by send_at, subscriber_id limit ${limit}`,
  );

export const setRecipientPending = (
  tx: Transaction,
  accountId: string,
  broadcastId: string,
  subscriberId: string,
): Promise<number> => recipients.update(tx, accountId, { broadcastId, subscriberId }, { isPending: true });

export const deleteRecipients = (
  tx: Transaction,
  accountId: string,
  broadcastId: string,
  subscriberId?: string,
): Promise<number> => recipients.remove(tx, accountId, { broadcastId, subscriberId });

/** Finds when the next recipient is due, in milliseconds since 1970; null when all others wait for content. */
export async function nextRecipientAt(
  tx: Transaction,
  accountId: string,
  broadcastId: string,
): Promise<{ next: number | null; isDone: boolean }> {
  const due = sql`broadcast_id = ${broadcastId} and is_pending = 0 order by send_at limit 1`;
  const next = (await recipients.get(tx, accountId, due))?.sendAt;
  if (next !== undefined) return { next, isDone: false };
  const waiting = await recipients.pick(tx, accountId, { broadcastId }, 'subscriberId');
  return { next: null, isDone: waiting === undefined };
}

/** Lists active subscribers created after number `after`, with their time zones, and the number of the last one. */
export async function listMailable(
  tx: Transaction,
  accountId: string,
  { after, limit }: { after: number; limit: number },
): Promise<{ recipients: { id: string; zone: string }[]; last: number }> {
  const rows = await selectRows<{ seq: number; id: string; data: string }>(
    tx,
    sql`select seq, id, data from subscribers
      where account_id = ${accountId} and status = 'active' and seq > ${after} order by seq limit ${limit}`,
  );
  const mailable = rows.map(({ id, data }) => ({ id, zone: JSON.parse(data).time_zone }));
  return { recipients: mailable, last: Number(rows.at(-1)?.seq ?? after) };
}
