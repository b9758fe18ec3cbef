import type { WebhookEvent } from '../contract/webhook-events.ts';
import { InputError } from '../core/errors.ts';
import { isObject } from '../core/is-object.ts';
import { checkCount, checkNames, checkOption, checkTimeout } from '../core/settings.ts';
import type { OnError } from '../http-handlers/report-error.ts';
import type { DedupeStore } from './deduplicator.ts';
import type { KnownNotification, ParsedWebhook } from './notification.ts';

/** Context of a notification, passed to its listener. */
export interface WebhookContext {
  /** Identifies the notification across deliveries. Use it as an idempotency key. */
  readonly key: string;
  /** The request. Its body has been read. */
  readonly request: Request;
}

/** Handles notifications of one event. The response waits for it, so keep it short. */
export type WebhookListener<Notification> = (notification: Notification, context: WebhookContext) => unknown;

/** Listeners by event. `'*'` handles all events without their own listener, including future ones. */
export type WebhookListeners = {
  readonly [Event in WebhookEvent]?:
    | WebhookListener<Extract<KnownNotification, { readonly event: Event }>>
    | undefined;
} & { readonly '*'?: WebhookListener<ParsedWebhook> | undefined };

/** Context of an error, passed to `onError`. `notification` is present if it could be parsed. */
export interface WebhookFailure {
  readonly request: Request;
  readonly notification?: ParsedWebhook | undefined;
}

/** Options of {@link createWebhookHandler}. */
export interface WebhookOptions {
  /**
   * The secret in the webhook's `post_url`, as `?secret=…` or as the last segment of the path: at least 16 letters,
   * digits, `-`, `_`, `.` or `~`. Give several to rotate secrets.
   */
  readonly secret: string | readonly string[];
  /** A function for each event that you handle. */
  readonly on: WebhookListeners;
  /** Store of handled notifications; false to handle every delivery. Default: a store in memory. */
  readonly dedupe?: DedupeStore | false | undefined;
  /** Maximum size of a body, in bytes. Default 1,048,576. */
  readonly bodyLimit?: number | undefined;
  /** Timeout of reading a body, in milliseconds. Default 10,000, the timeout of the service (U-22). */
  readonly bodyTimeout?: number | undefined;
  /** Maximum number of notifications handled at once. Others get a 429 and are retried. Default 100. */
  readonly concurrency?: number | undefined;
  /**
   * Called with errors of listeners and stores, and for invalid bodies. Default: `console.error`. Its own errors are
   * ignored.
   */
  readonly onError?: OnError<WebhookFailure> | undefined;
}

const NAMES = ['secret', 'on', 'dedupe', 'bodyLimit', 'bodyTimeout', 'concurrency', 'onError'];

export function checkOptions(options: WebhookOptions): void {
  checkNames(options, NAMES, 'createWebhookHandler');
  checkListeners(options.on);
  for (const name of ['bodyLimit', 'concurrency'] as const) checkCount(name, options[name] ?? 1);
  checkTimeout(options.bodyTimeout ?? false, 'bodyTimeout');
  const { dedupe = false } = options;
  const isStore = dedupe === false || (isFunction(dedupe?.claim) && isFunction(dedupe.release));
  checkOption('dedupe', isStore, 'a store with `claim` and `release`, or false');
}

/** Accepts unknown events too, if their names are well-formed. */
function checkListeners(on: object): void {
  checkOption('on', isObject(on), "an object of functions, such as { '*': listener }");
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
