import { isObject } from '../core/is-object.ts';
import { base64Url, sha256 } from '../http-handlers/sha256.ts';
import type { ParsedWebhook } from './notification.ts';

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
