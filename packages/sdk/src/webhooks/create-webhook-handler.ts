import { nearestName } from '../contract/schema/nearest-name.ts';
import { report } from '../http-handlers/report-error.ts';
import { answer, errorResponse, type FetchHandler, retryAfter } from '../http-handlers/responses.ts';
import { urlSecret } from '../http-handlers/url-secret.ts';
import { createMemoryStore, Deduplicator } from './deduplicator.ts';
import { notificationKey, type ParsedWebhook } from './notification.ts';
import { checkOptions, type WebhookListener, type WebhookOptions } from './options.ts';
import { parseWebhook } from './parse-webhook.ts';
import { WebhookError } from './webhook-error.ts';

/**
 * Creates a handler of webhook deliveries for Fetch-style servers; `toNodeHandler` adapts it to Node and Express. It
 * handles each notification once, and its response makes the service retry failed ones only:
 *
 * - 200: handled, a duplicate, or an event without a listener.
 * - 400, 413, 415: not a notification. 403: wrong secret. 405: not a POST. 408: the body was too slow.
 * - 429: `concurrency` is reached, or another process is handling the notification.
 * - 500: the listener failed. A retry of the notification is handled again.
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
 * @throws {@link InputError} if an option is missing, unknown or invalid.
 */
export function createWebhookHandler(options: WebhookOptions): FetchHandler {
  checkOptions(options);
  const { on, onError, dedupe = createMemoryStore(), bodyLimit: bytes = 1_048_576 } = options;
  const limits: BodyLimits = { bytes, milliseconds: options.bodyTimeout ?? 10_000 };
  const isTrusted = urlSecret(options.secret);
  warnOfMisspelt(on).catch(console.error);
  const deduplicator = new Deduplicator(dedupe, options.concurrency ?? 100);

  async function handle(request: Request, notification: ParsedWebhook): Promise<Response> {
    // A listener found by the name of the event accepts its notification.
    const listener = (Object.hasOwn(on, notification.event) ? on[notification.event as never] : undefined) as
      | WebhookListener<ParsedWebhook>
      | undefined;
    const run = listener ?? on['*'];
    if (run === undefined) return answer(200, { status: 'ignored' });
    const key = await notificationKey(notification);
    const status = await deduplicator.run({
      key,
      run: () => run(notification, { key, request }),
      reportError: (error) => report(onError, error, { request, notification }),
    });
    return status === 'busy'
      ? errorResponse(429, 'Busy. Retry later.', retryAfter(5))
      : answer(200, { status });
  }

  return async (request) => {
    if (request.method !== 'POST')
      return errorResponse(405, 'Use POST for notifications.', { allow: 'POST' });
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

/** Parses the body. The content type matters only for invalid bodies, since the interface does not define it. */
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

/** Warns of names in `on` that are not events but resemble one. TypeScript reports them earlier. */
async function warnOfMisspelt(on: object): Promise<void> {
  const { WEBHOOK_EVENTS } = await import('../contract/webhook-events.ts');
  for (const name of Object.keys(on)) {
    if (WEBHOOK_EVENTS.some((event) => event === name)) continue;
    const near = nearestName(name, WEBHOOK_EVENTS);
    if (near === undefined) continue;
    console.warn(`createWebhookHandler: there is no event ${name} in \`on\`, did you mean ${near}?`);
  }
}

interface BodyLimits {
  readonly bytes: number;
  readonly milliseconds: number;
}

/** Reads the body of a request as text, up to the limits. */
async function readText({ headers, body, bodyUsed }: Request, limits: BodyLimits): Promise<string> {
  if (Number(headers.get('content-length')) > limits.bytes) throw tooLong(limits);
  if (body === null) return '';
  if (body.locked || bodyUsed) throw new TypeError('The body of the request has been read already.');
  const reader = body.getReader();
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    void reader.cancel();
  }, limits.milliseconds);
  try {
    const text = await readAll(reader, limits);
    // A cancelled stream looks like one that has ended.
    if (isLate) throw tooSlow(limits);
    return text;
  } catch (error) {
    if (isLate) throw tooSlow(limits);
    if (error instanceof WebhookError) throw error;
    throw new WebhookError('The body did not arrive completely.', 400, { cause: error });
  } finally {
    clearTimeout(timer);
  }
}

async function readAll(reader: ReadableStreamDefaultReader<Uint8Array>, limits: BodyLimits): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    size += value.byteLength;
    if (size > limits.bytes) {
      void reader.cancel();
      throw tooLong(limits);
    }
    text += decoder.decode(value, { stream: true });
  }
}

const tooLong = ({ bytes }: BodyLimits) => new WebhookError(`The body is longer than ${bytes} bytes.`, 413);
const tooSlow = ({ milliseconds }: BodyLimits) =>
  new WebhookError(`The body did not arrive within ${milliseconds} ms.`, 408);
