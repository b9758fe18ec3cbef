import type { WebhookEvent } from '@trickle/sdk/contract';
import { type Cause, cause } from '../engine/cause.ts';
import { filterOf } from '../engine/filter.ts';
import { type Page, type PageChoice, selectPage } from '../engine/page.ts';
import { json, mapRow, nullable, number, type StoredRow } from '../engine/row-mapping.ts';
import type { Transaction } from '../engine/store.ts';
import { bodyColumns, bodyIn } from './webhook-payloads.ts';

/**
 * The state of a delivery: `pending` until the next attempt, `delivered`, `given_up` after all attempts, or `dropped`
 * because its webhook was disabled or deleted before it was sent.
 */
export type WebhookDeliveryState = 'pending' | 'delivered' | 'given_up' | 'dropped';

/** The origin of a delivery: an event, a sample, or the replay of another delivery. */
export type WebhookDeliveryOrigin = 'event' | 'trigger' | 'replay';

/** A receiver's response. Long headers and bodies are truncated. */
export interface WebhookAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** An attempt to send a delivery. */
export interface WebhookAttempt {
  /** Milliseconds since 1970 on the account's clock. */
  readonly at: number;
  /** Absent when there was no response. */
  readonly status?: number | undefined;
  /** The reason there was no response. */
  readonly error?: string | undefined;
  /** The response. */
  readonly answer?: WebhookAnswer | undefined;
  /** Real milliseconds until the response or the error. */
  readonly milliseconds?: number | undefined;
}

/** One notification for one webhook and its attempts. Times are milliseconds since 1970. */
export interface WebhookDeliveryRow {
  readonly id: string;
  readonly webhookId: string;
  readonly url: string;
  readonly event: WebhookEvent;
  readonly subscriberId: string;
  readonly origin: WebhookDeliveryOrigin;
  /** The id of the delivery that this one replays. */
  readonly replayOf: string | null;
  /** The request body, JSON. */
  readonly body: string;
  readonly createdAt: number;
  readonly state: WebhookDeliveryState;
  readonly attempts: readonly WebhookAttempt[];
  /** The last response. */
  readonly answer: WebhookAnswer | null;
  /** Null when no attempt is scheduled. */
  readonly nextAttemptAt: number | null;
  /** The cause of the delivery; null if unknown. */
  readonly cause: Cause | null;
  /** The sequence number of the event that it reports; null for samples. */
  readonly eventSeq: number | null;
}

/** A delivery as its row has it: the payload has the body. */
export type NewWebhookDelivery = Omit<WebhookDeliveryRow, 'body'>;

const stored = mapRow<NewWebhookDelivery>({
  id: 'id',
  webhookId: 'webhook_id',
  url: 'url',
  event: 'event',
  subscriberId: 'subscriber_id',
  origin: 'origin',
  replayOf: 'replay_of',
  createdAt: number('created_at'),
  state: 'state',
  attempts: json('attempts'),
  answer: nullable(json('answer')),
  nextAttemptAt: nullable(number('next_attempt_at')),
  cause,
  eventSeq: nullable(number('event_seq')),
});

const columns = `${stored.columns}, ${bodyColumns('webhook_deliveries')}`;
const toRow = (row: StoredRow): WebhookDeliveryRow => ({ ...stored.toRow(row), body: bodyIn(row) });

/** Inserts a delivery whose body is that of a payload. */
export async function insertWebhookDelivery(
  tx: Transaction,
  accountId: string,
  row: NewWebhookDelivery,
  payloadSeq: number,
): Promise<void> {
  await tx.run(
    `insert into webhook_deliveries (account_id, payload_seq, ${stored.columns}) values (?, ?, ${stored.placeholders})`,
    accountId,
    payloadSeq,
    ...stored.values(row),
  );
}

/** Finds the number of a delivery's payload. */
export async function findPayloadOf(
  tx: Transaction,
  accountId: string,
  id: string,
): Promise<number | undefined> {
  const sql = 'select payload_seq from webhook_deliveries where account_id = ? and id = ?';
  const row = await tx.get<{ payload_seq: number }>(sql, accountId, id);
  return row && Number(row.payload_seq);
}

export async function findWebhookDelivery(
  tx: Transaction,
  accountId: string,
  id: string,
): Promise<WebhookDeliveryRow | undefined> {
  const sql = `select ${columns} from webhook_deliveries where account_id = ? and id = ?`;
  const row = await tx.get<StoredRow>(sql, accountId, id);
  return row && toRow(row);
}

/** Updates a delivery's state, attempts and last response. */
export async function updateWebhookDelivery(
  tx: Transaction,
  accountId: string,
  { id, state, attempts, answer, nextAttemptAt }: WebhookDeliveryRow,
): Promise<void> {
  await tx.run(
    `update webhook_deliveries set state = ?, attempts = ?, answer = ?, next_attempt_at = ?
     where account_id = ? and id = ?`,
    state,
    JSON.stringify(attempts),
    answer && JSON.stringify(answer),
    nextAttemptAt,
    accountId,
    id,
  );
}

/** A filter for deliveries; absent members match all. */
export interface WebhookDeliveryFilter {
  readonly webhookId?: string | undefined;
  readonly state?: WebhookDeliveryState | undefined;
  readonly event?: WebhookEvent | undefined;
  readonly subscriberId?: string | undefined;
}

/** Lists an account's deliveries in order of creation. */
export async function listWebhookDeliveries(
  tx: Transaction,
  accountId: string,
  filter: WebhookDeliveryFilter,
): Promise<WebhookDeliveryRow[]> {
  return (await pageOfWebhookDeliveries(tx, accountId, filter)).rows;
}

/** Reads a page of an account's deliveries. */
export function pageOfWebhookDeliveries(
  tx: Transaction,
  accountId: string,
  { webhookId, state, event, subscriberId }: WebhookDeliveryFilter,
  choice?: PageChoice,
): Promise<Page<WebhookDeliveryRow>> {
  const where = filterOf(accountId, { webhook_id: webhookId, state, event, subscriber_id: subscriberId });
  return selectPage(tx, { columns, table: 'webhook_deliveries', where, key: ['seq'], toRow }, choice);
}
