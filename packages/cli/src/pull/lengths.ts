import { isObject } from '../parse-json.ts';

/** The lengths that a seed may have (U-320), in characters, and the number of tags and fields of a subscriber (U-154). */
const MAX = { name: 255, value: 5000, fields: 100_000, tags: 75_000, number: 1000 };

/** Members that identify something. */
const NAMES = new Set(['id', 'user_id', 'visitor_uuid', 'provider', 'order_id', 'product_id', 'tags']);

/** Texts that may have any length. */
const DOCUMENTS = new Set(['html_body', 'text_body']);

/** Members whose names are chosen by users, so that one of them is more like a value than like a name. */
const OBJECTS = new Set(['custom_fields', 'properties']);

/** Whether a seed accepts a member of this length. */
export function fits(member: string, value: unknown): boolean {
  if (typeof value === 'string') {
    return DOCUMENTS.has(member) || value.length <= (NAMES.has(member) ? MAX.name : MAX.value);
  }
  if (Array.isArray(value)) return value.every((item) => fits(member, item));
  if (!isObject(value)) return true;
  const isOwn = OBJECTS.has(member) || member === '';
  const entries = Object.entries(value);
  return (
    entries.every(([name, item]) => name.length <= MAX.name && fits(isOwn ? '' : name, item)) &&
    (!OBJECTS.has(member) || lengthOf(value) <= MAX.fields)
  );
}

/** The custom fields, from the first on, that a seed accepts together. */
export function fittingFields(fields: Readonly<Record<string, string>>): Record<string, string> {
  const fitting = upTo(MAX.fields, Object.entries(fields), ([name, value]) =>
    name.length > MAX.name || value.length > MAX.value ? Infinity : name.length + value.length,
  );
  return Object.fromEntries(fitting);
}

/** The tags, from the first on, that a seed accepts together. */
export const fittingTags = (tags: readonly string[]): string[] =>
  upTo(MAX.tags, tags, ({ length }) => (length > MAX.name ? Infinity : length));

/** As many items as have this length together. */
function upTo<Item>(most: number, items: readonly Item[], lengthOfItem: (item: Item) => number): Item[] {
  let length = 0;
  const fitting = items.filter((item) => {
    const added = lengthOfItem(item);
    const isFitting = length + added <= most;
    if (isFitting) length += added;
    return isFitting;
  });
  return fitting.slice(0, MAX.number);
}

function lengthOf(value: unknown): number {
  if (typeof value === 'string') return value.length;
  if (typeof value !== 'object' || value === null) return 1;
  if (Array.isArray(value)) return value.reduce((sum: number, item) => sum + lengthOf(item), 0);
  return Object.entries(value).reduce((sum, [name, item]) => sum + name.length + lengthOf(item), 0);
}
