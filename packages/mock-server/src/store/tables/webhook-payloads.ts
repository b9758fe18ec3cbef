import type { WebhookEvent } from '@trickle/sdk/contract';
import { json, number, rowNumber, text } from '../engine/column.ts';
import type { Place } from '../engine/place.ts';
import { selectColumn, selectRows, selectValue, sql } from '../engine/sql.ts';
import type { StoredRow, Transaction } from '../engine/store.ts';
import { type RowOf, table } from '../engine/table.ts';

/** The payload for an event: for all webhooks that want it, and for listeners. */
export interface NewPayload {
  readonly event: WebhookEvent;
  readonly subscriberId: string;
  /** The JSON body, with `null` as its subscriber. */
  readonly body: string;
  /** The subscriber in the body: its JSON, or the number of a stored state. */
  readonly subscriber: string | number;
  /** The number of the event that it reports; null for samples. */
  readonly eventSeq: number | null;
  /** Whether listeners get it. */
  readonly isListened: boolean;
}

/** A payload that has just been stored. */
export interface StoredPayload {
  readonly seq: number;
  /** The number of the subscriber's state in it, which payloads of the same state can share. */
  readonly stateSeq: number;
  /** Whether earlier payloads of the account wait for their deliveries. */
  readonly isBehind: boolean;
}

export async function insertWebhookPayload(
  tx: Transaction,
  accountId: string,
  { event, subscriberId, body, subscriber, eventSeq, isListened }: NewPayload,
): Promise<StoredPayload> {
  const isNewState = typeof subscriber === 'string';
  if (isNewState) await states.insert(tx, accountId, { resource: subscriber });
  const newestState = '(select max(seq) from subscriber_states where account_id = ?)';
  // One statement, since each response of a database takes longer than a statement.
  const row = await tx.insertReturning(
    { table: payloads.name, accountId },
    `insert into webhook_payloads (account_id, event, subscriber_id, body, is_listened, state_seq, event_seq)
     values (?, ?, ?, ?, ?, ${isNewState ? newestState : '?'}, ?)
     returning seq, state_seq,
       exists (select 1 from webhook_payloads where account_id = ? and waiting is not null) as is_behind`,
    [
      accountId,
      event,
      subscriberId,
      body,
      Number(isListened),
      isNewState ? accountId : subscriber,
      eventSeq,
      accountId,
    ],
  );
  return { seq: Number(row.seq), stateSeq: Number(row.state_seq), isBehind: Boolean(row.is_behind) };
}

/** The place of the subscriber in a body. Clients choose nothing that comes before it, so it occurs first there. */
const PLACE = '"subscriber":null';

/** Puts the subscriber's state into a body. */
export function completeBody(body: string, state: string): string {
  const at = body.indexOf(PLACE);
  return `${body.slice(0, at)}"subscriber":${state}${body.slice(at + PLACE.length)}`;
}

/** The columns of the body of the payload that a row refers to by `payload_seq`. */
export const bodyColumns = (table: string): string => `
  (select body from webhook_payloads where account_id = ${table}.account_id and seq = ${table}.payload_seq) as body,
  (select resource from subscriber_states where account_id = ${table}.account_id and seq = (
     select state_seq from webhook_payloads where account_id = ${table}.account_id and seq = ${table}.payload_seq
   )) as resource`;

/** The body in a row with the columns of {@link bodyColumns}. */
export const bodyIn = ({ body, resource }: StoredRow): string => completeBody(String(body), String(resource));

/** The bodies of webhook requests as they were when the events occurred. */
const payloads = table('webhook_payloads', {
  seq: rowNumber(),
  event: text<WebhookEvent>(),
  subscriberId: text(),
  eventSeq: number().orNull(),
  /** The ids of the webhooks whose deliveries it waits for, in the order of the deliveries, and the place of these. */
  waiting: json<readonly string[]>(),
  root: text().orNull(),
  parent: text().orNull(),
});

export interface WaitingPayload extends RowOf<typeof payloads> {}

/** The states of subscribers in payloads, as JSON. */
const states = table('subscriber_states', { resource: text() });

/** Marks a payload as waiting for deliveries; undefined ends the wait. */
export async function setWaiting(
  tx: Transaction,
  accountId: string,
  seq: number,
  waiting: { readonly webhooks: readonly string[]; readonly place: Place } | undefined,
): Promise<void> {
  await payloads.change(
    tx,
    accountId,
    sql`update webhook_payloads set waiting = ${waiting ? JSON.stringify(waiting.webhooks) : null},
        root = ${waiting?.place.root ?? null}, parent = ${waiting?.place.parent ?? null}
      where account_id = ${accountId} and seq = ${seq}`,
  );
}

/** Finds the first payload of an account that waits for deliveries. */
export const findWaitingPayload = (tx: Transaction, accountId: string): Promise<WaitingPayload | undefined> =>
  payloads.get(tx, accountId, sql`waiting is not null order by seq limit 1`);

/** Whether the delivery of an event to a webhook has yet to be created. */
export async function waitsForDelivery(
  tx: Transaction,
  accountId: string,
  eventSeq: number,
  webhookId: string,
): Promise<boolean> {
  const payload = await payloads.get(tx, accountId, sql`waiting is not null and event_seq = ${eventSeq}`);
  return payload?.waiting.includes(webhookId) ?? false;
}

/** The body of a webhook request as it was when the event occurred, for listeners. */
export interface WebhookPayloadRow extends Pick<WaitingPayload, 'seq' | 'event' | 'subscriberId'> {
  /** JSON. */
  readonly body: string;
}

const PAGE = 50;

/** Finds the number of the newest payload of an account; 0 when there is none. */
export async function lastWebhookPayloadNumber(tx: Transaction, accountId: string): Promise<number> {
  const newest = sql`select max(seq) as seq from webhook_payloads where account_id = ${accountId}`;
  return (await selectValue<number | null>(tx, newest)) ?? 0;
}

/** Reads the page of payloads after a number that listeners get, in order. */
export async function pageOfWebhookPayloadsAfter(
  tx: Transaction,
  accountId: string,
  seq: number,
): Promise<WebhookPayloadRow[]> {
  const rows = await selectRows<StoredRow>(
    tx,
    sql`select seq, event, subscriber_id, body, (
        select resource from subscriber_states
        where account_id = webhook_payloads.account_id and seq = webhook_payloads.state_seq
      ) as resource
      from webhook_payloads where account_id = ${accountId} and seq > ${seq} and is_listened = 1
      order by seq limit ${PAGE}`,
  );
  return rows.map((row) => ({
    seq: Number(row.seq),
    event: row.event as WebhookEvent, // `insertWebhookPayload` wrote it
    subscriberId: String(row.subscriber_id),
    body: bodyIn(row),
  }));
}

/** The most rows that a transaction deletes. */
export const CHUNK = 200;

/** Values for a statement with `CHUNK` places, so that it stays the same statement. */
const padded = (seqs: readonly number[]): number[] =>
  Array.from({ length: CHUNK }, (_, i) => seqs[i] ?? seqs[0] ?? 0);

/** Deletes payloads that nothing refers to any more, and the states in them. At most `CHUNK` at a time. */
export async function deleteUnusedPayloads(
  tx: Transaction,
  accountId: string,
  seqs: readonly number[],
): Promise<void> {
  const numbers = padded(seqs);
  const some = sql`account_id = ${accountId} and seq in (${numbers})`;
  const found = sql`select distinct state_seq from webhook_payloads where ${some}`;
  const stateSeqs = await selectColumn<number>(tx, found);
  await payloads.change(
    tx,
    accountId,
    sql`delete from webhook_payloads where ${some} and is_listened = 0 and waiting is null and not exists (
        select 1 from webhook_deliveries
        where account_id = webhook_payloads.account_id and payload_seq = webhook_payloads.seq)`,
  );
  await states.change(
    tx,
    accountId,
    sql`delete from subscriber_states where account_id = ${accountId} and seq in (${padded(stateSeqs)})
      and not exists (
        select 1 from webhook_payloads
        where account_id = subscriber_states.account_id and state_seq = subscriber_states.seq)`,
  );
}

/** The number of newest payloads to retain for the listeners of each account. */
const MAX_LISTENED = 10_000;

/** Deletes the oldest of an account's payloads for listeners beyond the newest ones. */
export async function pruneListenedPayloads(tx: Transaction, accountId: string): Promise<void> {
  const own = sql`account_id = ${accountId}`;
  const oldest = sql`select seq from webhook_payloads where ${own} and is_listened = 1 and seq <= (
      select seq from webhook_payloads where ${own} order by seq desc limit 1 offset ${MAX_LISTENED})
    order by seq limit ${CHUNK}`;
  const seqs = await selectColumn<number>(tx, oldest);
  if (seqs.length === 0) return;
  await payloads.change(
    tx,
    accountId,
    sql`update webhook_payloads set is_listened = 0 where ${own} and seq in (${padded(seqs)})`,
  );
  await deleteUnusedPayloads(tx, accountId, seqs);
}

/** The time until which the payloads of each account's webhooks are recorded, in real milliseconds since 1970. */
export const webhookListeners = table(
  'webhook_listeners',
  { expiresAt: number() },
  { key: [], order: ['expiresAt'] },
);
