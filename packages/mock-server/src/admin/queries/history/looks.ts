import { isReceived } from '../../../domain/webhooks/attempts.ts';
import type { RequestEntry } from '../../../observe/request-log/log.ts';
import { shortened } from '../../../shared/values/shortened.ts';
import type { SubscriptionRow } from '../../../store/tables/campaign-subscriptions.ts';
import type { ConversionRow } from '../../../store/tables/conversions.ts';
import type { DeliveryRow } from '../../../store/tables/deliveries.ts';
import type { NumberedEvent } from '../../../store/tables/domain-events.ts';
import type { EventRow } from '../../../store/tables/events.ts';
import type { FormSubmissionRow } from '../../../store/tables/form-submissions.ts';
import type { JobRow } from '../../../store/tables/jobs.ts';
import type { OutboxMail } from '../../../store/tables/outbox.ts';
import type { Outcome } from '../../../store/tables/outcomes.ts';
import type { RecordRow } from '../../../store/tables/records.ts';
import type { WebhookAttempt, WebhookDeliveryRow } from '../../../store/tables/webhook-deliveries.ts';
import type { StoredMembership } from '../../../store/tables/workflow-memberships.ts';
import type { Look, Reference } from './items.ts';

const MAX_TEXT = 80;
const quoted = (value: unknown): string =>
  `“${shortened(typeof value === 'string' ? value : JSON.stringify(value ?? null), MAX_TEXT)}”`;

type Properties = Readonly<Record<string, unknown>>;

const change = ({ previous_value: before, value: now }: Properties): string =>
  before === null || before === undefined || before === ''
    ? `to ${quoted(now)}`
    : `from ${quoted(before)} to ${quoted(now)}`;

/** The sentences of domain events, by their names without `subscriber.`. */
const EVENTS: Readonly<Record<string, (who: string, properties: Properties, campaign: string) => string>> = {
  created: (who) => `${who} was created`,
  deleted: (who) => `${who} was deleted`,
  marked_as_deliverable: (who) => `${who} can receive emails again`,
  marked_as_undeliverable: (who, { source }) => `${who} became undeliverable because of a ${source}`,
  subscribed_to_email_marketing: (who) => `${who} can receive emails`,
  subscribed_to_campaign: (who, _, campaign) => `${who} was subscribed to ${campaign}`,
  removed_from_campaign: (who, _, campaign) => `${who} was removed from ${campaign}`,
  unsubscribed_from_campaign: (who, _, campaign) => `${who} unsubscribed from ${campaign}`,
  unsubscribed_all: (who) => `${who} unsubscribed from all emails`,
  reactivated: (who) => `${who} became active again`,
  completed_campaign: (who, _, campaign) => `${who} has received all emails of ${campaign}`,
  applied_tag: (who, { tag }) => `${who} got the tag ${quoted(tag)}`,
  removed_tag: (who, { tag }) => `${who} lost the tag ${quoted(tag)}`,
  updated_custom_field: (who, { identifier, ...rest }) =>
    `The field ${quoted(identifier)} of ${who} changed ${change(rest)}`,
  updated_email_address: (who, properties) => `The email address of ${who} changed ${change(properties)}`,
  updated_lifetime_value: (who, properties) => `The lifetime value of ${who} changed ${change(properties)}`,
  updated_time_zone: (who, properties) => `The time zone of ${who} changed ${change(properties)}`,
  updated_lead_score: (who, { lead_score, value }) =>
    `The lead score of ${who} changed to ${value ?? lead_score}`,
  updated_alias: (who, { identifier, ...rest }) => `The ${identifier} of ${who} changed ${change(rest)}`,
  received_email: (who) => `The email to ${who} was reported as received`,
  opened_email: (who, { email_subject }) => `${who} opened ${quoted(email_subject)}`,
  clicked_email: (who, { url }) => `${who} clicked ${quoted(url)}`,
  bounced: (who) => `The email to ${who} bounced`,
  complained: (who) => `${who} reported the email as spam`,
  clicked_trigger_link: (who, { url }) => `${who} clicked the trigger link ${quoted(url)}`,
  visited_page: (who, { url }) => `${who} visited ${quoted(url)}`,
  became_lead: (who) => `${who} became a lead`,
  became_non_prospect: (who) => `${who} is no longer a prospect`,
  performed_custom_event: (who, { action }) => `The event ${quoted(action)} of ${who} was reported`,
};

const refs = (type: string, id: unknown): Reference[] => (typeof id === 'string' ? [{ type, id }] : []);

export const PAGE_VISIT = 'subscriber.visited_page';

export function event({ seq, event, properties }: NumberedEvent): Look {
  const say = EVENTS[event.slice('subscriber.'.length)] ?? ((who) => `${event} of ${who}`);
  const { campaign_id: campaignId, url } = properties;
  return {
    type: 'event',
    sentence: ({ who, record }) => say(who, properties, record),
    others: refs('campaign', campaignId),
    title: event === PAGE_VISIT ? String(url ?? event) : event,
    detail: { seq, event, properties },
  };
}

export function email(row: DeliveryRow): Look {
  const { id, sentAt: _at, emailSubject: title, cause: _cause, subscriberId: _of, ...detail } = row;
  const { campaignId, broadcastId, workflowId } = row;
  return {
    type: 'email',
    ref: { type: 'email', id },
    others: [
      ...refs('campaign', campaignId),
      ...refs('broadcast', broadcastId),
      ...refs('workflow', workflowId),
    ],
    sentence: ({ who }) => `${who} got the email ${quoted(title)}`,
    title,
    detail,
  };
}

export const mail = ({ id, purpose, subject, to }: OutboxMail): Look => ({
  type: 'email',
  ref: { type: 'email', id },
  sentence({ who }) {
    if (purpose === 'confirmation') return `${who} was asked to confirm: ${quoted(subject)}`;
    if (purpose === 'notification') return `${to} was notified: ${quoted(subject)}`;
    return `${who} got the email ${quoted(subject)}`;
  },
});

function stateOf(status = 500): Look['state'] {
  if (status < 400) return 'done';
  return status < 500 ? 'refused' : 'failed';
}

export const request = ({ id, method, path, operation, status, problem }: RequestEntry): Look => ({
  type: 'request',
  state: stateOf(status),
  ref: { type: 'request', id },
  sentence() {
    const what = `${method} ${path}${operation === undefined ? '' : ` (${operation})`}`;
    if (status === undefined) return `${what} got no answer`;
    const reason = problem === undefined ? '' : `: ${shortened(problem, 2 * MAX_TEXT)}`;
    return status >= 400
      ? `${what} was refused with ${status}${reason}`
      : `${what} was answered with ${status}`;
  },
});

/** A custom event, or one that the service recorded. */
export const recorded = ({ kind, action, properties, visitorUuid }: EventRow): Look => ({
  type: kind === 'custom' ? 'custom_event' : 'timeline_event',
  sentence: ({ who }) => (kind === 'custom' ? `${who} performed ${quoted(action)}` : `${who}: ${action}`),
  title: action,
  detail: { action, properties, visitorUuid },
});

export const conversion = ({ goalId, value, visitorUuid }: ConversionRow): Look => ({
  type: 'conversion',
  ref: { type: 'goal', id: goalId },
  sentence: ({ who, record }) => `${who} reached ${record}`,
  detail: { goalId, value, visitorUuid },
});

export const formSubmission = ({ formId, url, visitorUuid }: FormSubmissionRow): Look => ({
  type: 'form_submission',
  ref: { type: 'form', id: formId },
  sentence: ({ who, record }) => `${who} submitted ${record}`,
  detail: { formId, url, visitorUuid },
});

export const outcome = ({ position, state, errors }: Outcome): Look => ({
  type: 'outcome',
  state,
  sentence({ who }) {
    const name = `Record ${position + 1}`;
    if (state === 'done') return `${name} was processed for ${who}`;
    return `${name} was refused: ${shortened(errors.map(({ message }) => message).join('; '), 2 * MAX_TEXT)}`;
  },
});

export function subscription({ campaignId, status, data }: SubscriptionRow): Look {
  const isUpToRules = status === 'active' && !data.is_complete;
  return {
    type: 'subscription',
    state: isUpToRules || status === 'unconfirmed' ? 'waiting' : 'done',
    isUpToRules,
    ref: { type: 'campaign', id: campaignId },
    sentence({ who, record, keptBack }) {
      if (status === 'unconfirmed') return `${who} has to confirm the subscription to ${record}`;
      if (status !== 'active') return `${who} is no longer subscribed to ${record}`;
      if (data.is_complete) return `${who} is subscribed to ${record}, and has received all of its emails`;
      if (keptBack === undefined) return `${who} waits for the next email of ${record}`;
      return `${who} is subscribed to ${record}. Its next email is kept back: ${keptBack}`;
    },
  };
}

/** An earlier lap of a subscription. */
export const pastSubscription = (campaignId: string): Look => ({
  type: 'subscription',
  ref: { type: 'campaign', id: campaignId },
  sentence: ({ who, record }) => `An earlier subscription of ${who} to ${record}`,
});

const WAITS = {
  delay: ', and waits for the end of a delay',
  goal: ', and waits for a goal',
  activation: ', and waits until it is active',
};

export const membership = ({ workflowId, waitsFor }: StoredMembership): Look => ({
  type: 'membership',
  state: 'waiting',
  isUpToRules: true,
  ref: { type: 'workflow', id: workflowId },
  sentence({ who, record, keptBack }) {
    const reason = waitsFor === 'delay' && keptBack ? `. ${keptBack}` : '';
    return `${who} entered ${record}${waitsFor ? WAITS[waitsFor] : ''}${reason}`;
  },
});

/** A stay on a workflow that is over. */
export const pastMembership = (workflowId: string): Look => ({
  type: 'membership',
  ref: { type: 'workflow', id: workflowId },
  sentence: ({ who, record }) => `${who} entered ${record}, and has left it`,
});

const BROADCASTS: Readonly<Record<string, string>> = { scheduled: 'is scheduled', sending: 'is being sent' };

export const broadcast = ({ id, name, status, sendAt }: RecordRow<'broadcasts'>): Look => ({
  type: 'broadcast',
  state: status in BROADCASTS ? 'waiting' : 'done',
  until: status === 'scheduled' ? sendAt : null,
  ref: { type: 'broadcast', id },
  sentence: () => `The broadcast “${name}” ${BROADCASTS[status] ?? `was ${status}`}`,
});

const DELIVERIES = {
  pending: ['waiting', (count: number) => (count === 0 ? 'waits to be sent' : 'waits for its next attempt')],
  held: ['waiting', () => 'was held back, because its account is offline'],
  delivered: ['done', (count: number) => (count > 1 ? `was delivered by attempt ${count}` : 'was delivered')],
  given_up: ['failed', (count: number) => `gave up after ${count} ${count === 1 ? 'attempt' : 'attempts'}`],
  dropped: ['failed', () => 'was dropped, because its webhook was disabled or deleted'],
} as const;

export function webhookDelivery(row: WebhookDeliveryRow): Look {
  const { id, webhookId, event, url, state, attempts, eventSeq, nextAttemptAt } = row;
  const [progress, say] = DELIVERIES[state];
  return {
    type: 'webhook_delivery',
    state: progress,
    until: nextAttemptAt,
    ref: { type: 'webhook_delivery', id },
    sentence: () => `The webhook request ${event} to ${url} ${say(attempts.length)}`,
    title: `${event} to ${url}`,
    detail: { webhookId, event, url, state, attempts: attempts.length, eventSeq },
  };
}

export const webhookAttempt = (attempt: WebhookAttempt, number: number, deliveryId: string): Look => ({
  type: 'webhook_attempt',
  state: isReceived(attempt) ? 'done' : 'failed',
  ref: { type: 'webhook_delivery', id: deliveryId },
  sentence() {
    const { status, error = 'no response' } = attempt;
    return `Attempt ${number} ${status === undefined ? `failed: ${error}` : `was answered with ${status}`}`;
  },
});

const JOBS: Readonly<Record<string, string>> = {
  records: 'Records wait to be processed',
  email_content: 'An email waits for its content',
  email_forwarding: 'An email waits to be forwarded',
  webhook_fan_out: 'Webhook deliveries wait to be created',
  campaign_planning: 'The emails of a campaign wait to be scheduled',
};

export const job = ({ id, kind, failure, runAt }: JobRow): Look => ({
  type: 'job',
  state: failure === null ? 'waiting' : 'failed',
  until: runAt,
  ref: { type: 'job', id },
  // The broadcast says itself that it waits.
  isHidden: kind.startsWith('broadcast_'),
  sentence: () =>
    failure === null
      ? (JOBS[kind] ?? `A job ${kind} waits`)
      : `The job ${kind} failed: ${shortened(failure, 2 * MAX_TEXT)}`,
});
