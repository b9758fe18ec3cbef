import type { WebhookNotification } from '../contract/webhook-events.ts';
import type { Subscriber } from '../records/subscribers.ts';

/** A notification of one of the known events. */
export type KnownNotification = WebhookNotification<Subscriber>;

/**
 * The name of an event other than the 29 known ones. Only an enumeration, which does not exist at run time, lets
 * TypeScript narrow a notification by its `event`.
 */
declare enum UnknownEvent {
  Any = 'any',
}

/** A notification of an event unknown to this version. `event` is a string. */
export interface UnknownNotification {
  readonly event: UnknownEvent;
  readonly data: Readonly<Record<string, unknown>>;
  /** ISO 8601. */
  readonly occurred_at: string;
}

/** A parsed notification: one of the 29 known ones, or one of a later version of the service. */
export type ParsedWebhook = KnownNotification | UnknownNotification;
