import type { SubscriberInput } from '@trickle/sdk/contract';
import { insertCustomField } from '../store/custom-fields.ts';
import type { Context } from './context.ts';

type CustomFieldChanges = NonNullable<SubscriberInput['custom_fields']>;

/** Puts values into `fields` as text, and makes the account know their identifiers. Null and '' clear. */
export async function mergeCustomFields(
  { tx, accountId }: Context,
  fields: Record<string, string>,
  changes: CustomFieldChanges,
): Promise<void> {
  for (const [identifier, value] of Object.entries(changes)) {
    if (value === null || value === '') {
      delete fields[identifier];
    } else {
      fields[identifier] = String(value);
      await insertCustomField(tx, accountId, identifier);
    }
  }
}
