import { type Cause, cause } from '../engine/cause.ts';
import { filterOf } from '../engine/filter.ts';
import { type Page, type PageChoice, selectPage } from '../engine/page.ts';
import { mapRow, type StoredRow } from '../engine/row-mapping.ts';
import type { Transaction } from '../engine/store.ts';

/** An email sent to a subscriber and its later events. Times are ISO 8601. */
export interface DeliveryRow {
  readonly id: string;
  readonly campaignId: string | null;
  readonly broadcastId: string | null;
  readonly workflowId: string | null;
  readonly emailId: string;
  readonly emailSubject: string;
  readonly subscriberId: string;
  readonly sentAt: string;
  readonly openedAt: string | null;
  readonly clickedAt: string | null;
  readonly unsubscribedAt: string | null;
  readonly bouncedAt: string | null;
  readonly complainedAt: string | null;
  /** What led to it; null when unknown. */
  readonly cause: Cause | null;
}

const { columns, placeholders, toRow, values } = mapRow<DeliveryRow>({
  id: 'id',
  campaignId: 'campaign_id',
  broadcastId: 'broadcast_id',
  workflowId: 'workflow_id',
  emailId: 'email_id',
  emailSubject: 'email_subject',
  subscriberId: 'subscriber_id',
  sentAt: 'sent_at',
  openedAt: 'opened_at',
  clickedAt: 'clicked_at',
  unsubscribedAt: 'unsubscribed_at',
  bouncedAt: 'bounced_at',
  complainedAt: 'complained_at',
  cause,
});

export async function insertDelivery(tx: Transaction, accountId: string, row: DeliveryRow): Promise<void> {
  await tx.run(
    `insert into deliveries (account_id, ${columns}) values (?, ${placeholders})`,
    accountId,
    ...values(row),
  );
}

export async function findDelivery(
  tx: Transaction,
  accountId: string,
  id: string,
): Promise<DeliveryRow | undefined> {
  const row = await tx.get<StoredRow>(
    `select ${columns} from deliveries where account_id = ? and id = ?`,
    accountId,
    id,
  );
  return row && toRow(row);
}

/** An event that can be recorded on a delivery, once each. */
export type DeliveryMark = 'opened' | 'clicked' | 'unsubscribed' | 'bounced' | 'complained';

/** Records an event on a delivery; false when it was recorded before. */
export async function markDelivery(
  tx: Transaction,
  accountId: string,
  id: string,
  { mark, at }: { mark: DeliveryMark; at: string },
): Promise<boolean> {
  const column = `${mark}_at`;
  const sql = `update deliveries set ${column} = ? where account_id = ? and id = ? and ${column} is null`;
  return (await tx.run(sql, at, accountId, id)) > 0;
}

export interface DeliveryFilter {
  readonly subscriberId?: string | undefined;
  readonly campaignId?: string | undefined;
  readonly broadcastId?: string | undefined;
}

/** Reads a page of an account's deliveries. */
export function pageOfDeliveries(
  tx: Transaction,
  accountId: string,
  { subscriberId, campaignId, broadcastId }: DeliveryFilter,
  choice?: PageChoice,
): Promise<Page<DeliveryRow>> {
  const filter = { subscriber_id: subscriberId, campaign_id: campaignId, broadcast_id: broadcastId };
  const where = filterOf(accountId, filter);
  return selectPage(tx, { columns, table: 'deliveries', where, key: ['seq'], toRow }, choice);
}
