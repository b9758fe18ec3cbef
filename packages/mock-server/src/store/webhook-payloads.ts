import type { WebhookEvent } from '@trickle/sdk/contract';
import { prune } from './prune.ts';
import { type Columns, mapRow, number, type StoredRow } from './row-mapping.ts';
import type { Transaction } from './store.ts';

/** The body of a webhook request as it was when the event occurred, for listeners. */
export interface WebhookPayload {
  readonly event: WebhookEvent;
  readonly subscriberId: string;
  /** JSON. */
  readonly body: string;
}

/** A recorded payload with its sequence number. */
export interface WebhookPayloadRow extends WebhookPayload {
  readonly seq: number;
}

const fields: Columns<WebhookPayload> = { event: 'event', subscriberId: 'subscriber_id', body: 'body' };
const { columns, placeholders, values } = mapRow(fields);
const numbered = mapRow<WebhookPayloadRow>({ seq: number('seq'), ...fields });

export async function insertWebhookPayload(
  tx: Transaction,
  accountId: string,
  row: WebhookPayload,
): Promise<void> {
  await tx.run(
    `insert into webhook_payloads (account_id, ${columns}) values (?, ${placeholders})`,
    accountId,
    ...values(row),
  );
}

/** The number of payloads of one page. */
const PAGE = 50;

/** Finds the number of the newest payload of an account; 0 when there is none. */
export async function lastWebhookPayloadNumber(tx: Transaction, accountId: string): Promise<number> {
  const sql = 'select max(seq) as seq from webhook_payloads where account_id = ?';
  const row = await tx.get<{ seq: number | null }>(sql, accountId);
  return Number(row?.seq ?? 0);
}

/** Reads the page of payloads after a number, in order. */
export async function pageOfWebhookPayloadsAfter(
  tx: Transaction,
  accountId: string,
  seq: number,
): Promise<WebhookPayloadRow[]> {
  const rows = await tx.all<StoredRow>(
    `select ${numbered.columns} from webhook_payloads where account_id = ? and seq > ? order by seq limit ${PAGE}`,
    accountId,
    seq,
  );
  return rows.map(numbered.toRow);
}

/** The number of newest payloads to retain for each account. */
const MAX_WEBHOOK_PAYLOADS = 10_000;

/** Deletes an account's payloads beyond the newest ones. */
export const pruneWebhookPayloads = (tx: Transaction, accountId: string): Promise<void> =>
  prune(tx, accountId, { table: 'webhook_payloads', kept: MAX_WEBHOOK_PAYLOADS });

/** Deletes all payloads of an account. */
export async function deleteWebhookPayloads(tx: Transaction, accountId: string): Promise<void> {
  await tx.run('delete from webhook_payloads where account_id = ?', accountId);
}
