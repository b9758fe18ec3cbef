import { parseTime } from '../../../shared/values/time.ts';
import { nameOf } from '../../../store/engine/place.ts';
import { type Fragment, sql } from '../../../store/engine/sql.ts';
import type { StoredRow } from '../../../store/engine/store.ts';
import type { RowOf, Table } from '../../../store/engine/table.ts';
import { lapName, subscriptions } from '../../../store/tables/campaign-subscriptions.ts';
import { conversions } from '../../../store/tables/conversions.ts';
import { deliveries } from '../../../store/tables/deliveries.ts';
import { domainEvents, eventId } from '../../../store/tables/domain-events.ts';
import { events } from '../../../store/tables/events.ts';
import { formSubmissions } from '../../../store/tables/form-submissions.ts';
import { jobs } from '../../../store/tables/jobs.ts';
import { outbox } from '../../../store/tables/outbox.ts';
import { outcomeId, outcomes } from '../../../store/tables/outcomes.ts';
import { type WebhookDeliveryRow, webhookDeliveries } from '../../../store/tables/webhook-deliveries.ts';
import { membershipName, memberships } from '../../../store/tables/workflow-memberships.ts';
import type { AdminContext } from '../../scope.ts';
import type { Item, Look } from './items.ts';
import * as looks from './looks.ts';

/** The facts of a table about the items that its rows are. */
interface Facts<Row> {
  readonly look: (row: Row) => Look;
  /** The column with the time: ISO 8601, or milliseconds since 1970. Undefined to take the time of the item above. */
  readonly time?: string;
  readonly isInMilliseconds?: true;
  /** Default: the column `id`. */
  readonly idOf?: (row: Row) => string;
  /** The name by which the items below know it. Default: its type and id. */
  readonly named?: (row: Row) => string;
  /** The items that a row consists of, besides the whole. */
  readonly partsOf?: (row: Row, whole: Item, stored: StoredRow) => readonly Item[];
  /** The condition for the row with an id; undefined if it cannot be the id of one. Default: by the column `id`. */
  readonly withId?: (id: string) => Fragment | undefined;
  /** The condition for the rows that stand for themselves in a trace, as in the index. Default: all. */
  readonly inTrace?: string;
  /** The condition for the rows in the activity of a subscriber. Default: none. */
  readonly inActivity?: string;
  /** The condition for the rows of a root. Default: by their column `root`. */
  readonly ofRoot?: (accountId: string, root: string | null) => Fragment;
  /** Whether its rows belong to no subscriber. */
  readonly isOfNobody?: true;
}

/** A table whose rows have places. */
// biome-ignore lint/suspicious/noExplicitAny: the rows of a table go to the functions beside it
export type Source = Facts<any> & { readonly table: Table<any> };

const from = <T extends Source['table']>(table: T, facts: Facts<RowOf<T>>): Source => ({ table, ...facts });

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
    look: looks.event,
    time: 'occurred_at',
    idOf: ({ seq }) => eventId(seq),
    withId: byNumber,
    // Other items show these.
    inActivity: "event not in ('subscriber.performed_custom_event', 'subscriber.received_email')",
  }),
  from(deliveries, { look: looks.email, time: 'sent_at', inActivity: 'true' }),
  from(outbox, { look: looks.mail, time: 'sent_at', inTrace: 'delivery_id is null' }),
  from(webhookDeliveries, {
    look: looks.webhookDelivery,
    time: 'created_at',
    isInMilliseconds: true,
    partsOf: attemptsOf,
    inActivity: 'true',
  }),
  from(events, {
    look: looks.recorded,
    time: 'occurred_at',
    named: ({ id }) => nameOf('event', id),
    withId: (id) => byNumber(id) ?? sql`id = ${id}`,
    inActivity: 'true',
  }),
  from(conversions, { look: looks.conversion, time: 'occurred_at', inActivity: 'true' }),
  from(formSubmissions, { look: looks.formSubmission, time: 'submitted_at', inActivity: 'true' }),
  from(subscriptions, { look: looks.subscription, time: 'created_at', named: lapName }),
  from(memberships, {
    look: looks.membership,
    time: 'created_at',
    idOf: ({ workflowId, subscriberId }) => `${workflowId}/${subscriberId}`,
    named: membershipName,
    withId: byMembership,
  }),
  from(outcomes, {
    look: looks.outcome,
    time: 'finished_at',
    idOf: outcomeId,
    withId: (id) => sql`request_id = ${id}`,
    // Only the first record of a batch is in an index, which would make large batches slower.
    ofRoot: (accountId, root) => sql`request_id in (
      select request_id from outcomes where account_id = ${accountId} and root = ${root} and position = 0)`,
  }),
  from(jobs, {
    look: looks.job,
    // Deliveries, memberships and subscriptions say themselves that they wait.
    inTrace: "kind not in ('webhook', 'workflow_steps', 'campaign_emails')",
    isOfNobody: true,
  }),
];

/** The attempts of a delivery, each with its number among the rows of all tables. */
function attemptsOf({ attempts }: WebhookDeliveryRow, whole: Item, stored: StoredRow): Item[] {
  const numbers = String(stored.attempt_seqs).split(' ').map(Number);
  return attempts.map((attempt, i) => {
    const id = `${whole.id}#${i + 1}`;
    const { subscriberId, root, name: parent } = whole;
    const place = {
      id,
      name: nameOf('webhook_attempt', id),
      seq: numbers[i] ?? 0,
      subscriberId,
      root,
      parent,
    };
    return { ...looks.webhookAttempt(attempt, i + 1, whole.id), ...place, at: attempt.at };
  });
}

/** Reads rows of a table, which are items with their parts. An order and a limit can follow the condition. */
export async function readFrom(
  { tx, accountId }: Pick<AdminContext, 'tx' | 'accountId'>,
  source: Source,
  condition: Fragment,
): Promise<(readonly [whole: Item, ...parts: Item[]])[]> {
  const { table, look, time, idOf, named, partsOf } = source;
  const rows = await table.allStored(tx, accountId, condition);
  return rows.map(([row, stored]) => {
    const shown = look(row);
    const id = idOf?.(row) ?? String(stored.id);
    const whole = {
      ...shown,
      id,
      name: named?.(row) ?? nameOf(shown.type, id),
      seq: Number(stored.seq),
      subscriberId: stored.subscriber_id ?? null,
      parent: stored.parent ?? null,
      root: stored.root ?? null,
      at: time === undefined ? Number.NEGATIVE_INFINITY : millisecondsOf(stored[time]),
    } as Item; // with the place that was stored
    return [whole, ...(partsOf?.(row, whole, stored) ?? [])];
  });
}

const millisecondsOf = (time: unknown) => (typeof time === 'string' ? parseTime(time) : Number(time));
