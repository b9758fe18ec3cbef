import { isObject } from '../parse-json.ts';

/** The lengths that a seed may have (U-320), in characters. */
const MAX = { name: 255, value: 5000, properties: 100_000 };

/** Members that identify something. */
const NAMES = new Set(['id', 'provider']);

/** Texts that may have any length. */
const DOCUMENTS = new Set(['html_body', 'text_body']);

/** Whether a seed accepts a member of this length. */
export function fits(member: string, value: unknown): boolean {
  if (typeof value === 'string') {
    return DOCUMENTS.has(member) || value.length <= (NAMES.has(member) ? MAX.name : MAX.value);
  }
  if (Array.isArray(value)) return value.every((item) => fits(member, item));
  if (!isObject(value)) return true;
  // The names of properties are chosen by users, so that one of them is more like a value than like a name.
  const isOwn = member === 'properties' || member === '';
  const entries = Object.entries(value);
  return (
    entries.every(([name, item]) => name.length <= MAX.name && fits(isOwn ? '' : name, item)) &&
    (member !== 'properties' || lengthOf(value) <= MAX.properties)
  );
}

function lengthOf(value: unknown): number {
  if (typeof value === 'string') return value.length;
  if (typeof value !== 'object' || value === null) return 1;
  if (Array.isArray(value)) return value.reduce((sum: number, item) => sum + lengthOf(item), 0);
  return Object.entries(value).reduce((sum, [name, item]) => sum + name.length + lengthOf(item), 0);
}
