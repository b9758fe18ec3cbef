import type { Json } from '../parts.ts';
import { looksPersonal } from '../safe-values.ts';
import type { Groups, GroupValue } from './groups.ts';
import type { SubscriberOptions } from './options.ts';
import { otherTime } from './other-time.ts';
import { isPlace } from './places.ts';
import { type Pseudonyms, rounded } from './pseudonyms.ts';
import type { Traces } from './traces.ts';
import { replaced, typeOf } from './typed-value.ts';

/** What subscribers are replaced with, and what is known about all of them. */
export interface Workshop {
  readonly pseudonyms: Pseudonyms;
  readonly groups: Groups;
  readonly traces: Traces;
  readonly options: SubscriberOptions;
}

/** A subscriber or their details as the journal has them, and digests of everything that was replaced. */
export interface Replaced {
  readonly form: Json;
  readonly traces: readonly bigint[];
}

type Change = (value: string, workshop: Workshop) => GroupValue | string | undefined;

/** A value that is kept if enough subscribers share it, else replaced or left out. */
const shared =
  (kind: string, pseudonym: (value: string, pseudonyms: Pseudonyms) => string | undefined): Change =>
  (value, { groups, pseudonyms }) =>
    groups.count(kind, value, pseudonym(value, pseudonyms));

/** A code or a name of a country or a state; any other text may be anything. */
const place = (kind: string): Change => {
  const otherwise = shared(kind, () => undefined);
  return (value, workshop) => (isPlace(value) ? value : otherwise(value, workshop));
};

/** How each text of a subscriber is replaced. All other members have one of a few values, or are numbers. */
const CHANGES: Readonly<Record<string, Change>> = {
  id: (value, { pseudonyms }) => pseudonyms.id(value),
  email: (value, { pseudonyms }) => pseudonyms.email(value),
  first_name: (value, { pseudonyms }) => pseudonyms.firstName(value),
  last_name: (value, { pseudonyms }) => pseudonyms.lastName(value),
  address1: (value, { pseudonyms }) => pseudonyms.street(value),
  address2: (value, { pseudonyms }) => pseudonyms.text(value),
  city: shared('city', (value, pseudonyms) => pseudonyms.town(value)),
  state: place('state'),
  zip: shared('zip', (value, pseudonyms) => pseudonyms.text(value)),
  country: place('country'),
  phone: (value, { pseudonyms }) => pseudonyms.phone(value),
  sms_number: (value, { pseudonyms }) => pseudonyms.phone(value),
  visitor_uuid: (value, { pseudonyms }) => pseudonyms.id(value),
  user_id: (value, { pseudonyms }) => pseudonyms.id(value),
  ip_address: (value, { pseudonyms }) => pseudonyms.ip(value),
  user_agent: shared('user agent', () => undefined),
  original_referrer: shared('referrer', (value, pseudonyms) => pseudonyms.url(value)),
  landing_url: shared('landing page', (value, pseudonyms) => pseudonyms.url(value)),
};

/** Whether values of a member of a subscriber are replaced. */
export const isReplaced = (member: string): boolean => member === 'tags' || member in CHANGES;

const IDS: readonly string[] = ['id', 'user_id', 'visitor_uuid'];

/** Replaces everything in a subscriber, in the form of a seed, that could tell who they are. */
export function subscriberForm(subscriber: Json, workshop: Workshop): Replaced {
  const { pseudonyms, groups, traces } = workshop;
  const form: Record<string, unknown> = {};
  const found = traces.of(`${subscriber.first_name ?? ''} ${subscriber.last_name ?? ''}`, ['name']);
  for (const [name, value] of Object.entries(subscriber)) {
    const change = CHANGES[name];
    if (!change || typeof value !== 'string') form[name] = value;
    else {
      const replacement = change(value, workshop);
      if (replacement !== value)
        found.push(...traces.of(value, IDS.includes(name) ? ['email', 'id'] : undefined));
      if (replacement !== undefined) form[name] = replacement;
    }
  }
  if (Array.isArray(subscriber.tags)) {
    form.tags = [...new Set<string>(subscriber.tags)].map((tag) => {
      if (looksPersonal(tag)) found.push(...traces.of(tag));
      return groups.count('tag', tag, pseudonyms.tag(tag));
    });
  }
  if (subscriber.custom_fields) form.custom_fields = fieldsForm(subscriber.custom_fields, workshop, found);
  if (typeof subscriber.lifetime_value === 'number') form.lifetime_value = rounded(subscriber.lifetime_value);
  if (typeof subscriber.created_at === 'string') {
    form.created_at = otherTime(pseudonyms.hash, String(subscriber.id), subscriber.created_at);
  }
  return { form, traces: found };
}

function fieldsForm(
  fields: object,
  { pseudonyms, groups, traces, options }: Workshop,
  found: bigint[],
): Json {
  const form: Record<string, unknown> = {};
  for (const [field, value] of Object.entries(fields)) {
    if (looksPersonal(field) || typeof value !== 'string') continue;
    if (looksPersonal(value)) found.push(...traces.of(value));
    const isKept = options.keep.includes(field) && !looksPersonal(value);
    const type = options.as[field] ?? typeOf(value);
    form[field] = isKept
      ? { kept: value }
      : groups.count(fieldKind(field), value, replaced(value, type, pseudonyms));
  }
  return form;
}

/** The kind of the values of a custom field. */
export const fieldKind = (field: string): string => `field ${field}`;
