import { isObject } from '../parse-json.ts';
import { UsageError } from '../terminal/exit-signal.ts';
import type { Json } from './parts.ts';
import type { Shares } from './shares.ts';

/** The relative frequency of each value of a custom field. */
export type Values = Readonly<Record<string, number>>;

/** Made-up subscribers, and those of each campaign by its id. */
export interface MadeUp {
  readonly subscribers: readonly Json[];
  readonly ofCampaigns: Readonly<Record<string, readonly Json[]>>;
}

/**
 * Makes up subscribers with the shares of an account. Everything that occurs in the account occurs at least once. Equal
 * shares give equal subscribers.
 */
export function makeUp(
  number: number,
  { total, statuses, tags, campaigns }: Shares,
  fields: Readonly<Record<string, Values>>,
): MadeUp {
  const everybody = Array.from({ length: number }, (_, i) => i);
  const sizeOf = (count: number) => (count === 0 ? 0 : Math.max(1, Math.round((number * count) / total)));
  const drawn = (name: string, count: number, among = everybody) =>
    new Set(inOrderOf(name, among).slice(0, sizeOf(count)));
  const statusOf = dealt('status', { ...statuses, active: activeOf(total, statuses) }, everybody);
  const withTags = Object.entries(tags).map(([tag, count]) => [tag, drawn(`tag ${tag}`, count)] as const);
  const valuesOf = Object.entries(fields).map(
    ([field, values]) => [field, dealt(`field ${field}`, values, everybody)] as const,
  );
  const active = everybody.filter((i) => statusOf.get(i) === 'active');
  const subscribers = everybody.map((i) => ({
    email: emailOf(i),
    status: statusOf.get(i),
    tags: withTags.flatMap(([tag, chosen]) => (chosen.has(i) ? [tag] : [])),
    // An empty value says that a subscriber has none.
    custom_fields: Object.fromEntries(
      valuesOf.map(([field, values]) => [field, values.get(i)] as const).filter(([, value]) => value),
    ),
  }));
  const ofCampaigns = Object.entries(campaigns).map(([id, count]) => {
    const chosen = drawn(`campaign ${id}`, count, active);
    return [id, active.filter((i) => chosen.has(i)).map((i) => ({ email: emailOf(i) }))];
  });
  return { subscribers, ofCampaigns: Object.fromEntries(ofCampaigns) };
}

const emailOf = (i: number) => `subscriber-${i + 1}@example.com`;

const activeOf = (total: number, statuses: Values) =>
  Math.max(0, total - Object.values(statuses).reduce((sum, count) => sum + count, 0));

/** Deals one value to each subscriber, according to the shares. Each value occurs at least once, if there are enough subscribers. */
function dealt(name: string, values: Values, among: readonly number[]): ReadonlyMap<number, string> {
  // The rarest come first, so that rounding drops no value.
  const all = Object.entries(values)
    .filter(([, weight]) => weight > 0)
    .sort(([one, a], [other, b]) => a - b || (one < other ? -1 : 1));
  let [left, weightLeft] = [inOrderOf(name, among), all.reduce((sum, [, weight]) => sum + weight, 0)];
  const dealtTo = new Map<number, string>();
  for (const [value, weight] of all) {
    const size = Math.max(1, Math.round((left.length * weight) / weightLeft));
    for (const i of left.slice(0, size)) dealtTo.set(i, value);
    left = left.slice(size);
    weightLeft -= weight;
  }
  return dealtTo;
}

/** Subscribers in an order that differs for each name. */
const inOrderOf = (name: string, among: readonly number[]): number[] => {
  const ranks = new Map(among.map((i) => [i, rankOf(`${name} ${i}`)]));
  return among.toSorted((a, b) => (ranks.get(a) ?? 0) - (ranks.get(b) ?? 0) || a - b);
};

/** FNV-1a with one more mixing step: names that differ only at their end would otherwise have similar hashes. */
function rankOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i += 1) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  return (hash ^ (hash >>> 13)) >>> 0;
}

/** The values of custom fields in `additions.json`, with their frequencies: `{ "plan": { "free": 3, "pro": 1 } }`. */
export function fieldValuesIn(additions: Json): Record<string, Values> {
  const fields = additions.custom_fields;
  if (!isObject(fields)) return {}; // a list only has names
  return Object.fromEntries(
    Object.entries(fields).map(([field, values]) => {
      if (isValues(values)) return [field, values];
      throw new UsageError(
        `additions.json: custom_fields.${field} must have a number from 1 for each value, as in { "free": 3, "pro": 1 }.`,
      );
    }),
  );
}

const isValues = (values: unknown): values is Values =>
  isObject(values) &&
  Object.values(values).every((weight) => Number.isSafeInteger(weight) && Number(weight) > 0);
