import type { WebhookEvent } from '@trickle/sdk/contract';
import { json, rowNumber, text } from '../engine/column.ts';
import { nameOf, placed } from '../engine/place.ts';
import { matching, plain, selectRows, selectValue, sql } from '../engine/sql.ts';
import type { StoredRow, Transaction } from '../engine/store.ts';
import { type NewRowOf, type RowOf, table } from '../engine/table.ts';

/** Subscriber events as webhooks report them. */
export const domainEvents = table(
  'domain_events',
  {
    /** The number among all events. */
    seq: rowNumber(),
    accountId: text(),
    subscriberId: text(),
    event: text<WebhookEvent>(),
    properties: json<Readonly<Record<string, unknown>>>(),
    /** ISO 8601. */
    occurredAt: text(),
    ...placed(),
  },
  { kept: 'events' },
);
const { toRow } = domainEvents;
const COLUMNS = plain(domainEvents.selection);

/** A domain event with its sequence number among all events. */
export interface NumberedEvent extends RowOf<typeof domainEvents> {
  /** The subscriber's current email address; absent once the subscriber is deleted. */
  readonly email?: string;
}

export interface DomainEvent extends Omit<NumberedEvent, 'seq' | 'email'> {}

export interface NewDomainEvent extends NewRowOf<typeof domainEvents> {}

const EMAIL = plain(`(select email from subscribers where subscribers.account_id = domain_events.account_id
  and subscribers.id = domain_events.subscriber_id) as email`);

/** Inserts an event whose number somebody needs, and returns the number, for which the caller can wait later. */
export function insertNumberedEvent(tx: Transaction, event: NewDomainEvent): Promise<number> {
  const seq = domainEvents.insertNumbered(tx, event.accountId, event);
  seq.catch(() => undefined); // its reader gets the error
  return seq;
}

export const eventId = (seq: number): string => `event-${seq}`;

/** The name of a domain event among the rows that lead to others. */
export const eventName = (seq: number): string => nameOf('event', eventId(seq));

/** Finds the number of the newest event; 0 when there is none. */
export const lastEventNumber = async (tx: Transaction): Promise<number> =>
  (await selectValue<number | null>(tx, sql`select max(seq) as seq from domain_events`)) ?? 0;

/** The limits of one page of events. A page ends after the event that exceeds the number of characters. */
const [PAGE_EVENTS, PAGE_CHARACTERS] = [100, 100_000];

/** Reads the page of events after a number, in order, of one account or of all. */
export async function pageOfEventsAfter(
  tx: Transaction,
  seq: number,
  accountId: string | undefined,
): Promise<NumberedEvent[]> {
  const next = sql`select ${COLUMNS} from domain_events
    where seq > ${seq} and ${matching('account_id', accountId)} order by seq limit ${plain(`${PAGE_EVENTS}`)}`;
  const rows = await selectRows<StoredRow>(
    tx,
    sql`select ${COLUMNS}, ${EMAIL} from (
        select ${COLUMNS}, sum(length(properties)) over (order by seq) - length(properties) as before
        from (${next}) next
      ) domain_events where before < ${plain(`${PAGE_CHARACTERS}`)} order by seq`,
  );
  return rows.map(withEmail);
}

export async function listEventsAfter(
  tx: Transaction,
  seq: number,
  accountId: string | undefined,
): Promise<NumberedEvent[]> {
  const rows = await selectRows<StoredRow>(
    tx,
    sql`select ${COLUMNS}, ${EMAIL} from domain_events
      where seq > ${seq} and ${matching('account_id', accountId)} order by seq`,
  );
  return rows.map(withEmail);
}

function withEmail(row: StoredRow): NumberedEvent {
  return { ...toRow(row), ...(typeof row.email === 'string' && { email: row.email }) };
}
