import { text } from '../engine/column.ts';
import { placed } from '../engine/place.ts';
import { plain, sql } from '../engine/sql.ts';
import type { Transaction } from '../engine/store.ts';
import { type NewRowOf, type RowOf, table } from '../engine/table.ts';

/** Emails sent to subscribers and their later events. Times are ISO 8601. */
export const deliveries = table('deliveries', {
  id: text(),
  campaignId: text().orNull(),
  broadcastId: text().orNull(),
  workflowId: text().orNull(),
  emailId: text(),
  emailSubject: text(),
  subscriberId: text(),
  sentAt: text(),
  openedAt: text().orNull(),
  clickedAt: text().orNull(),
  unsubscribedAt: text().orNull(),
  bouncedAt: text().orNull(),
  complainedAt: text().orNull(),
  ...placed(),
});
export interface DeliveryRow extends RowOf<typeof deliveries> {}
export interface NewDelivery extends NewRowOf<typeof deliveries> {}

/** An event that can be recorded on a delivery, once each. */
export type DeliveryMark = 'opened' | 'clicked' | 'unsubscribed' | 'bounced' | 'complained';

/** Records an event on a delivery; false when it was recorded before. */
export async function markDelivery(
  tx: Transaction,
  accountId: string,
  id: string,
  { mark, at }: { mark: DeliveryMark; at: string },
): Promise<boolean> {
  const column = plain(`${mark}_at`);
  const statement = sql`update deliveries set ${column} = ${at}
    where account_id = ${accountId} and id = ${id} and ${column} is null`;
  return (await deliveries.change(tx, accountId, statement)) > 0;
}
