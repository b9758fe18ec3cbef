import type { Subscriber } from '@trickle/sdk';
import { Subscriber as Described } from '@trickle/sdk/contract';
import { fittingFields, fittingTags } from '../lengths.ts';
import type { Json } from '../parts.ts';
import { recordForm } from '../record-form.ts';
import { looksPersonal } from '../safe-values.ts';

/** What was left out of subscribers, with the number of subscribers. */
export type LeftOut = Map<string, number>;

/** A subscriber of a response in the form of a seed; undefined if a seed would refuse it. */
export function subscriberRecord(response: Subscriber, status: string, leftOut: LeftOut): Json | undefined {
  const note = (what: string) => leftOut.set(what, (leftOut.get(what) ?? 0) + 1);
  const texts = textsOf(response.custom_fields ?? {});
  const all = (response.tags ?? []).filter((tag) => typeof tag === 'string' && tag !== '');
  const [fields, tags] = [fittingFields(texts), fittingTags(all)];
  const result = recordForm('subscribers', {
    ...response,
    custom_fields: fields,
    tags,
    eu_consent: response.eu_consent === 'unknown' ? undefined : response.eu_consent,
  });
  if ('refused' in result) {
    note(`with an unexpected ${result.refused}`);
    return undefined;
  }
  for (const name of result.dropped) note(`copied without an unexpected ${name}`);
  if (Object.keys(fields).length < Object.keys(texts).length)
    note('copied without some of their custom fields');
  if (tags.length < all.length) note('copied without some of their tags');
  return { ...result.form, ...(status !== 'active' && { status }) };
}

/** Custom fields, whose values some services send as numbers. */
const textsOf = (fields: object): Record<string, string> =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) =>
      ['string', 'number', 'boolean'].includes(typeof value) && value !== '' ? [[name, String(value)]] : [],
    ),
  );

let described: ReadonlySet<string> | undefined;

/** Members of a response that the interface does not describe. */
export function unknownMembersOf(response: object): string[] {
  described ??= new Set(Object.keys(Described().shape));
  return Object.keys(response).filter(
    (name) => !described?.has(name) && /^\w{1,60}$/.test(name) && !looksPersonal(name),
  );
}
