import type { WebhookEvent } from '@trickle/sdk/contract';
import { prune } from './prune.ts';
import { mapRow, number, type StoredRow } from './row-mapping.ts';
import type { Transaction } from './store.ts';

/** The body of a webhook request as it was when the event occurred, for those who listen. */
export interface WebhookPayloadRow {
  /** The sequence number of the event. */
  readonly seq: number;
  readonly event: WebhookEvent;
  readonly subscriberId: string;
  /** JSON. */
  readonly body: string;
}

const { columns, placeholders, toRow, values } = mapRow<WebhookPayloadRow>({
  seq: number('seq'),
  event: 'event',
  subscriberId: 'subscriber_id',
  body: 'body',
});

export async function insertWebhookPayload(
  tx: Transaction,
  accountId: string,
  row: WebhookPayloadRow,
): Promise<void> {
  await tx.run(
    `insert into webhook_payloads (account_id, ${columns}) values (?, ${placeholders})`,
    accountId,
    ...values(row),
  );
}

/** The number of payloads of one page. */
const PAGE = 50;

/** Reads the page of payloads after the event with this number, in order. */
export async function pageOfWebhookPayloadsAfter(
  tx: Transaction,
  accountId: string,
  seq: number,
): Promise<WebhookPayloadRow[]> {
  const rows = await tx.all<StoredRow>(
    `select ${columns} from webhook_payloads where account_id = ? and seq > ? order by seq limit ${PAGE}`,
    accountId,
    seq,
  );
  return rows.map(toRow);
}

/** The number of newest payloads to retain for each account. */
export const MAX_WEBHOOK_PAYLOADS = 10_000;

/** Deletes an account's payloads beyond the newest ones. */
export const pruneWebhookPayloads = (tx: Transaction, accountId: string): Promise<void> =>
  prune(tx, accountId, { table: 'webhook_payloads', kept: MAX_WEBHOOK_PAYLOADS });

/** Deletes all payloads of an account. */
export async function deleteWebhookPayloads(tx: Transaction, accountId: string): Promise<void> {
  await tx.run('delete from webhook_payloads where account_id = ?', accountId);
}
