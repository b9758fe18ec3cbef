import type { SubscriberInput } from '@trickle/sdk/contract';
import { insertCustomField } from '../store/custom-fields.ts';
import type { Context } from './context.ts';

type CustomFieldChanges = NonNullable<SubscriberInput['custom_fields']>;

/** Custom fields with values put in as text, whose identifiers the account then knows. Null and '' clear. */
export async function mergeCustomFields(
  { tx, accountId }: Context,
  fields: Readonly<Record<string, string>>,
  changes: CustomFieldChanges,
): Promise<Record<string, string>> {
  const merged = new Map(Object.entries(fields)); // any name is a name, `__proto__` too
  for (const [identifier, value] of Object.entries(changes)) {
    if (value === null || value === '') {
      merged.delete(identifier);
    } else {
      merged.set(identifier, String(value));
      await insertCustomField(tx, accountId, identifier);
    }
  }
  return Object.fromEntries(merged);
}
