import type { WebhookNotification } from '../contract/webhook-events.ts';

declare const unknownEvent: unique symbol;

/**
 * A notification of an event that this version does not know. Its `event` is a text that is none of the 29 names, so
 * that a comparison with one of them tells the type of the rest.
 */
export interface UnknownNotification {
  readonly event: string & { readonly [unknownEvent]: true };
  readonly data: Readonly<Record<string, unknown>>;
  /** ISO 8601. */
  readonly occurred_at: string;
}

/** What `parseWebhook` gives: one of the 29 notifications, or one that a later version of the service sends. */
export type ParsedWebhook = WebhookNotification | UnknownNotification;
