import type { WebhookEvent } from '@trickle/sdk/contract';
import { type Cause, cause } from '../engine/cause.ts';
import { filterOf } from '../engine/filter.ts';
import { type Page, type PageChoice, selectPage } from '../engine/page.ts';
import { type Columns, json, mapRow, number, type StoredRow } from '../engine/row-mapping.ts';
import type { Transaction } from '../engine/store.ts';

/** A subscriber event as webhooks report it. */
export interface DomainEvent {
  readonly accountId: string;
  readonly subscriberId: string;
  readonly event: WebhookEvent;
  readonly properties: Readonly<Record<string, unknown>>;
  /** ISO 8601. */
  readonly occurredAt: string;
  /** What led to it; null when unknown. */
  readonly cause: Cause | null;
}

/** A domain event with its sequence number among all events. */
export interface NumberedEvent extends DomainEvent {
  readonly seq: number;
  /** The subscriber's current email address; absent once the subscriber is deleted. */
  readonly email?: string;
}

const fields: Columns<DomainEvent> = {
  accountId: 'account_id',
  subscriberId: 'subscriber_id',
  event: 'event',
  properties: json('properties'),
  occurredAt: 'occurred_at',
  cause,
};
const plain = mapRow(fields);
const { columns, toRow } = mapRow<Omit<NumberedEvent, 'email'>>({ seq: number('seq'), ...fields });

const EMAIL = `(select email from subscribers where subscribers.account_id = domain_events.account_id
  and subscribers.id = domain_events.subscriber_id) as email`;

/** Inserts an event and returns its number, for which the caller can wait later. */
export function insertDomainEvent(tx: Transaction, event: DomainEvent): Promise<number> {
  const sql = `insert into domain_events (${plain.columns}) values (${plain.placeholders}) returning seq`;
  const target = { table: 'domain_events', accountId: event.accountId };
  const seq = tx.insertNumbered(target, sql, plain.values(event));
  seq.catch(() => undefined); // its reader gets the error
  return seq;
}

/** A filter for events; absent members match all. */
interface DomainEventFilter {
  readonly subscriberId?: string | undefined;
  readonly event?: string | undefined;
}

/** Reads a page of an account's events, with their sequence numbers. */
export const pageOfNumberedEvents = (
  tx: Transaction,
  accountId: string,
  filter: DomainEventFilter,
  choice: PageChoice,
): Promise<Page<NumberedEvent>> => selectPage(tx, { columns, toRow, ...listOf(accountId, filter) }, choice);

/** The rows and the order of a list. */
function listOf(accountId: string, { subscriberId, event }: DomainEventFilter) {
  const where = filterOf(accountId, { subscriber_id: subscriberId, event });
  return { table: 'domain_events', where, key: ['seq'] } as const;
}

/** Finds the number of the newest event; 0 when there is none. */
export async function lastEventNumber(tx: Transaction): Promise<number> {
  const row = await tx.get<{ seq: number | null }>('select max(seq) as seq from domain_events');
  return Number(row?.seq ?? 0);
}

/** The limits of one page of events. A page ends after the event that exceeds the number of characters. */
const [PAGE_EVENTS, PAGE_CHARACTERS] = [100, 100_000];

/** Reads the page of events after a number, in order, of one account or of all. */
export async function pageOfEventsAfter(
  tx: Transaction,
  seq: number,
  accountId: string | undefined,
): Promise<NumberedEvent[]> {
  const rows = await tx.all<StoredRow>(
    `select ${columns}, ${EMAIL} from (
       select ${columns}, sum(length(properties)) over (order by seq) - length(properties) as before from (
         select ${columns} from domain_events
         where seq > ? ${accountId === undefined ? '' : 'and account_id = ?'} order by seq limit ${PAGE_EVENTS}
       ) next
     ) domain_events where before < ${PAGE_CHARACTERS} order by seq`,
    seq,
    ...(accountId === undefined ? [] : [accountId]),
  );
  return rows.map(withEmail);
}

/** Lists the events after a number, in order, of one account or of all. */
export async function listEventsAfter(
  tx: Transaction,
  seq: number,
  accountId: string | undefined,
): Promise<NumberedEvent[]> {
  const rows = accountId
    ? await tx.all<StoredRow>(
        `select ${columns}, ${EMAIL} from domain_events where account_id = ? and seq > ? order by seq`,
        accountId,
        seq,
      )
    : await tx.all<StoredRow>(
        `select ${columns}, ${EMAIL} from domain_events where seq > ? order by seq`,
        seq,
      );
  return rows.map(withEmail);
}

function withEmail(row: StoredRow): NumberedEvent {
  return { ...toRow(row), ...(typeof row.email === 'string' && { email: row.email }) };
}
