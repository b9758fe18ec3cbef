import { field as f, WEBHOOK_EVENTS, type WebhookEvent } from '@trickle/sdk/contract';
import * as z from 'zod/mini';
import type { Values } from './with-defaults.ts';

export const webhookMembers = () => ({
  post_url: f.url(),
  include_received_email: f.optional(f.boolean()),
  events: f.optional(z.array(f.oneOf(...WEBHOOK_EVENTS))),
});

export interface WebhookData {
  readonly post_url: string;
  readonly version: string;
  readonly include_received_email: boolean;
  readonly events: readonly WebhookEvent[];
}

/** A new webhook gets all events except `subscriber.received_email`, which has its own switch. */
// Unspecified: U-18
// Unspecified: U-58
export function webhookData({
  post_url,
  include_received_email = false,
  events = [],
}: Values<typeof webhookMembers>): WebhookData {
  const optional = 'subscriber.received_email';
  const named = events.length > 0 ? events : WEBHOOK_EVENTS.filter((event) => event !== optional);
  const all = new Set<WebhookEvent>(include_received_email ? [...named, optional] : named);
  return { post_url, version: '2', include_received_email, events: [...all] } as const;
}
