import type { Scope } from '../../email/liquid.ts';
import type { AccountData } from '../../store/tables/accounts.ts';
import type { SubscriberRow } from '../../store/tables/subscribers.ts';

/** A subscriber in templates: attributes, custom fields by their identifiers, and tags. */
// Unspecified: U-101
export function subscriberScope(subscriber: SubscriberRow, tags: readonly string[]): Scope {
  const { custom_fields, eu_consent_message, lead_points, deliverable_status, ...data } = subscriber.data;
  return {
    ...custom_fields,
    ...data,
    id: subscriber.id,
    email: subscriber.email,
    user_id: subscriber.userId,
    created_at: subscriber.createdAt,
    custom_fields,
    tags,
  };
}

/** The account in templates. */
export const accountScope = (id: string, account: AccountData): Scope => ({
  id,
  name: account.name,
  url: account.url,
  phone_number: account.phone_number,
  primary_email: account.primary_email,
});
