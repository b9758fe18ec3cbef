import type { RequestEntry } from '../../../observe/request-log/log.ts';
import { parseTime } from '../../../shared/values/time.ts';
import { type Cause, type Root, rootOf } from '../../../store/engine/cause.ts';
import type { StoredRow } from '../../../store/engine/store.ts';
import type { SubscriptionRow } from '../../../store/tables/campaign-subscriptions.ts';
import type { ConversionRow } from '../../../store/tables/conversions.ts';
import type { DeliveryRow } from '../../../store/tables/deliveries.ts';
import { eventId, type NumberedEvent } from '../../../store/tables/domain-events.ts';
import type { EventRow } from '../../../store/tables/events.ts';
import type { FormSubmissionRow } from '../../../store/tables/form-submissions.ts';
import type { JobRow } from '../../../store/tables/jobs.ts';
import type { OutboxMail } from '../../../store/tables/outbox.ts';
import type { Outcome } from '../../../store/tables/outcomes.ts';
import type { RecordRow } from '../../../store/tables/records.ts';
import type { WebhookAttempt, WebhookDeliveryRow } from '../../../store/tables/webhook-deliveries.ts';
import type { StoredMembership } from '../../../store/tables/workflow-memberships.ts';

/** The rows of a trace by their types, as they are stored. */
export interface Stored {
  readonly request: RequestEntry;
  readonly outcome: Outcome;
  readonly event: NumberedEvent;
  readonly custom_event: EventRow;
  readonly timeline_event: EventRow;
  readonly conversion: ConversionRow;
  readonly form_submission: FormSubmissionRow;
  readonly subscription: SubscriptionRow;
  readonly membership: Membership;
  readonly broadcast: RecordRow<'broadcasts'>;
  readonly email: Email;
  readonly webhook_delivery: WebhookDeliveryRow;
  readonly webhook_attempt: WebhookAttempt & { readonly number: number };
  readonly job: JobRow;
  /** What cannot be shown any more, or has nothing to show. */
  readonly admin: Cause;
  readonly seed: Cause;
  readonly unknown: Cause;
}

/** The time of a subscriber on a workflow, which may be over. */
export type Membership = Pick<StoredMembership, 'workflowId' | 'subscriberId'> &
  Partial<Pick<StoredMembership, 'createdAt' | 'waitsFor' | 'run'>>;

/** An email of a mailing, or another one. */
export interface Email {
  readonly subject: string;
  readonly delivery?: DeliveryRow | undefined;
  readonly mail?: OutboxMail | undefined;
}

export type NodeType = keyof Stored;

export interface Base {
  readonly id: string;
  /** Milliseconds since 1970. */
  at: number;
  /** The number among the rows of all tables; between two of them if the row has none. */
  seq: number;
  readonly subscriberId: string | null;
  readonly cause: Cause | null;
  /** Whether a caller may have chosen the time. */
  readonly hasOwnTime?: boolean;
  /** When a wait ends, in milliseconds since 1970. */
  until?: number | null;
}

/** A row of a trace before it has its place. */
export type TraceNode = {
  [Type in NodeType]: Base & { readonly type: Type; readonly row: Stored[Type] };
}[NodeType];

/** Joins the number of a part to the id of the whole. */
const partId = (id: string, number: number): string => `${id}#${number}`;

/** The id of a subscriber's time on a workflow. */
export const membershipId = ({ workflowId, subscriberId }: Membership): string =>
  `${workflowId}/${subscriberId}`;

/** Makes a node of a row. */
const node = <Type extends NodeType>(
  type: Type,
  row: Stored[Type] & { readonly cause?: Cause | null | undefined },
  stored: StoredRow,
  { at, ...more }: Partial<Omit<Base, 'at'>> & { readonly at: string | number },
): TraceNode =>
  ({
    type,
    row,
    id: String(stored.id),
    seq: Number(stored.seq ?? 0),
    subscriberId: stored.subscriber_id ?? null,
    cause: row.cause ?? null,
    at: typeof at === 'string' ? parseTime(at) : at,
    ...more,
  }) as TraceNode; // of the same type as its row

/** Makes the nodes of the rows of a table. */
type ToNodes<Row> = (row: Row, stored: StoredRow) => readonly TraceNode[];

export const outcomeNode: ToNodes<Outcome> = (row, stored) => [
  node('outcome', row, stored, { at: row.finishedAt, id: partId(row.requestId, row.position) }),
];

export const eventNode: ToNodes<NumberedEvent> = (row, stored) => {
  const hasOwnTime = row.event === 'subscriber.performed_custom_event';
  return [node('event', row, stored, { at: row.occurredAt, id: eventId(row.seq), hasOwnTime })];
};

export const timelineNode: ToNodes<EventRow> = (row, stored) => [
  node(row.kind === 'custom' ? 'custom_event' : 'timeline_event', row, stored, {
    at: row.occurredAt,
    hasOwnTime: true,
  }),
];

export const conversionNode: ToNodes<ConversionRow> = (row, stored) => [
  node('conversion', row, stored, { at: row.occurredAt, hasOwnTime: true }),
];

export const submissionNode: ToNodes<FormSubmissionRow> = (row, stored) => [
  node('form_submission', row, stored, { at: row.submittedAt }),
];

export const emailNode: ToNodes<DeliveryRow> = (row, stored) => [
  node('email', { subject: row.emailSubject, delivery: row, cause: row.cause }, stored, { at: row.sentAt }),
];

export const mailNode: ToNodes<OutboxMail> = (mail, stored) => [
  node('email', { subject: mail.subject, mail, cause: mail.cause }, stored, { at: mail.sentAt }),
];

export const subscriptionNode: ToNodes<SubscriptionRow> = (row, stored) => {
  const { createdAt: at, nextSendAt: until, data } = row;
  return [node('subscription', row, stored, { at, until, cause: data.cause ?? null })];
};

export const membershipNode: ToNodes<StoredMembership> = (row, stored) => [
  node('membership', row, stored, {
    at: row.createdAt,
    id: membershipId(row),
    until: row.waitsFor === 'delay' ? (row.until ?? null) : null,
  }),
];

/** A delivery and its attempts, each with its number among the rows of all tables. */
export const webhookNodes: ToNodes<WebhookDeliveryRow> = (row, stored) => {
  const numbers = String(stored.attempt_seqs ?? '').split(' ');
  const unnumbered = row.attempts.length - (numbers.length - 1); // by servers without numbers
  const attempts = row.attempts.map((attempt, i) =>
    node('webhook_attempt', { ...attempt, number: i + 1, cause: row.cause }, stored, {
      at: attempt.at,
      id: partId(row.id, i + 1),
      seq: Number(numbers[i - unnumbered] || Number(stored.seq) + (i + 1) / 1000),
    }),
  );
  return [
    node('webhook_delivery', row, stored, { at: row.createdAt, until: row.nextAttemptAt }),
    ...attempts,
  ];
};

/** A job does not store when it was enqueued, so it stands where its number says. */
export const jobNode: ToNodes<JobRow> = (row, stored) => {
  const until = row.failure === null ? row.runAt : null;
  return [node('job', row, stored, { at: row.runAt, until, hasOwnTime: true })];
};

/** A broadcast, before its first email. */
export const broadcastNode = (row: RecordRow<'broadcasts'>, emails: readonly TraceNode[]): TraceNode => ({
  type: 'broadcast',
  id: row.id,
  row,
  at: parseTime(row.sendAt ?? row.createdAt),
  seq: (emails[0]?.seq ?? Number.POSITIVE_INFINITY) - 0.5,
  subscriberId: null,
  cause: null,
});

/** What a trace began with: the root of its causes, or if that is unknown, the first cause that is known. */
export type Origin = Root | { readonly type: Cause['type']; readonly id: string | null };

/** What a cause began with, as far as is known. */
export const originOf = (cause: Cause | null): Origin | undefined =>
  cause === null ? undefined : (rootOf(cause) ?? { type: cause.type, id: cause.id });

export const isFrom = (origin: Origin, cause: Cause | null): boolean => {
  const found = originOf(cause);
  return found?.type === origin.type && found.id === origin.id;
};
