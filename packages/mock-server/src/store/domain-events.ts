import type { WebhookEvent } from '@trickle/sdk/contract';
import type { Transaction } from './store.ts';

/** Something that happened to a person, as webhooks are told of it. */
export interface DomainEvent {
  readonly accountId: string;
  readonly subscriberId: string;
  readonly event: WebhookEvent;
  readonly properties: Readonly<Record<string, unknown>>;
  /** ISO 8601. */
  readonly occurredAt: string;
}

/** With its place in the order of all events. */
export interface NumberedEvent extends DomainEvent {
  readonly seq: number;
  /** The subscriber's current email address; absent once the subscriber is deleted. */
  readonly email?: string;
}

interface Stored {
  seq: number;
  account_id: string;
  subscriber_id: string;
  event: WebhookEvent;
  properties: string;
  occurred_at: string;
}

const COLUMNS = 'seq, account_id, subscriber_id, event, properties, occurred_at';

interface WithEmail {
  email: string | null;
}

const EMAIL = `(select email from subscribers where subscribers.account_id = domain_events.account_id
  and subscribers.id = domain_events.subscriber_id) as email`;

export async function insertDomainEvent(tx: Transaction, event: DomainEvent): Promise<void> {
  await tx.run(
    `insert into domain_events (account_id, subscriber_id, event, properties, occurred_at)
     values (?, ?, ?, ?, ?)`,
    event.accountId,
    event.subscriberId,
    event.event,
    JSON.stringify(event.properties),
    event.occurredAt,
  );
}

/** The events of an account, of one person or one kind if so asked, in the order in which they happened. */
export async function listDomainEvents(
  tx: Transaction,
  accountId: string,
  { subscriberId, event }: { subscriberId?: string | undefined; event?: string | undefined },
): Promise<DomainEvent[]> {
  const rows = await tx.all<Stored>(
    `select ${COLUMNS} from domain_events
     where account_id = ? and (? is null or subscriber_id = ?) and (? is null or event = ?) order by seq`,
    accountId,
    subscriberId ?? null,
    subscriberId ?? null,
    event ?? null,
    event ?? null,
  );
  return rows.map(eventOf);
}

/** The number of the newest event; 0 when there is none. */
export async function lastEventNumber(tx: Transaction): Promise<number> {
  const row = await tx.get<{ seq: number | null }>('select max(seq) as seq from domain_events');
  return Number(row?.seq ?? 0);
}

/** The most that is read at once of events that somebody watches: so many, and so many characters and one more event. */
const [PAGE_EVENTS, PAGE_CHARACTERS] = [100, 100_000];

/** The next events after a number, in order; of one account or of all. */
export async function pageOfEventsAfter(
  tx: Transaction,
  seq: number,
  accountId: string | undefined,
): Promise<NumberedEvent[]> {
  const rows = await tx.all<Stored & WithEmail>(
    `select ${COLUMNS}, ${EMAIL} from (
       select ${COLUMNS}, sum(length(properties)) over (order by seq) - length(properties) as before from (
         select ${COLUMNS} from domain_events
         where seq > ? ${accountId === undefined ? '' : 'and account_id = ?'} order by seq limit ${PAGE_EVENTS}
       ) next
     ) domain_events where before < ${PAGE_CHARACTERS} order by seq`,
    seq,
    ...(accountId === undefined ? [] : [accountId]),
  );
  return rows.map(numberedEventOf);
}

/** The events that came after a number, in order; of one account or of all. */
export async function listEventsAfter(
  tx: Transaction,
  seq: number,
  accountId: string | undefined,
): Promise<NumberedEvent[]> {
  const rows = accountId
    ? await tx.all<Stored & WithEmail>(
        `select ${COLUMNS}, ${EMAIL} from domain_events where account_id = ? and seq > ? order by seq`,
        accountId,
        seq,
      )
    : await tx.all<Stored & WithEmail>(
        `select ${COLUMNS}, ${EMAIL} from domain_events where seq > ? order by seq`,
        seq,
      );
  return rows.map(numberedEventOf);
}

function numberedEventOf(row: Stored & WithEmail): NumberedEvent {
  return { seq: Number(row.seq), ...eventOf(row), ...(row.email !== null && { email: row.email }) };
}

function eventOf(row: Stored): DomainEvent {
  return {
    accountId: row.account_id,
    subscriberId: row.subscriber_id,
    event: row.event,
    properties: JSON.parse(row.properties),
    occurredAt: row.occurred_at,
  };
}
