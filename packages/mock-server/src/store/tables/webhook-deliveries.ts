import type { WebhookEvent } from '@trickle/sdk/contract';
import { computed, json, number, text } from '../engine/column.ts';
import { placed } from '../engine/place.ts';
import { selectRows, sql } from '../engine/sql.ts';
import type { Transaction } from '../engine/store.ts';
import { NEWEST, type RowOf, table } from '../engine/table.ts';
import { bodyColumns, bodyIn, CHUNK, deleteUnusedPayloads } from './webhook-payloads.ts';

/**
 * The states of a delivery: `pending` until the next attempt, `delivered`, `given_up` after all attempts, `dropped`
 * because its webhook was disabled or deleted before it was sent, or `held` because its account is offline.
 */
export const DELIVERY_STATES = ['pending', 'delivered', 'given_up', 'dropped', 'held'] as const;
type WebhookDeliveryState = (typeof DELIVERY_STATES)[number];

/** The origin of a delivery: an event, a sample, or the replay of another delivery. */
type WebhookDeliveryOrigin = 'event' | 'trigger' | 'replay';

/** A receiver's response. Long headers and bodies are truncated. */
export interface WebhookAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface WebhookAttempt {
  /** Milliseconds since 1970 on the account's clock. */
  readonly at: number;
  /** Absent when there was no response. */
  readonly status?: number | undefined;
  readonly error?: string | undefined;
  readonly answer?: WebhookAnswer | undefined;
  /** Real milliseconds until the response or the error. */
  readonly milliseconds?: number | undefined;
}

/** One notification for one webhook and its attempts. Times are milliseconds since 1970. */
export const webhookDeliveries = table(
  'webhook_deliveries',
  {
    id: text(),
    webhookId: text(),
    url: text(),
    event: text<WebhookEvent>(),
    subscriberId: text(),
    origin: text<WebhookDeliveryOrigin>(),
    /** The id of the delivery that this one replays. */
    replayOf: text().orNull(),
    createdAt: number(),
    state: text<WebhookDeliveryState>(),
    attempts: json<readonly WebhookAttempt[]>(),
    answer: json<WebhookAnswer>().orNull(),
    /** Null when no attempt is scheduled. */
    nextAttemptAt: number().orNull(),
    ...placed(),
    /** The sequence number of the event that it reports; null for samples. */
    eventSeq: number().orNull(),
    /** The number of the payload, which has the body. */
    payloadSeq: number().hidden(),
    /** The numbers of the attempts among the rows of all tables, each with a space behind it. */
    attemptSeqs: text().hidden(),
    /** The request body, JSON. */
    body: computed(bodyColumns('webhook_deliveries'), bodyIn),
  },
  { kept: NEWEST },
);
export interface WebhookDeliveryRow extends RowOf<typeof webhookDeliveries> {}

/** Stores the last attempt of a delivery, and its number among the rows of all tables. */
export async function recordAttempt(
  tx: Transaction,
  accountId: string,
  row: Pick<WebhookDeliveryRow, 'id' | 'state' | 'attempts' | 'answer' | 'nextAttemptAt'>,
): Promise<void> {
  const { id, state, attempts, answer, nextAttemptAt } = row;
  await webhookDeliveries.change(
    tx,
    accountId,
    sql`update webhook_deliveries set state = ${state}, attempts = ${JSON.stringify(attempts)},
        answer = ${answer && JSON.stringify(answer)}, next_attempt_at = ${nextAttemptAt},
        attempt_seqs = attempt_seqs || nextval('row_numbers') || ' '
      where account_id = ${accountId} and id = ${id}`,
  );
}

/** A delivery without its body, which the payload has. */
export type NewWebhookDelivery = Omit<WebhookDeliveryRow, 'body'>;

/** Ends the deliveries that are pending and were created at a time or later, without sending them. */
export async function holdPending(tx: Transaction, accountId: string, since: number): Promise<void> {
  const hold = sql`update webhook_deliveries set state = 'held', next_attempt_at = null
    where account_id = ${accountId} and state = 'pending' and created_at >= ${since}`;
  await webhookDeliveries.change(tx, accountId, hold);
}

/** Deletes the oldest finished deliveries, and the bodies that only they had. Pending deliveries are always retained. */
export async function pruneWebhookDeliveries(tx: Transaction, accountId: string): Promise<void> {
  const finished = sql`account_id = ${accountId} and state <> 'pending'`;
  const rows = await selectRows<{ seq: number; payload_seq: number }>(
    tx,
    sql`select seq, payload_seq from webhook_deliveries where ${finished} and seq <= (
        select seq from webhook_deliveries where account_id = ${accountId}
        order by seq desc limit 1 offset ${Number(webhookDeliveries.kept)})
      order by seq limit ${CHUNK}`,
  );
  const last = rows.at(-1);
  if (last === undefined) return;
  await webhookDeliveries.change(
    tx,
    accountId,
    sql`delete from webhook_deliveries where ${finished} and seq <= ${last.seq}`,
  );
  await deleteUnusedPayloads(tx, accountId, [...new Set(rows.map(({ payload_seq }) => Number(payload_seq)))]);
}

/** The outages of webhooks' receivers. Times are milliseconds since 1970. */
export const webhookFailures = table(
  'webhook_failures',
  { webhookId: text(), since: number(), latest: number() },
  { order: ['webhookId'] },
);

/** When the current outages of an account's webhooks began, ISO 8601, by webhook. */
export async function outagesOf(tx: Transaction, accountId: string): Promise<ReadonlyMap<string, string>> {
  const rows = await webhookFailures.list(tx, accountId);
  return new Map(rows.map(({ webhookId, since }) => [webhookId, new Date(since).toISOString()]));
}

/** Ends the outage of a webhook's receiver, if there is one. Few have one, so that is looked up once in a transaction. */
export async function endOutage(tx: Transaction, accountId: string, webhookId: string): Promise<void> {
  const isFailing = await tx.cached(`outage ${accountId} ${webhookId}`, [webhookFailures.name], () =>
    webhookFailures.has(tx, accountId, { webhookId }),
  );
  if (isFailing) await webhookFailures.remove(tx, accountId, { webhookId });
}

/** Milliseconds after which a failure starts a new outage. Retries of one delivery are always closer together. */
const MAX_GAP = 8 * 3_600_000;

/** Records a failure. Returns when the current outage began, in ms since 1970: a success or a long gap ends an outage. */
export async function recordWebhookFailure(
  tx: Transaction,
  accountId: string,
  webhookId: string,
  at: number,
): Promise<number> {
  await webhookFailures.change(
    tx,
    accountId,
    sql`insert into webhook_failures (account_id, webhook_id, since, latest)
      values (${accountId}, ${webhookId}, ${at}, ${at})
      on conflict (account_id, webhook_id) do update set
        since = case when excluded.latest - webhook_failures.latest > ${MAX_GAP} then excluded.since
          else webhook_failures.since end,
        latest = excluded.latest`,
  );
  return (await webhookFailures.pick(tx, accountId, { webhookId }, 'since')) ?? at;
}
