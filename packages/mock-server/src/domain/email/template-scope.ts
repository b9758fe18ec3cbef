import type { Scope } from '../../email/liquid.ts';
import type { AccountData } from '../../store/accounts.ts';
import type { SubscriberRow } from '../../store/subscribers.ts';

/** What templates know of a person: attributes, custom fields by their identifiers, and tags. */
// Unspecified: U-101
export function subscriberScope(person: SubscriberRow, tags: readonly string[]): Scope {
  const { custom_fields, eu_consent_message, lead_points, deliverable_status, ...data } = person.data;
  return {
    ...custom_fields,
    ...data,
    id: person.id,
    email: person.email,
    user_id: person.userId,
    created_at: person.createdAt,
    custom_fields,
    tags,
  };
}

/** What templates know of the account. */
export const accountScope = (id: string, account: AccountData): Scope => ({
  id,
  name: account.name,
  url: account.url,
  phone_number: account.phone_number,
  primary_email: account.primary_email,
});
