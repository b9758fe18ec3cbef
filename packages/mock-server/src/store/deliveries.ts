import { filterOf } from './filter.ts';
import type { Transaction } from './store.ts';

/** An email that was sent to someone, and what became of it. Times are ISO 8601. */
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
}

interface Stored {
  id: string;
  campaign_id: string | null;
  broadcast_id: string | null;
  workflow_id: string | null;
  email_id: string;
  email_subject: string;
  subscriber_id: string;
  sent_at: string;
  opened_at: string | null;
  clicked_at: string | null;
  unsubscribed_at: string | null;
  bounced_at: string | null;
  complained_at: string | null;
}

const COLUMNS = `id, campaign_id, broadcast_id, workflow_id, email_id, email_subject, subscriber_id, sent_at,
  opened_at, clicked_at, unsubscribed_at, bounced_at, complained_at`;

const toRow = (row: Stored): DeliveryRow => ({
  id: row.id,
  campaignId: row.campaign_id,
  broadcastId: row.broadcast_id,
  workflowId: row.workflow_id,
  emailId: row.email_id,
  emailSubject: row.email_subject,
  subscriberId: row.subscriber_id,
  sentAt: row.sent_at,
  openedAt: row.opened_at,
  clickedAt: row.clicked_at,
  unsubscribedAt: row.unsubscribed_at,
  bouncedAt: row.bounced_at,
  complainedAt: row.complained_at,
});

export async function insertDelivery(tx: Transaction, accountId: string, row: DeliveryRow): Promise<void> {
  await tx.run(
    `insert into deliveries (account_id, ${COLUMNS}) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    accountId,
    row.id,
    row.campaignId,
    row.broadcastId,
    row.workflowId,
    row.emailId,
    row.emailSubject,
    row.subscriberId,
    row.sentAt,
    row.openedAt,
    row.clickedAt,
    row.unsubscribedAt,
    row.bouncedAt,
    row.complainedAt,
  );
}

export async function findDelivery(
  tx: Transaction,
  accountId: string,
  id: string,
): Promise<DeliveryRow | undefined> {
  const row = await tx.get<Stored>(
    `select ${COLUMNS} from deliveries where account_id = ? and id = ?`,
    accountId,
    id,
  );
  return row && toRow(row);
}

/** What may become of a delivery. */
export type DeliveryMark = 'opened' | 'clicked' | 'unsubscribed' | 'bounced' | 'complained';

/** Notes when something became of a delivery; false when it had before. */
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

/** The emails that were sent for an account, of the given person, campaign or broadcast, in their order. */
export async function listDeliveries(
  tx: Transaction,
  accountId: string,
  { subscriberId, campaignId, broadcastId }: DeliveryFilter,
): Promise<DeliveryRow[]> {
  const { sql, values } = filterOf(accountId, {
    subscriber_id: subscriberId,
    campaign_id: campaignId,
    broadcast_id: broadcastId,
  });
  const rows = await tx.all<Stored>(`select ${COLUMNS} from deliveries where ${sql} order by seq`, ...values);
  return rows.map(toRow);
}
