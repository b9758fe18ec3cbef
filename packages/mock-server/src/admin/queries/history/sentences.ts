import { shortened } from '../../../shared/values/shortened.ts';
import type { WebhookAttempt } from '../../../store/tables/webhook-deliveries.ts';
import type { Names } from './references.ts';
import type { Item, ItemType, Stored } from './sources.ts';

/** The words of an item of a trace. */
export interface Words {
  /** The email address of the subscriber, or words for it. */
  readonly who: string;
  readonly names: Names;
  /** Why the next email is kept back. */
  readonly keptBack: string | undefined;
}

const nameIn = ({ names }: Words, table: string, noun: string, id: unknown): string => {
  const name = names.get(`${table} ${id}`);
  return name === undefined || name === '' ? `the ${noun} ${id}` : `the ${noun} “${name}”`;
};

const MAX_TEXT = 80;
const quoted = (value: unknown): string =>
  `“${shortened(typeof value === 'string' ? value : JSON.stringify(value ?? null), MAX_TEXT)}”`;

type Properties = Readonly<Record<string, unknown>>;

const change = ({ previous_value: before, value: now }: Properties): string =>
  before === null || before === undefined || before === ''
    ? `to ${quoted(now)}`
    : `from ${quoted(before)} to ${quoted(now)}`;

/** The sentences of domain events, by their names without `subscriber.`. */
const EVENTS: Readonly<Record<string, (who: string, properties: Properties, words: Words) => string>> = {
  created: (who) => `${who} was created`,
  deleted: (who) => `${who} was deleted`,
  marked_as_deliverable: (who) => `${who} can receive emails again`,
  marked_as_undeliverable: (who, { source }) => `${who} became undeliverable because of a ${source}`,
  subscribed_to_email_marketing: (who) => `${who} can receive emails`,
  subscribed_to_campaign: (who, { campaign_id }, words) =>
    `${who} was subscribed to ${nameIn(words, 'campaigns', 'campaign', campaign_id)}`,
  removed_from_campaign: (who, { campaign_id }, words) =>
    `${who} was removed from ${nameIn(words, 'campaigns', 'campaign', campaign_id)}`,
  unsubscribed_from_campaign: (who, { campaign_id }, words) =>
    `${who} unsubscribed from ${nameIn(words, 'campaigns', 'campaign', campaign_id)}`,
  unsubscribed_all: (who) => `${who} unsubscribed from all emails`,
  reactivated: (who) => `${who} became active again`,
  completed_campaign: (who, { campaign_id }, words) =>
    `${who} has received all emails of ${nameIn(words, 'campaigns', 'campaign', campaign_id)}`,
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

const WAITS = {
  delay: 'waits for the end of a delay',
  goal: 'waits for a goal',
  activation: 'waits until it is active',
};

const JOBS: Readonly<Record<string, string>> = {
  records: 'Records wait to be processed',
  email_content: 'An email waits for its content',
  email_forwarding: 'An email waits to be forwarded',
  webhook_fan_out: 'Webhook deliveries wait to be created',
  campaign_planning: 'The emails of a campaign wait to be scheduled',
};

function attempted({ number, status, error }: WebhookAttempt & { readonly number: number }): string {
  const answer = status === undefined ? `failed: ${error ?? 'no response'}` : `was answered with ${status}`;
  return `Attempt ${number} ${answer}`;
}

const DELIVERIES = {
  pending: (attempts: number) => (attempts === 0 ? 'waits to be sent' : 'waits for its next attempt'),
  delivered: (attempts: number) => (attempts > 1 ? `was delivered by attempt ${attempts}` : 'was delivered'),
  given_up: (attempts: number) => `gave up after ${attempts} ${attempts === 1 ? 'attempt' : 'attempts'}`,
  dropped: () => 'was dropped, because its webhook was disabled or deleted',
  held: () => 'was held back, because its account is offline',
};

/** The sentence of an item, for each type. */
const SENTENCES: { readonly [Type in keyof Stored]: (row: Stored[Type], words: Words) => string } = {
  request({ method, path, operation, status, problem }) {
    const what = `${method} ${path}${operation === undefined ? '' : ` (${operation})`}`;
    if (status === undefined) return `${what} got no answer`;
    const reason = problem === undefined ? '' : `: ${shortened(problem, 2 * MAX_TEXT)}`;
    return status >= 400
      ? `${what} was refused with ${status}${reason}`
      : `${what} was answered with ${status}`;
  },
  outcome({ position, state, errors }, { who }) {
    const name = `Record ${position + 1}`;
    if (state === 'done') return `${name} was processed for ${who}`;
    return `${name} was refused: ${shortened(errors.map(({ message }) => message).join('; '), 2 * MAX_TEXT)}`;
  },
  event({ event, properties }, words) {
    const say = EVENTS[event.slice('subscriber.'.length)];
    return say ? say(words.who, properties, words) : `${event} of ${words.who}`;
  },
  custom_event: ({ action }, { who }) => `${who} performed ${quoted(action)}`,
  timeline_event: ({ action }, { who }) => `${who}: ${action}`,
  conversion: ({ goalId }, words) => `${words.who} reached ${nameIn(words, 'goals', 'conversion', goalId)}`,
  form_submission: ({ formId }, words) => `${words.who} submitted ${nameIn(words, 'forms', 'form', formId)}`,
  subscription(row, words) {
    const name = nameIn(words, 'campaigns', 'campaign', row.campaignId);
    if ('isOver' in row) return `An earlier subscription of ${words.who} to ${name}`;
    const { status, data } = row;
    if (status === 'unconfirmed') return `${words.who} has to confirm the subscription to ${name}`;
    if (status !== 'active') return `${words.who} is no longer subscribed to ${name}`;
    if (data.is_complete) return `${words.who} is subscribed to ${name}, and has received all of its emails`;
    if (words.keptBack === undefined) return `${words.who} waits for the next email of ${name}`;
    return `${words.who} is subscribed to ${name}. Its next email is kept back: ${words.keptBack}`;
  },
  membership(row, words) {
    const name = nameIn(words, 'workflows', 'workflow', row.workflowId);
    if ('isOver' in row) return `${words.who} entered ${name}, and has left it`;
    const { waitsFor } = row;
    const keptBack = waitsFor === 'delay' && words.keptBack ? `. ${words.keptBack}` : '';
    return `${words.who} entered ${name}${waitsFor ? `, and ${WAITS[waitsFor]}` : ''}${keptBack}`;
  },
  broadcast({ name, status }) {
    const what = `The broadcast “${name}”`;
    if (status === 'scheduled') return `${what} is scheduled`;
    return status === 'sending' ? `${what} is being sent` : `${what} was ${status}`;
  },
  email(row, { who }) {
    if ('emailSubject' in row) return `${who} got the email ${quoted(row.emailSubject)}`;
    const { purpose, subject, to } = row;
    if (purpose === 'confirmation') return `${who} was asked to confirm: ${quoted(subject)}`;
    if (purpose === 'notification') return `${to} was notified: ${quoted(subject)}`;
    return `${who} got the email ${quoted(subject)}`;
  },
  webhook_delivery: ({ event, url, state, attempts }) =>
    `The webhook request ${event} to ${url} ${DELIVERIES[state](attempts.length)}`,
  webhook_attempt: attempted,
  job: ({ kind, failure }) =>
    failure === null
      ? (JOBS[kind] ?? `A job ${kind} waits`)
      : `The job ${kind} failed: ${shortened(failure, 2 * MAX_TEXT)}`,
  admin: ({ what }) => `The operation ${what ?? 'of the admin API'} was called`,
  seed: () => 'The seed was applied',
  unknown: ({ type, id }) => `What led to it is not known any more: ${id === null ? type : `${type} ${id}`}`,
};

/** A item of a trace in a sentence. */
export const sentenceOf = ({ type, row }: Item, words: Words): string =>
  (SENTENCES[type] as (row: Stored[ItemType], words: Words) => string)(row, words); // of the same type
