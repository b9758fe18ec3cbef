import { isReceived } from '../../../domain/webhooks/attempts.ts';
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
import type { Description, Item, Reference } from './items.ts';
import { quoted, reasonOf, sentenceOfEvent } from './sentences.ts';

/** The facts of a table about the items that its rows are. */
interface Facts<Row> {
  readonly descriptionOf: (row: Row) => Description;
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

const refs = (type: string, id: unknown): Reference[] => (typeof id === 'string' ? [{ type, id }] : []);

export const PAGE_VISIT = 'subscriber.visited_page';

const DELIVERIES = {
  pending: ['waiting', (count: number) => (count === 0 ? 'waits to be sent' : 'waits for its next attempt')],
  held: ['waiting', () => 'was held back, because its account is offline'],
  delivered: ['done', (count: number) => (count > 1 ? `was delivered by attempt ${count}` : 'was delivered')],
  given_up: ['failed', (count: number) => `gave up after ${count} ${count === 1 ? 'attempt' : 'attempts'}`],
  dropped: ['failed', () => 'was dropped, because its webhook was disabled or deleted'],
} as const;

const WAITS = {
  delay: ', and waits for the end of a delay',
  goal: ', and waits for a goal',
  activation: ', and waits until it is active',
};

const JOBS: Readonly<Record<string, string>> = {
  records: 'Records wait to be processed',
  email_content: 'An email waits for its content',
  email_forwarding: 'An email waits to be forwarded',
  webhook_fan_out: 'Webhook deliveries wait to be created',
  campaign_planning: 'The emails of a campaign wait to be scheduled',
};

/** The tables whose rows have places, each with a description of its rows. */
export const SOURCES: readonly Source[] = [
  from(domainEvents, {
    time: 'occurred_at',
    idOf: ({ seq }) => eventId(seq),
    withId: byNumber,
    // Other items show these.
    inActivity: "event not in ('subscriber.performed_custom_event', 'subscriber.received_email')",
    descriptionOf: ({ seq, event, properties }) => ({
      type: 'event',
      sentence: (words) => sentenceOfEvent(event, properties, words),
      others: refs('campaign', properties.campaign_id),
      title: event === PAGE_VISIT ? String(properties.url ?? event) : event,
      detail: { seq, event, properties },
    }),
  }),
  from(deliveries, {
    time: 'sent_at',
    inActivity: 'true',
    descriptionOf: ({
      id,
      sentAt: _at,
      emailSubject: title,
      cause: _cause,
      subscriberId: _of,
      ...detail
    }) => ({
      type: 'email',
      sentence: ({ who }) => `${who} got the email ${quoted(title)}`,
      ref: { type: 'email', id },
      others: [
        ...refs('campaign', detail.campaignId),
        ...refs('broadcast', detail.broadcastId),
        ...refs('workflow', detail.workflowId),
      ],
      title,
      detail,
    }),
  }),
  from(outbox, {
    time: 'sent_at',
    inTrace: 'delivery_id is null',
    descriptionOf: ({ id, purpose, subject, to }) => ({
      type: 'email',
      sentence({ who }) {
        if (purpose === 'confirmation') return `${who} was asked to confirm: ${quoted(subject)}`;
        if (purpose === 'notification') return `${to} was notified: ${quoted(subject)}`;
        return `${who} got the email ${quoted(subject)}`;
      },
      ref: { type: 'email', id },
    }),
  }),
  from(webhookDeliveries, {
    time: 'created_at',
    isInMilliseconds: true,
    partsOf: attemptsOf,
    inActivity: 'true',
    descriptionOf({ id, webhookId, event, url, state, attempts, eventSeq, nextAttemptAt }) {
      const [progress, say] = DELIVERIES[state];
      return {
        type: 'webhook_delivery',
        sentence: () => `The webhook request ${event} to ${url} ${say(attempts.length)}`,
        state: progress,
        until: nextAttemptAt,
        ref: { type: 'webhook_delivery', id },
        title: `${event} to ${url}`,
        detail: { webhookId, event, url, state, attempts: attempts.length, eventSeq },
      };
    },
  }),
  from(events, {
    time: 'occurred_at',
    named: ({ id }) => nameOf('event', id),
    withId: (id) => byNumber(id) ?? sql`id = ${id}`,
    inActivity: 'true',
    descriptionOf: ({ kind, action, properties, visitorUuid }) => ({
      type: kind === 'custom' ? 'custom_event' : 'timeline_event',
      sentence: ({ who }) => (kind === 'custom' ? `${who} performed ${quoted(action)}` : `${who}: ${action}`),
      title: action,
      detail: { action, properties, visitorUuid },
    }),
  }),
  from(conversions, {
    time: 'occurred_at',
    inActivity: 'true',
    descriptionOf: ({ goalId, value, visitorUuid }) => ({
      type: 'conversion',
      sentence: ({ who, record }) => `${who} reached ${record}`,
      ref: { type: 'goal', id: goalId },
      detail: { goalId, value, visitorUuid },
    }),
  }),
  from(formSubmissions, {
    time: 'submitted_at',
    inActivity: 'true',
    descriptionOf: ({ formId, url, visitorUuid }) => ({
      type: 'form_submission',
      sentence: ({ who, record }) => `${who} submitted ${record}`,
      ref: { type: 'form', id: formId },
      detail: { formId, url, visitorUuid },
    }),
  }),
  from(subscriptions, {
    time: 'created_at',
    named: lapName,
    descriptionOf({ campaignId, status, data }) {
      const isDecidedByRules = status === 'active' && !data.is_complete;
      return {
        type: 'subscription',
        sentence({ who, record, keptBack }) {
          if (status === 'unconfirmed') return `${who} has to confirm the subscription to ${record}`;
          if (status !== 'active') return `${who} is no longer subscribed to ${record}`;
          if (data.is_complete)
            return `${who} is subscribed to ${record}, and has received all of its emails`;
          if (keptBack === undefined) return `${who} waits for the next email of ${record}`;
          return `${who} is subscribed to ${record}. Its next email is kept back: ${keptBack}`;
        },
        state: isDecidedByRules || status === 'unconfirmed' ? 'waiting' : 'done',
        isDecidedByRules,
        ref: { type: 'campaign', id: campaignId },
      };
    },
  }),
  from(memberships, {
    time: 'created_at',
    idOf: ({ workflowId, subscriberId }) => `${workflowId}/${subscriberId}`,
    named: membershipName,
    withId: byMembership,
    descriptionOf: ({ workflowId, waitsFor }) => ({
      type: 'membership',
      sentence({ who, record, keptBack }) {
        const reason = waitsFor === 'delay' && keptBack ? `. ${keptBack}` : '';
        return `${who} entered ${record}${waitsFor ? WAITS[waitsFor] : ''}${reason}`;
      },
      state: 'waiting',
      isDecidedByRules: true,
      ref: { type: 'workflow', id: workflowId },
    }),
  }),
  from(outcomes, {
    time: 'finished_at',
    idOf: outcomeId,
    withId: (id) => sql`request_id = ${id}`,
    // Only the first record of a batch is in an index, which would make large batches slower.
    ofRoot: (accountId, root) => sql`request_id in (
      select request_id from outcomes where account_id = ${accountId} and root = ${root} and position = 0)`,
    descriptionOf: ({ position, state, errors }) => ({
      type: 'outcome',
      sentence({ who }) {
        const name = `Record ${position + 1}`;
        if (state === 'done') return `${name} was processed for ${who}`;
        return `${name} was refused: ${reasonOf(errors.map(({ message }) => message).join('; '))}`;
      },
      state,
    }),
  }),
  from(jobs, {
    // The rows of deliveries, memberships and subscriptions already say that they wait.
    inTrace: "kind not in ('webhook', 'workflow_steps', 'campaign_emails')",
    isOfNobody: true,
    descriptionOf: ({ id, kind, failure, runAt }) => ({
      type: 'job',
      sentence: () =>
        failure === null
          ? (JOBS[kind] ?? `A job ${kind} waits`)
          : `The job ${kind} failed: ${reasonOf(failure)}`,
      state: failure === null ? 'waiting' : 'failed',
      until: runAt,
      ref: { type: 'job', id },
      // The row of the broadcast already says that it waits.
      isHidden: kind.startsWith('broadcast_'),
    }),
  }),
];

/** The attempts of a delivery, each with its number among the rows of all tables. */
function attemptsOf({ attempts }: WebhookDeliveryRow, whole: Item, stored: StoredRow): Item[] {
  const { subscriberId, root, name: parent, ref } = whole;
  const numbers = String(stored.attempt_seqs).split(' ').map(Number);
  return attempts.map((attempt, i) => {
    const { at, status, error = 'no response' } = attempt;
    const id = `${whole.id}#${i + 1}`;
    const answer = status === undefined ? `failed: ${error}` : `was answered with ${status}`;
    return {
      type: 'webhook_attempt',
      sentence: () => `Attempt ${i + 1} ${answer}`,
      state: isReceived(attempt) ? 'done' : 'failed',
      ...{
        id,
        name: nameOf('webhook_attempt', id),
        at,
        seq: numbers[i] ?? 0,
        subscriberId,
        parent,
        root,
        ref,
      },
    };
  });
}

/** Reads rows of a table, which are items with their parts. An order and a limit can follow the condition. */
export async function readFrom(
  { tx, accountId }: Pick<AdminContext, 'tx' | 'accountId'>,
  source: Source,
  condition: Fragment,
): Promise<(readonly [whole: Item, ...parts: Item[]])[]> {
  const { table, descriptionOf, time, idOf, named, partsOf } = source;
  const rows = await table.allStored(tx, accountId, condition);
  return rows.map(([row, stored]) => {
    const description = descriptionOf(row);
    const id = idOf?.(row) ?? String(stored.id);
    const whole = {
      ...description,
      id,
      name: named?.(row) ?? nameOf(description.type, id),
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
