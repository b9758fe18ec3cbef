import { shortened } from '../../../shared/values/shortened.ts';
import type { Words } from './items.ts';

/** The most characters of a value, or half of those of a reason. */
const MAX_TEXT = 80;

export const reasonOf = (text: string): string => shortened(text, 2 * MAX_TEXT);

export const quoted = (value: unknown): string =>
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

/** A domain event in a sentence. */
export const sentenceOfEvent = (event: string, properties: Properties, { who, record }: Words): string =>
  EVENTS[event.slice('subscriber.'.length)]?.(who, properties, record) ?? `${event} of ${who}`;
