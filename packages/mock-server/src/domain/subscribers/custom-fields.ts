import type { SubscriberInput } from '@trickle/sdk/contract';
import { countCustomFields, hasCustomField, insertCustomField } from '../../store/tables/custom-fields.ts';
import type { Context } from '../context/context.ts';
import { atMost, isWithinLength } from '../records/capacity.ts';

type CustomFieldChanges = NonNullable<SubscriberInput['custom_fields']>;

/** Merges changes into custom fields, as text, and registers new identifiers. Null and '' clear a field. */
export async function mergeCustomFields(
  context: Context,
  fields: Readonly<Record<string, string>>,
  changes: CustomFieldChanges,
): Promise<Record<string, string>> {
  const merged = new Map(Object.entries(fields)); // a field may be called `__proto__`
  const values = Object.entries(changes).filter(([, value]) => value !== null && value !== '');
  for (const [identifier, value] of Object.entries(changes)) {
    if (value === null || value === '') merged.delete(identifier);
  }
  const names = values.map(([identifier]) => identifier);
  const added = new Set(atMost(context, 'custom_fields', { before: merged.keys(), additions: names }));
  let length = 0;
  for (const [identifier, value] of merged) length += identifier.length + value.length;
  for (const [identifier, value] of values) {
    const text = String(value);
    const before = merged.get(identifier);
    const increase = text.length - (before?.length ?? -identifier.length);
    if (!isWithinLength(context, 'custom_fields', length + increase)) continue;
    if (before === undefined && !(added.has(identifier) && (await learn(context, identifier)))) continue;
    merged.set(identifier, text);
    length += increase;
  }
  return Object.fromEntries(merged);
}

/** The number of custom fields up to which pages can add new ones to an account. */
const MAX_BY_PAGES = 10_000;

/** Registers a custom field in the account. Returns whether it is registered. */
// Unspecified: U-133
async function learn({ tx, accountId, source, cache }: Context, identifier: string): Promise<boolean> {
  if (await hasCustomField(tx, accountId, identifier)) return true;
  if (source === 'script') {
    cache.pageRoom ??= {};
    cache.pageRoom.fields ??= MAX_BY_PAGES - (await countCustomFields(tx, accountId, MAX_BY_PAGES));
    if (cache.pageRoom.fields <= 0) return false;
    cache.pageRoom.fields--;
  }
  await insertCustomField(tx, accountId, identifier);
  return true;
}
