import type { Transaction } from './store.ts';

/** An email that was sent to someone, and what they did with it. Times are ISO 8601. */
export interface DeliveryRow {
  readonly id: string;
  readonly campaignId: string | null;
  readonly broadcastId: string | null;
  readonly emailId: string;
  readonly subscriberId: string;
  readonly sentAt: string;
  readonly openedAt: string | null;
  readonly clickedAt: string | null;
  readonly unsubscribedAt: string | null;
}

export async function insertDelivery(tx: Transaction, accountId: string, row: DeliveryRow): Promise<void> {
  await tx.run(
    `insert into deliveries (account_id, id, campaign_id, broadcast_id, email_id, subscriber_id, sent_at,
                             opened_at, clicked_at, unsubscribed_at)
     values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    accountId,
    row.id,
    row.campaignId,
    row.broadcastId,
    row.emailId,
    row.subscriberId,
    row.sentAt,
    row.openedAt,
    row.clickedAt,
    row.unsubscribedAt,
  );
}
