import type { RequestEntry } from '../../../observe/request-log/log.ts';
import { parseTime } from '../../../shared/values/time.ts';
import { nameOf } from '../../../store/engine/place.ts';
import { type Fragment, sql } from '../../../store/engine/sql.ts';
import type { StoredRow } from '../../../store/engine/store.ts';
import type { RowOf, Table } from '../../../store/engine/table.ts';
import {
  lapName,
  type SubscriptionRow,
  subscriptions,
} from '../../../store/tables/campaign-subscriptions.ts';
import { type ConversionRow, conversions } from '../../../store/tables/conversions.ts';
import { type DeliveryRow, deliveries } from '../../../store/tables/deliveries.ts';
import { domainEvents, eventId, type NumberedEvent } from '../../../store/tables/domain-events.ts';
import { type EventRow, events } from '../../../store/tables/events.ts';
import { type FormSubmissionRow, formSubmissions } from '../../../store/tables/form-submissions.ts';
import { type JobRow, jobs } from '../../../store/tables/jobs.ts';
import { type OutboxMail, outbox } from '../../../store/tables/outbox.ts';
import { type Outcome, outcomeId, outcomes } from '../../../store/tables/outcomes.ts';
import type { RecordRow } from '../../../store/tables/records.ts';
import {
  type WebhookAttempt,
  type WebhookDeliveryRow,
  webhookDeliveries,
} from '../../../store/tables/webhook-deliveries.ts';
import {
  membershipName,
  memberships,
  type StoredMembership,
} from '../../../store/tables/workflow-memberships.ts';
import type { AdminContext } from '../../scope.ts';

/** The items of the history by their types, as they are stored. */
export interface Stored {
  readonly request: RequestEntry;
  readonly outcome: Outcome;
  readonly event: NumberedEvent;
  readonly custom_event: EventRow;
  readonly timeline_event: EventRow;
  readonly conversion: ConversionRow;
  readonly form_submission: FormSubmissionRow;
  readonly subscription: SubscriptionRow | Past<'campaignId'>;
  readonly membership: StoredMembership | Past<'workflowId'>;
  readonly broadcast: RecordRow<'broadcasts'>;
  /** An email of a mailing, or another one. */
  readonly email: DeliveryRow | OutboxMail;
  readonly webhook_delivery: WebhookDeliveryRow;
  readonly webhook_attempt: WebhookAttempt & { readonly number: number };
  readonly job: JobRow;
  /** Items that cannot be shown any more, or have nothing to show. */
  readonly admin: Beginning;
  readonly seed: Beginning;
  readonly unknown: Beginning;
}

/** An earlier lap of a subscription, or a stay on a workflow that is over. */
type Past<Mailing extends string> = { readonly [Name in Mailing]: string } & { readonly isOver: true };

/** The beginning of a trace. */
interface Beginning {
  readonly type: string;
  readonly id: string | null;
  /** The effect of the action. */
  readonly what?: string | undefined;
}

export type ItemType = keyof Stored;

interface Base {
  readonly id: string;
  /** The name by which the items below it know it. */
  readonly name: string;
  /** Milliseconds since 1970; `-Infinity` to take the time of the item above. */
  readonly at: number;
  /** The number among the rows of all tables. Undefined for an item that is known only by what it led to. */
  readonly seq?: number | undefined;
  readonly subscriberId: string | null;
  /** The names of the items above it, see `Place`. */
  readonly parent: string | null;
  /** The item that all began with; null or undefined if unknown. */
  readonly root?: string | null;
}

/** A request or an action, something that it led to, or something that waits. */
export type Item = {
  [Type in ItemType]: Base & { readonly type: Type; readonly row: Stored[Type] };
}[ItemType];

/** An item that is no row of a table with places. */
export const unstored = <Type extends ItemType>(
  type: Type,
  row: Stored[Type],
  base: Pick<Base, 'id' | 'name'> & Partial<Base>,
): Item => ({ type, row, at: Number.NEGATIVE_INFINITY, subscriberId: null, parent: null, ...base }) as Item; // of the same type as its row

/** The facts of a table about the items that its rows are. */
interface Facts<Row> {
  readonly type: (row: Row) => ItemType;
  /** The column with the time: ISO 8601, or milliseconds since 1970. Undefined to take the time of the item above. */
  readonly time?: string;
  readonly isInMilliseconds?: true;
  /** Default: the column `id`. */
  readonly idOf?: (row: Row) => string;
  /** The name by which the items below know it. Default: its type and id. */
  readonly named?: (row: Row) => string;
  /** The items that a row consists of, besides the whole. */
  readonly partsOf?: (row: Row, whole: Base, stored: StoredRow) => readonly Item[];
  /** The condition for the row with an id; undefined if it cannot be the id of one. */
  readonly withId: (id: string) => Fragment | undefined;
  /** The condition for the rows that stand for themselves in a trace, as in the index. Default: all. */
  readonly inTrace?: string;
  /** The condition for the rows in the activity of a subscriber. Default: none. */
  readonly inActivity?: string;
  /** The condition for the rows of a root. Default: by their column `root`. */
  readonly ofRoot?: (accountId: string, root: string) => Fragment;
  /** Whether its rows belong to no subscriber. */
  readonly isOfNobody?: true;
}

/** A table whose rows have places. */
// biome-ignore lint/suspicious/noExplicitAny: the rows of a table go to the functions beside it
export type Source = Facts<any> & { readonly table: Table<any> };

const from = <T extends Source['table']>(table: T, facts: Facts<RowOf<T>>): Source => ({ table, ...facts });

const byId = (id: string) => sql`id = ${id}`;

const byNumber = (id: string) => {
  const [, number] = /^event-(\d{1,15})$/.exec(id) ?? [];
  return number === undefined ? undefined : sql`seq = ${Number(number)}`;
};

/** Subscribers' ids have no slash, workflows' may. */
const byMembership = (id: string) => {
  const end = id.lastIndexOf('/');
  return end < 0
    ? undefined
    : sql`workflow_id = ${id.slice(0, end)} and subscriber_id = ${id.slice(end + 1)}`;
};

/** The tables whose rows have places. */
export const SOURCES: readonly Source[] = [
  from(domainEvents, {
    type: () => 'event',
    time: 'occurred_at',
    idOf: ({ seq }) => eventId(seq),
    withId: byNumber,
    // Other items show these.
    inActivity: "event not in ('subscriber.performed_custom_event', 'subscriber.received_email')",
  }),
  from(deliveries, { type: () => 'email', time: 'sent_at', withId: byId, inActivity: 'true' }),
  from(outbox, { type: () => 'email', time: 'sent_at', withId: byId, inTrace: 'delivery_id is null' }),
  from(webhookDeliveries, {
    type: () => 'webhook_delivery',
    time: 'created_at',
    isInMilliseconds: true,
    partsOf: attemptsOf,
    withId: byId,
    inActivity: 'true',
  }),
  from(events, {
    type: ({ kind }) => (kind === 'custom' ? 'custom_event' : 'timeline_event'),
    time: 'occurred_at',
    named: ({ id }) => nameOf('event', id),
    withId: (id) => byNumber(id) ?? byId(id),
    inActivity: 'true',
  }),
  from(conversions, { type: () => 'conversion', time: 'occurred_at', withId: byId, inActivity: 'true' }),
  from(formSubmissions, {
    type: () => 'form_submission',
    time: 'submitted_at',
    withId: byId,
    inActivity: 'true',
  }),
  from(subscriptions, { type: () => 'subscription', time: 'created_at', named: lapName, withId: byId }),
  from(memberships, {
    type: () => 'membership',
    time: 'created_at',
    idOf: ({ workflowId, subscriberId }) => `${workflowId}/${subscriberId}`,
    named: membershipName,
    withId: byMembership,
  }),
  from(outcomes, {
    type: () => 'outcome',
    time: 'finished_at',
    idOf: outcomeId,
    withId: (id) => sql`request_id = ${id}`,
    // Only the first record of a batch is in an index, which would make large batches slower.
    ofRoot: (accountId, root) => sql`request_id in (
      select request_id from outcomes where account_id = ${accountId} and root = ${root} and position = 0)`,
  }),
  from(jobs, {
    type: () => 'job',
    withId: byId,
    // Deliveries, memberships and subscriptions say themselves that they wait.
    inTrace: "kind not in ('webhook', 'workflow_steps', 'campaign_emails')",
    isOfNobody: true,
  }),
];

/** The attempts of a delivery, each with its number among the rows of all tables. */
function attemptsOf({ attempts }: WebhookDeliveryRow, whole: Base, stored: StoredRow): Item[] {
  const numbers = String(stored.attempt_seqs).split(' ').map(Number);
  return attempts.map((attempt, i) => {
    const id = `${whole.id}#${i + 1}`;
    return {
      ...whole,
      type: 'webhook_attempt',
      id,
      name: nameOf('webhook_attempt', id),
      seq: numbers[i] ?? 0,
      parent: whole.name,
      row: { ...attempt, number: i + 1 },
      at: attempt.at,
    };
  });
}

/** Reads rows of a table, which are items with their parts. An order and a limit can follow the condition. */
export async function readFrom(
  { tx, accountId }: Pick<AdminContext, 'tx' | 'accountId'>,
  source: Source,
  condition: Fragment,
): Promise<(readonly [whole: Item, ...parts: Item[]])[]> {
  const rows = await source.table.allStored(tx, accountId, condition);
  return rows.map(([row, stored]) => toItems(source, row, stored));
}

function toItems(source: Source, row: unknown, stored: StoredRow): readonly [Item, ...Item[]] {
  const { time, idOf, named, partsOf } = source;
  const type = source.type(row);
  const id = idOf?.(row) ?? String(stored.id);
  const whole = {
    type,
    row,
    id,
    name: named?.(row) ?? nameOf(type, id),
    seq: Number(stored.seq),
    subscriberId: stored.subscriber_id ?? null,
    parent: stored.parent ?? null,
    root: stored.root ?? null,
    at: time === undefined ? Number.NEGATIVE_INFINITY : millisecondsOf(stored[time]),
  } as Item; // of the same type as its row
  return [whole, ...(partsOf?.(row, whole, stored) ?? [])];
}

const millisecondsOf = (time: unknown) => (typeof time === 'string' ? parseTime(time) : Number(time));
