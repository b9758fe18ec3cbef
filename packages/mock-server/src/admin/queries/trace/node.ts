import type { RequestEntry } from '../../../observe/request-log/log.ts';
import { parseTime } from '../../../shared/values/time.ts';
import { nameOf } from '../../../store/engine/place.ts';
import type { StoredRow } from '../../../store/engine/store.ts';
import { lapName, type SubscriptionRow } from '../../../store/tables/campaign-subscriptions.ts';
import type { ConversionRow } from '../../../store/tables/conversions.ts';
import type { DeliveryRow } from '../../../store/tables/deliveries.ts';
import { eventId, type NumberedEvent } from '../../../store/tables/domain-events.ts';
import type { EventRow } from '../../../store/tables/events.ts';
import type { FormSubmissionRow } from '../../../store/tables/form-submissions.ts';
import type { JobRow } from '../../../store/tables/jobs.ts';
import type { OutboxMail } from '../../../store/tables/outbox.ts';
import { type Outcome, outcomeId } from '../../../store/tables/outcomes.ts';
import type { RecordRow } from '../../../store/tables/records.ts';
import type { WebhookAttempt, WebhookDeliveryRow } from '../../../store/tables/webhook-deliveries.ts';
import { membershipName, type StoredMembership } from '../../../store/tables/workflow-memberships.ts';

/** The rows of a trace by their types, as they are stored. */
export interface Stored {
  readonly request: RequestEntry;
  readonly outcome: Outcome;
  readonly event: NumberedEvent;
  readonly custom_event: EventRow;
  readonly timeline_event: EventRow;
  readonly conversion: ConversionRow;
  readonly form_submission: FormSubmissionRow;
  readonly subscription: SubscriptionRow | PastSubscription;
  readonly membership: StoredMembership | PastMembership;
  readonly broadcast: RecordRow<'broadcasts'>;
  readonly email: Email;
  readonly webhook_delivery: WebhookDeliveryRow;
  readonly webhook_attempt: WebhookAttempt & { readonly number: number };
  readonly job: JobRow;
  /** Rows that cannot be shown any more, or have nothing to show. */
  readonly admin: Beginning;
  readonly seed: Beginning;
  readonly unknown: Beginning;
}

/** An earlier lap of a subscription. */
export interface PastSubscription {
  readonly campaignId: string;
  readonly isOver: true;
}

/** A stay on a workflow that is over. */
export interface PastMembership {
  readonly workflowId: string;
  readonly isOver: true;
}

/** The beginning of a trace. */
export interface Beginning {
  readonly type: string;
  readonly id: string | null;
  /** The effect of the action. */
  readonly what?: string | undefined;
}

/** An email of a mailing, or another one. */
interface Email {
  readonly subject: string;
  readonly mail?: OutboxMail | undefined;
}

export type NodeType = keyof Stored;

interface Base {
  readonly id: string;
  /** The name by which the rows below it know it. */
  readonly name: string;
  /** Milliseconds since 1970; `-Infinity` to take the time of the row above. */
  readonly at: number;
  /** The number among the rows of all tables. Undefined for a row that is known only by what it led to. */
  readonly seq?: number | undefined;
  readonly subscriberId: string | null;
  /** The names of the rows above it, see `Place`. */
  readonly parent: string | null;
}

/** A row of a trace before it has its place. */
export type TraceNode = {
  [Type in NodeType]: Base & { readonly type: Type; readonly row: Stored[Type] };
}[NodeType];

/** Makes a node of a row. */
const node = <Type extends NodeType>(
  type: Type,
  row: Stored[Type],
  stored: StoredRow,
  { at, id = String(stored.id), ...more }: Partial<Omit<Base, 'at'>> & { readonly at: string | number },
): TraceNode =>
  ({
    type,
    row,
    id,
    name: nameOf(type, id),
    seq: Number(stored.seq),
    subscriberId: stored.subscriber_id ?? null,
    parent: stored.parent ?? null,
    at: typeof at === 'string' ? parseTime(at) : at,
    ...more,
  }) as TraceNode; // of the same type as its row

/** Makes the nodes of a row. */
type ToNodes<Row> = (row: Row, stored: StoredRow) => readonly TraceNode[];

export const outcomeNode: ToNodes<Outcome> = (row, stored) => [
  node('outcome', row, stored, { at: row.finishedAt, id: outcomeId(row) }),
];

export const eventNode: ToNodes<NumberedEvent> = (row, stored) => [
  node('event', row, stored, { at: row.occurredAt, id: eventId(row.seq) }),
];

export const timelineNode: ToNodes<EventRow> = (row, stored) => {
  const name = nameOf('event', row.id);
  return [
    node(row.kind === 'custom' ? 'custom_event' : 'timeline_event', row, stored, {
      at: row.occurredAt,
      name,
    }),
  ];
};

export const conversionNode: ToNodes<ConversionRow> = (row, stored) => [
  node('conversion', row, stored, { at: row.occurredAt }),
];

export const submissionNode: ToNodes<FormSubmissionRow> = (row, stored) => [
  node('form_submission', row, stored, { at: row.submittedAt }),
];

export const emailNode: ToNodes<DeliveryRow> = (row, stored) => [
  node('email', { subject: row.emailSubject }, stored, { at: row.sentAt }),
];

export const mailNode: ToNodes<OutboxMail> = (mail, stored) => [
  node('email', { subject: mail.subject, mail }, stored, { at: mail.sentAt }),
];

export const subscriptionNode: ToNodes<SubscriptionRow> = (row, stored) => [
  node('subscription', row, stored, { at: row.createdAt, name: lapName(row) }),
];

export const membershipNode: ToNodes<StoredMembership> = (row, stored) => [
  node('membership', row, stored, {
    at: row.createdAt,
    id: `${row.workflowId}/${row.subscriberId}`,
    name: membershipName(row),
  }),
];

/** A delivery and its attempts, each with its number among the rows of all tables. */
export const webhookNodes: ToNodes<WebhookDeliveryRow> = (row, stored) => {
  const numbers = String(stored.attempt_seqs).split(' ').map(Number);
  const delivery = node('webhook_delivery', row, stored, { at: row.createdAt });
  const attempts = row.attempts.map((attempt, i) => {
    const place = { id: `${row.id}#${i + 1}`, seq: numbers[i] ?? 0, parent: delivery.name };
    return node('webhook_attempt', { ...attempt, number: i + 1 }, stored, { at: attempt.at, ...place });
  });
  return [delivery, ...attempts];
};

/** A job does not store when it was enqueued. */
export const jobNode: ToNodes<JobRow> = (row, stored) => [
  node('job', row, stored, { at: Number.NEGATIVE_INFINITY }),
];
