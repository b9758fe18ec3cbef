import { parseJson } from '@trickle/sdk/contract';

/**
 * Parses JSON of a record. Custom fields are text, so their numbers keep the digits that were written, such as 10.50.
 * `isText`: whether a member of the record itself becomes a custom field.
 */
export function parseRecordJson(text: string, isText: (member: string) => boolean = () => false): unknown {
  const written: [object, string, string][] = [];
  const value = parseJson(text, (holder, key, digits) => written.push([holder, key, digits]));
  if (written.length === 0) return value;
  const fields = customFieldsIn(value);
  for (const [holder, key, digits] of written)
    if (fields.has(holder) || (holder === value && isText(key))) Reflect.set(holder, key, digits);
  return value;
}

function customFieldsIn(value: unknown, found = new Set<unknown>()): Set<unknown> {
  if (typeof value !== 'object' || value === null) return found;
  for (const [name, member] of Object.entries(value)) {
    if (name === 'custom_fields') found.add(member);
    customFieldsIn(member, found);
  }
  return found;
}
