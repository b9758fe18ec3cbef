import type { WebhookEvent } from '@trickle/sdk/contract';

/** The events without `data.properties`. For other events, it may be an empty object. */
const BARE: ReadonlySet<WebhookEvent> = new Set([
  'subscriber.created',
  'subscriber.deleted',
  'subscriber.subscribed_to_email_marketing',
  'subscriber.became_non_prospect',
]);

/** The parts of a webhook payload. */
interface Notification {
  readonly event: WebhookEvent;
  readonly accountId: string;
  readonly properties: Readonly<Record<string, unknown>>;
  /** ISO 8601. */
  readonly occurredAt: string;
}

/** The JSON body of a webhook delivery ("Webhook notifications"), with `null` in place of the subscriber. */
export function webhookPayload({ event, accountId, properties, occurredAt }: Notification): string {
  const data = { account_id: accountId, subscriber: null, ...(!BARE.has(event) && { properties }) };
  return JSON.stringify({ event, data, occurred_at: occurredAt });
}
