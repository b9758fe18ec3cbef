import type { WebhookNotification } from '../contract/webhook-events.ts';

/**
 * A text that is none of the 29 names. It is an enumeration, of which nothing is there at run time, because with no
 * other kind of text does TypeScript still narrow a notification by a comparison of its `event` with a name.
 */
declare enum UnknownEvent {
  Any = 'any',
}

/** A notification of an event that this version does not know. `event` is a text. */
export interface UnknownNotification {
  readonly event: UnknownEvent;
  readonly data: Readonly<Record<string, unknown>>;
  /** ISO 8601. */
  readonly occurred_at: string;
}

/** What `parseWebhook` gives: one of the 29 notifications, or one that a later version of the service sends. */
export type ParsedWebhook = WebhookNotification | UnknownNotification;
