import type { ResponseOf } from '../../api/request.ts';
import type { Draft } from '../../editor/schema.ts';

type Subscriber = ResponseOf<'GET /_admin/subscribers/{subscriber_id}'>['subscriber'];

const SHOWN = [
  'first_name',
  'last_name',
  'user_id',
  'time_zone',
  'phone',
  'city',
  'country',
  'base_lead_score',
  'custom_fields',
] as const satisfies readonly (keyof Subscriber)[];

export const editableOf = (subscriber: Pick<Subscriber, 'email' | (typeof SHOWN)[number]>): Draft => ({
  new_email: subscriber.email,
  ...Object.fromEntries(SHOWN.map((name) => [name, subscriber[name] ?? ''])),
});

/** The members of a record that have another value than before, and in objects only those of their members. */
export function changesIn(old: Draft, record: Draft): Draft {
  const changed = Object.entries(record).filter(([name, value]) => !isSame(old[name], value));
  return Object.fromEntries(
    changed.map(([name, value]) => {
      const before = old[name];
      return [name, isObject(before) && isObject(value) ? changesIn(before, value) : value];
    }),
  );
}

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

const isObject = (value: unknown): value is Draft => typeof value === 'object' && value !== null;
