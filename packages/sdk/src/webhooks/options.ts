import type { WebhookEvent, WebhookNotification } from '../contract/webhook-events.ts';
import { checkNames, checkTimeout } from '../core/check-options.ts';
import { InputError } from '../core/errors.ts';
import { isObject } from '../core/is-object.ts';
import type { OnError } from '../http-handlers/report-error.ts';
import type { DedupeStore } from './dedupe-store.ts';
import type { ParsedWebhook } from './notification.ts';

/** What a handler of a notification is told beside it. */
export interface WebhookContext {
  /** The same for every delivery of this notification, and for no other: an idempotency key for work of your own. */
  readonly key: string;
  /** Its body has been read. */
  readonly request: Request;
}

/** Handles notifications of one event. The sender is answered when it has ended, so keep it short. */
export type WebhookListener<Notification> = (notification: Notification, context: WebhookContext) => unknown;

/** Handlers by event; `'*'` is for all events that have none of their own, those to come included. */
export type WebhookListeners = {
  readonly [Event in WebhookEvent]?:
    | WebhookListener<Extract<WebhookNotification, { readonly event: Event }>>
    | undefined;
} & { readonly '*'?: WebhookListener<ParsedWebhook> | undefined };

/** What `onError` is told beside the error. `notification` is there when one could be read. */
export interface WebhookFailure {
  readonly request: Request;
  readonly notification?: ParsedWebhook | undefined;
}

/** Options of {@link createWebhookHandler}. */
export interface WebhookOptions {
  /**
   * What the webhook's `post_url` holds to tell the service from strangers, as `?secret=…` or as the last segment of
   * its path: at least 16 letters, digits, `-`, `_`, `.` or `~`. Several while one replaces another.
   */
  readonly secret: string | readonly string[];
  readonly on: WebhookListeners;
  /** Where handled notifications are remembered; false to handle every delivery. Default: this process's memory. */
  readonly dedupe?: DedupeStore | false | undefined;
  /** Bytes that a body may have. Default 1,048,576. */
  readonly bodyLimit?: number | undefined;
  /** Milliseconds that a body may take to arrive. Default 10,000, after which the service gives up as well (U-22). */
  readonly bodyTimeout?: number | undefined;
  /** How many notifications are handled at once; more are answered 429 and come again. Default 100. */
  readonly concurrency?: number | undefined;
  /**
   * Told of handlers and stores that fail, and of bodies that are no notification. Default: `console.error`. What it
   * throws changes nothing.
   */
  readonly onError?: OnError<WebhookFailure> | undefined;
}

const NAMES = ['secret', 'on', 'dedupe', 'bodyLimit', 'bodyTimeout', 'concurrency', 'onError'];

/** Refuses what cannot be right when the handler is made, not when the first notification comes. */
export function checkOptions(options: WebhookOptions): void {
  checkNames(options, NAMES, 'createWebhookHandler');
  checkListeners(options.on);
  for (const name of ['bodyLimit', 'concurrency'] as const) {
    const value = options[name] ?? 1;
    if (!(Number.isInteger(value) && value > 0)) {
      throw new InputError(`\`${name}\` must be a whole number from 1.`);
    }
  }
  checkTimeout(options.bodyTimeout ?? false);
  const { dedupe = false } = options;
  if (dedupe !== false && !(isFunction(dedupe?.claim) && isFunction(dedupe.release))) {
    throw new InputError('`dedupe` must be a store with `claim` and `release`, or false.');
  }
}

/** Events to come may be named, so only what can be no event is refused. */
function checkListeners(on: unknown): void {
  if (!isObject(on)) throw new InputError("`on` must be an object of functions, such as { '*': handle }.");
  for (const [event, listener] of Object.entries(on)) {
    if (event !== '*' && !/^[a-z]+\.[a-z_]+$/.test(event)) {
      throw new InputError(`\`on\`: ${event} is not the name of an event, such as subscriber.created.`);
    }
    if (listener !== undefined && !isFunction(listener)) {
      throw new InputError(`\`on\`: ${event} must be a function.`);
    }
  }
}

const isFunction = (value: unknown) => typeof value === 'function';
