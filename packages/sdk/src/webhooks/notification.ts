import type { WebhookNotification } from '../contract/webhook-events.ts';
import { isObject } from '../core/is-object.ts';
import { base64Url, sha256 } from '../http-handlers/sha256.ts';
import type { Subscriber } from '../records.generated.ts';

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

/** Maximum depth: more than any notification, but safe for the stack. */
const MAX_DEPTH = 64;

/**
 * A digest of 43 characters that identifies a notification across deliveries, by account, event, subscriber, time and
 * properties (U-22).
 */
export async function notificationKey({ event, data, occurred_at }: ParsedWebhook): Promise<string> {
  const { account_id, subscriber, properties } = data;
  const who = isObject(subscriber) ? (subscriber.id ?? subscriber) : data;
  return base64Url(await sha256(sortedJson([event, account_id, who, occurred_at, properties])));
}

/** Serializes as JSON with sorted members, since body parsers and senders may reorder them. */
function sortedJson(value: unknown, depth = 0): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  if (depth === MAX_DEPTH) return '"deeper"';
  if (Array.isArray(value)) return `[${value.map((item) => sortedJson(item, depth + 1)).join()}]`;
  const members = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${sortedJson(member, depth + 1)}`).join()}}`;
}
