import { parseJson } from '@trickle/sdk/contract';

/** The original digits of numbers that would be shown with other digits, by the object that has them. */
const written = new WeakMap<object, Map<string, string>>();

/**
 * Parses JSON that is stored. Custom fields are stored as text, so their numbers become the digits that were written. Throws a
 * `SyntaxError` if the text is not JSON.
 */
// Unspecified: U-334
export function parseStored(text: string): unknown {
  let hasDigits = false;
  const value = parseJson(text, (holder, key, digits) => {
    const members = written.get(holder) ?? new Map<string, string>();
    written.set(holder, members.set(key, digits));
    hasDigits = true;
  });
  if (hasDigits) noteDigits(value);
  return value;
}

/** Writes the digits of custom fields, and notes which objects have such numbers within. Returns whether a value does. */
function noteDigits(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  let isHolder = written.has(value);
  for (const [name, member] of Object.entries(value)) {
    const digits = name === 'custom_fields' ? written.get(member) : undefined;
    if (digits) Object.assign(member, Object.fromEntries(digits));
    isHolder = noteDigits(member) || isHolder;
  }
  if (isHolder && !written.has(value)) written.set(value, new Map());
  return isHolder;
}

/** Whether a value that {@link parseStored} has read has numbers within that would be shown with other digits. */
export const hasWrittenDigits = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && written.has(value);

/** The digits of a number that {@link parseStored} has read, where they would be lost; else undefined. */
export const writtenAs = (holder: object, key: string | number): string | undefined =>
  written.get(holder)?.get(String(key));
