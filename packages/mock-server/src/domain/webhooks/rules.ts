import type { WebhookEvent } from '@trickle/sdk/contract';
import type { RecordRow } from '../../store/tables/records.ts';
import { type Finding, finding } from '../rules.ts';

const OPTIONAL = 'subscriber.received_email';

export const webhookEnabled = ({ id, status, data }: RecordRow<'webhooks'>): Finding =>
  finding({ type: 'webhook', id }, 'webhook_enabled', {
    isMet: status === 'active',
    text: `The webhook ${data.post_url} is ${status === 'active' ? 'enabled' : 'disabled'}.`,
  });

// Unspecified: U-58
export function* subscriptionRules(
  { id, data: { events, include_received_email } }: RecordRow<'webhooks'>,
  event: WebhookEvent,
): Generator<Finding> {
  const about = { type: 'webhook', id } as const;
  const isWanted = events.includes(event);
  yield finding(about, 'event_wanted', {
    isMet: isWanted,
    text: isWanted
      ? `The webhook is subscribed to ${event}.`
      : `The webhook is not subscribed to ${event}, but to ${events.join(', ') || 'no event'}.`,
  });
  if (event !== OPTIONAL) return;
  yield finding(about, 'received_email_included', {
    isMet: include_received_email,
    text: `The webhook's include_received_email is ${include_received_email}.`,
  });
}

/** Whether a webhook is told about an event that occurs now. */
export function* webhookRules(webhook: RecordRow<'webhooks'>, event: WebhookEvent): Generator<Finding> {
  yield webhookEnabled(webhook);
  yield* subscriptionRules(webhook, event);
}

/** Whether the webhooks of an account send anything. */
// Unspecified: U-330
export const accountOnline = ({ isOffline }: { readonly isOffline: boolean }): Finding =>
  finding(null, 'account_online', {
    isMet: !isOffline,
    text: `The account is ${isOffline ? 'offline: its webhooks are held back' : 'online'}.`,
  });
