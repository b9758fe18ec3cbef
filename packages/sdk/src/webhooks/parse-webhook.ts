import { isObject } from '../core/is-object.ts';
import type { ParsedWebhook } from './notification.ts';
import { WebhookError } from './webhook-error.ts';

/**
 * Reads the body of a notification: its text, its bytes, or what a JSON parser made of it. The result narrows by its
 * `event`. It has all that came, members included that this version does not know; `data.properties` is an empty
 * object where the event has none.
 *
 * ```ts
 * const notification = parseWebhook(body);
 * if (notification.event === 'subscriber.applied_tag') console.log(notification.data.properties.tag);
 * ```
 *
 * Interface: "Webhook notifications".
 *
 * @throws {@link WebhookError} when the body is no notification.
 */
export function parseWebhook(body: string | object): ParsedWebhook {
  const notification = parseBody(body);
  if (!isObject(notification)) throw refused('it must be an object');
  const { event, data, occurred_at } = notification;
  if (typeof event !== 'string' || event === '') throw refused('`event` must be the name of an event');
  if (!isObject(data)) throw refused('`data` must be an object');
  if (typeof occurred_at !== 'string') throw refused('`occurred_at` must be a time');
  // The casts trust the service with the types of the fields, as results of calls do.
  if (!event.startsWith('subscriber.')) return notification as unknown as ParsedWebhook;
  const { subscriber, properties } = data;
  if (!isObject(subscriber)) throw refused('`data.subscriber` must be an object');
  if (!isObject(properties ?? {})) throw refused('`data.properties` must be an object');
  const complete = properties ? notification : { ...notification, data: { ...data, properties: {} } };
  return complete as unknown as ParsedWebhook;
}

function parseBody(body: unknown): unknown {
  const text = isBytes(body) ? new TextDecoder().decode(body) : body;
  if (typeof text !== 'string') return text;
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new WebhookError('The body is no notification: it is not JSON.', 400, { cause });
  }
}

const isBytes = (body: unknown): body is Uint8Array | ArrayBuffer =>
  body instanceof Uint8Array || body instanceof ArrayBuffer;

const refused = (why: string) => new WebhookError(`The body is no notification: ${why}.`);
