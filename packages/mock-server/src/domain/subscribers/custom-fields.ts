import type { SubscriberInput } from '@trickle/sdk/contract';
import { countCustomFields, hasCustomField, insertCustomField } from '../../store/custom-fields.ts';
import type { Context } from '../../world/context.ts';
import { atMost } from '../lookup/capacity.ts';

type CustomFieldChanges = NonNullable<SubscriberInput['custom_fields']>;

/** Custom fields with values put in as text, whose identifiers the account then knows. Null and '' clear. */
export async function mergeCustomFields(
  context: Context,
  fields: Readonly<Record<string, string>>,
  changes: CustomFieldChanges,
): Promise<Record<string, string>> {
  const merged = new Map(Object.entries(fields)); // any name is a name, `__proto__` too
  const values = Object.entries(changes).filter(([, value]) => value !== null && value !== '');
  for (const [identifier, value] of Object.entries(changes)) {
    if (value === null || value === '') merged.delete(identifier);
  }
  const names = values.map(([identifier]) => identifier);
  const added = new Set(atMost(context, 'custom_fields', merged.keys(), names));
  for (const [identifier, value] of values) {
    const isKept = merged.has(identifier) || (added.has(identifier) && (await learn(context, identifier)));
    if (isKept) merged.set(identifier, String(value));
  }
  return Object.fromEntries(merged);
}

/** Pages add no custom fields to an account that has as many. */
const MAX_BY_PAGES = 10_000;

/** Makes a custom field known to the account; tells whether it is. */
// Unspecified: U-133
async function learn({ tx, accountId, source }: Context, identifier: string): Promise<boolean> {
  if (await hasCustomField(tx, accountId, identifier)) return true;
  if (source === 'script' && (await countCustomFields(tx, accountId)) >= MAX_BY_PAGES) return false;
  await insertCustomField(tx, accountId, identifier);
  return true;
}
