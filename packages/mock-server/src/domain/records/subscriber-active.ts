import type { SubscriberRow } from '../../store/tables/subscribers.ts';
import { type Finding, finding } from '../rules.ts';

/** The meaning of the status of a subscriber who gets no emails. */
const reasons: Readonly<Record<string, string>> = {
  unsubscribed: 'has unsubscribed from all mailings',
  removed: 'has been removed from all mailings',
  undeliverable: 'is undeliverable: emails to this address have bounced',
};

/** Whether a subscriber gets emails: only active ones do. */
export const subscriberActive = ({ id, email, status }: SubscriberRow): Finding =>
  finding({ type: 'subscriber', id }, 'subscriber_active', {
    isMet: status === 'active',
    text: `${email} ${reasons[status] ?? `is ${status}`}.`,
  });
