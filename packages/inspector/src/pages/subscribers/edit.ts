import type { Subscriber } from './subscriber.ts';

/** The members of a subscriber that the form reads. */
export type Edited = Partial<Subscriber> & Pick<Subscriber, 'custom_fields'>;

/** An attribute that the form can change. */
interface Editable {
  readonly name: keyof Subscriber & string;
  readonly label: string;
  readonly type?: 'email' | 'number';
}

/** The attributes that the form can change, in its order. */
export const EDITABLE: readonly Editable[] = [
  { name: 'email', label: 'Email', type: 'email' },
  { name: 'first_name', label: 'First name' },
  { name: 'last_name', label: 'Last name' },
  { name: 'user_id', label: 'User id' },
  { name: 'time_zone', label: 'Time zone' },
  { name: 'phone', label: 'Phone' },
  { name: 'city', label: 'City' },
  { name: 'country', label: 'Country' },
  { name: 'base_lead_score', label: 'Base lead score', type: 'number' },
];

/** The texts in the form, by the name of the attribute. */
export type Texts = Readonly<Record<string, string>>;

/** The attributes as the form shows them. */
export const textsOf = (subscriber: Edited): Texts =>
  Object.fromEntries(EDITABLE.map(({ name }) => [name, String(subscriber[name] ?? '')]));

/** What the form changes, as the REST API takes it. */
export function changesIn(
  subscriber: Edited,
  texts: Texts,
  customFields: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const old = textsOf(subscriber);
  const changed = EDITABLE.filter(({ name }) => texts[name] !== old[name]).map(({ name, type }) => [
    name === 'email' ? 'new_email' : name,
    type === 'number' ? Number(texts[name]) : texts[name],
  ]);
  const fields = Object.entries(customFields).filter(
    ([name, value]) => subscriber.custom_fields[name] !== value,
  );
  return {
    ...Object.fromEntries(changed),
    ...(fields.length > 0 && { custom_fields: Object.fromEntries(fields) }),
  };
}
