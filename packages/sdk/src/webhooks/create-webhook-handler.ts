import { report } from '../http-handlers/report-error.ts';
import { answer, errorResponse, type FetchHandler, retryAfter } from '../http-handlers/responses.ts';
import { urlSecret } from '../http-handlers/url-secret.ts';
import { createMemoryStore } from './dedupe-store.ts';
import { Deduplicator } from './deduplicator.ts';
import type { ParsedWebhook } from './notification.ts';
import { notificationKey } from './notification-key.ts';
import { checkOptions, type WebhookListener, type WebhookOptions } from './options.ts';
import { parseWebhook } from './parse-webhook.ts';
import { type BodyLimits, readText } from './read-text.ts';
import { WebhookError } from './webhook-error.ts';

/**
 * Makes a handler of the notifications that the service posts to a webhook, for Fetch-style servers; `toNodeHandler`
 * makes one for Node's and Express of it. Each notification is handled once, and the answer makes the service send
 * again exactly what failed:
 *
 * - 200: handled, a duplicate, or of an event without a handler.
 * - 400, 413, 415: no notification. 403: wrong secret. 405: not a POST. 408: the body was slow.
 * - 429: as many as `concurrency` allows are being handled, or another process is at this one.
 * - 500: the handler failed. The same notification gets through when it comes again.
 *
 * ```ts
 * const handler = createWebhookHandler({
 *   secret: process.env.WEBHOOK_SECRET ?? '',
 *   on: { 'subscriber.created': ({ data }) => welcome(data.subscriber) },
 * });
 * ```
 *
 * Interface: "Webhook notifications".
 *
 * @throws {@link InputError} when an option is missing, unknown or cannot be right.
 */
export function createWebhookHandler(options: WebhookOptions): FetchHandler {
  checkOptions(options);
  const { on, onError, dedupe = createMemoryStore(), bodyLimit: bytes = 1_048_576 } = options;
  const limits: BodyLimits = { bytes, milliseconds: options.bodyTimeout ?? 10_000 };
  const isTrusted = urlSecret(options.secret);
  const once = new Deduplicator(dedupe, options.concurrency ?? 100);

  async function handle(request: Request, notification: ParsedWebhook): Promise<Response> {
    // By its own event or else '*', the listener takes what `on` says that it takes.
    const listener = (Object.hasOwn(on, notification.event) ? on[notification.event as never] : undefined) as
      | WebhookListener<ParsedWebhook>
      | undefined;
    const run = listener ?? on['*'];
    if (run === undefined) return answer(200, { status: 'ignored' });
    const key = await notificationKey(notification);
    const status = await once.do({
      key,
      run: () => run(notification, { key, request }),
      reportError: (error) => report(onError, error, { request, notification }),
    });
    return status === 'busy'
      ? errorResponse(429, 'Busy: send this again later.', retryAfter(5))
      : answer(200, { status });
  }

  return async (request) => {
    if (request.method !== 'POST')
      return errorResponse(405, 'Notifications come by POST.', { allow: 'POST' });
    if (!(await isTrusted(request.url)))
      return errorResponse(403, 'The secret in the URL is missing or wrong.');
    let notification: ParsedWebhook | undefined;
    try {
      notification = await read(request, limits);
      return await handle(request, notification);
    } catch (error) {
      await report(onError, error, { request, notification });
      if (notification || !(error instanceof WebhookError)) return errorResponse(500, 'The handler failed.');
      return errorResponse(error.status, error.message);
    }
  };
}

/** What the content type says counts only when the body cannot be read: the interface does not name it. */
async function read(request: Request, limits: BodyLimits): Promise<ParsedWebhook> {
  const text = await readText(request, limits);
  try {
    return parseWebhook(text);
  } catch (error) {
    const type = request.headers.get('content-type') ?? 'json';
    const isOther =
      error instanceof WebhookError && error.cause instanceof SyntaxError && !/json/i.test(type);
    throw isOther ? new WebhookError('The body must be JSON.', 415, { cause: error }) : error;
  }
}
