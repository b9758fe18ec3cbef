import { boolean, number, text } from '../engine/column.ts';
import { selectColumn, selectRows, sql } from '../engine/sql.ts';
import type { Transaction } from '../engine/store.ts';
import { table } from '../engine/table.ts';

/** The subscribers who have yet to receive a broadcast. */
export const broadcastRecipients = table(
  'broadcast_recipients',
  {
    broadcastId: text(),
    subscriberId: text(),
    /** Milliseconds since 1970. */
    sendAt: number(),
    isPending: boolean(),
  },
  { order: ['sendAt', 'subscriberId'] },
);

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

/** Finds when the next recipient is due, in milliseconds since 1970; null when all others wait for content. */
export async function nextRecipientAt(
  tx: Transaction,
  accountId: string,
  broadcastId: string,
): Promise<{ next: number | null; isDone: boolean }> {
  const due = sql`broadcast_id = ${broadcastId} and is_pending = 0 order by send_at limit 1`;
  const next = (await broadcastRecipients.get(tx, accountId, due))?.sendAt;
  if (next !== undefined) return { next, isDone: false };
  return { next: null, isDone: !(await broadcastRecipients.has(tx, accountId, { broadcastId })) };
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
