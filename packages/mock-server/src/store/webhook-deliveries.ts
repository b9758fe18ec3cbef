import type { WebhookEvent } from '@trickle/sdk/contract';
import { filterOf } from './filter.ts';
import { prune } from './prune.ts';
import { json, mapRow, nullable, number, type StoredRow } from './row-mapping.ts';
import type { Transaction } from './store.ts';

/**
 * Where a delivery stands: to be sent (again), received, given up after all attempts, or not sent because its webhook
 * was disabled or deleted when it was due.
 */
export type WebhookDeliveryState = 'pending' | 'delivered' | 'given_up' | 'dropped';

/** What made a delivery: something that happened, a sample, or another delivery that is sent once more. */
export type WebhookDeliveryOrigin = 'event' | 'trigger' | 'replay';

/** What a receiver answered. Headers and body are cut where they are long. */
export interface WebhookAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** One time that a delivery was sent. */
export interface WebhookAttempt {
  /** Milliseconds since 1970, by the clock of the account. */
  readonly at: number;
  /** There is one unless nothing was answered. */
  readonly status?: number | undefined;
  /** Why there was no answer. */
  readonly error?: string | undefined;
}

/** One notification for one webhook, and what came of it. Times are milliseconds since 1970. */
export interface WebhookDeliveryRow {
  readonly id: string;
  readonly webhookId: string;
  readonly url: string;
  readonly event: WebhookEvent;
  readonly subscriberId: string;
  readonly origin: WebhookDeliveryOrigin;
  /** The delivery that this one sends once more. */
  readonly replayOf: string | null;
  /** JSON, as it is sent. */
  readonly body: string;
  readonly createdAt: number;
  readonly state: WebhookDeliveryState;
  readonly attempts: readonly WebhookAttempt[];
  /** Of the last attempt that was answered. */
  readonly answer: WebhookAnswer | null;
  /** While it is to be sent again. */
  readonly nextAttemptAt: number | null;
}

const { columns, placeholders, toRow, values } = mapRow<WebhookDeliveryRow>({
  id: 'id',
  webhookId: 'webhook_id',
  url: 'url',
  event: 'event',
  subscriberId: 'subscriber_id',
  origin: 'origin',
  replayOf: 'replay_of',
  body: 'body',
  createdAt: number('created_at'),
  state: 'state',
  attempts: json('attempts'),
  answer: nullable(json('answer')),
  nextAttemptAt: nullable(number('next_attempt_at')),
});

export async function insertWebhookDelivery(
  tx: Transaction,
  accountId: string,
  row: WebhookDeliveryRow,
): Promise<void> {
  await tx.run(
    `insert into webhook_deliveries (account_id, ${columns}) values (?, ${placeholders})`,
    accountId,
    ...values(row),
  );
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

/** Keeps what became of a delivery. */
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

/** Which deliveries are meant; all of them when nothing is said. */
export interface WebhookDeliveryFilter {
  readonly webhookId?: string | undefined;
  readonly state?: WebhookDeliveryState | undefined;
  readonly event?: WebhookEvent | undefined;
  readonly subscriberId?: string | undefined;
}

/** Deliveries in the order in which they were made. */
export async function listWebhookDeliveries(
  tx: Transaction,
  accountId: string,
  filter: WebhookDeliveryFilter,
): Promise<WebhookDeliveryRow[]> {
  const where = filterOf(accountId, {
    webhook_id: filter.webhookId,
    state: filter.state,
    event: filter.event,
    subscriber_id: filter.subscriberId,
  });
  const rows = await tx.all<StoredRow>(
    `select ${columns} from webhook_deliveries where ${where.sql} order by seq`,
    ...where.values,
  );
  return rows.map(toRow);
}

/** How many deliveries are kept of an account, beside those that are still to be sent: the newest. */
const MAX_WEBHOOK_DELIVERIES = 10_000;

/** Lets go of the deliveries that are older than the newest ones and over. */
export async function pruneWebhookDeliveries(tx: Transaction, accountId: string): Promise<void> {
  await prune(tx, 'webhook_deliveries', accountId, MAX_WEBHOOK_DELIVERIES, `state <> 'pending'`);
}
