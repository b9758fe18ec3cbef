import { CONTENT_REQUEST } from '../contract/content.ts';
import { attributeOf, lossIn } from '../contract/schema/lossy.ts';
import { isObject } from '../core/is-object.ts';
import { checkNames, checkOption } from '../core/settings.ts';
import { type OnError, report } from '../http-handlers/report-error.ts';
import { answer, errorResponse, type FetchHandler, retryAfter } from '../http-handlers/responses.ts';
import { urlSecret } from '../http-handlers/url-secret.ts';
import { ContentError, ContentFailure } from './content-error.ts';
import {
  type OutputOf,
  parseFields,
  type RawFields,
  readFields,
  type StandardSchema,
} from './read-fields.ts';

/** Schemas of the fields that the service sends. Fields of an entity without a schema are passed unchanged. */
export interface ContentSchemas {
  readonly subscriber?: StandardSchema | undefined;
  /** Fields of the event, sent within a workflow only. */
  readonly event?: StandardSchema | undefined;
}

/** A request for content, passed to `resolve`. */
export interface ContentRequest<Schemas extends ContentSchemas = ContentSchemas> {
  readonly subscriber: Fields<Schemas, 'subscriber'>;
  /** Undefined if the request has no fields of an event. */
  readonly event: Fields<Schemas, 'event'> | undefined;
  /** Whether the content is for a preview or a test email: return mock data. */
  readonly preview: boolean;
  /** Aborts at the deadline, and when the service disconnects. Pass it to `fetch` and other calls. */
  readonly signal: AbortSignal;
  readonly request: Request;
}

type Fields<
  Schemas extends ContentSchemas,
  Entity extends keyof ContentSchemas,
> = Schemas[Entity] extends StandardSchema ? OutputOf<Schemas[Entity]> : RawFields;

/** An object or array, at most 350 KB as JSON. The type excludes promises, which would serialize as `{}`. */
export type Content = object & { readonly then?: never };

export type ContentResolver<Schemas extends ContentSchemas> = (
  request: ContentRequest<Schemas>,
) => Content | Promise<Content>;

/** Options of {@link createContentHandler}. */
export interface ContentOptions {
  /**
   * The secret in the base URL, as `?secret=…` or as the last segment of the path: at least 16 letters, digits, `-`,
   * `_`, `.` or `~`. Give several to rotate secrets. Default: no secret is required.
   */
  readonly secret?: string | readonly string[] | undefined;
  /** Timeout of `resolve`, in milliseconds, less than the 3,000 that the service waits. Default 2,500. */
  readonly deadline?: number | undefined;
  /**
   * Called with errors of `resolve` other than {@link ContentError}, and for invalid fields, invalid results and missed
   * deadlines. Default: `console.error`. Its own errors are ignored.
   */
  readonly onError?: OnError<Request> | undefined;
}

/**
 * Creates a handler of content requests, which the service makes while rendering an email, for Fetch-style servers;
 * `toNodeHandler` adapts it to Node and Express. Every response is JSON and in time:
 *
 * - 200: the content.
 * - 422: a field does not match its schema. The email is not sent, since a retry would fail the same way.
 * - `ContentError.permanent`: its 4xx. `ContentError.retryLater`: 429.
 * - 500: `resolve` failed, or its result is invalid. 503: the deadline passed. The service retries both.
 * - 403: wrong secret. 405: not a GET.
 *
 * ```ts
 * const handler = createContentHandler(
 *   { subscriber: z.object({ shoe_size: z.nullable(z.string()) }) },
 *   async ({ subscriber, preview, signal }) => ({ shoes: await shoesOf(subscriber.shoe_size, { signal }) }),
 * );
 * ```
 *
 * Interface: "Outbound request for custom dynamic content".
 *
 * @throws {@link InputError} if an argument is invalid.
 */
export function createContentHandler<const Schemas extends ContentSchemas>(
  schemas: Schemas,
  resolve: ContentResolver<Schemas>,
  options: ContentOptions = {},
): FetchHandler {
  checkArguments(schemas, resolve, options);
  const { secret, deadline: milliseconds = 2500, onError } = options;
  const isTrusted = secret === undefined ? undefined : urlSecret(secret);
  const late = () => new ContentFailure(`The content was not ready within ${milliseconds} ms.`, 503);

  async function contentFor(request: Request, signal: AbortSignal): Promise<Uint8Array<ArrayBuffer>> {
    const { search } = new URL(request.url);
    const { subscriber, event, preview } = readFields(search);
    const fields = {
      subscriber: await parseFields('subscriber', schemas.subscriber, subscriber),
      event: event && (await parseFields('event', schemas.event, event)),
    };
    // The schemas return the types that they declare.
    const contentRequest = { ...fields, preview, signal, request } as ContentRequest<Schemas>;
    return encodeContent(await resolve(contentRequest));
  }

  return async (request) => {
    if (request.method !== 'GET') return errorResponse(405, 'Use GET to request content.', { allow: 'GET' });
    if (isTrusted && !(await isTrusted(request.url))) {
      return errorResponse(403, 'The secret in the URL is missing or wrong.');
    }
    const terms = { milliseconds, late, outer: request.signal };
    try {
      return answer(200, await beforeDeadline((signal) => contentFor(request, signal), terms));
    } catch (error) {
      // The service has disconnected; this is not an error.
      if (request.signal.aborted) return errorResponse(503, 'The service has disconnected.');
      const isIntended = error instanceof ContentError && !(error instanceof ContentFailure);
      if (!isIntended) await report(onError, error, request);
      return errorResponseOf(error);
    }
  };
}

function errorResponseOf(error: unknown): Response {
  if (!(error instanceof ContentError)) return errorResponse(500, 'The content could not be created.');
  const { status, message } = error;
  return errorResponse(status, message, error.retryAfter === undefined ? {} : retryAfter(error.retryAfter));
}

const ENTITIES = ['subscriber', 'event'];
const LIMIT = CONTENT_REQUEST.timeoutSeconds * 1000;

function checkArguments(schemas: unknown, resolve: unknown, options: ContentOptions): void {
  checkNames(schemas, ENTITIES, 'createContentHandler');
  for (const entity of ENTITIES) {
    const schema = (schemas as Record<string, unknown>)[entity]; // an object, as checked by `checkNames`
    const isValid = schema === undefined || isSchema(schema);
    checkOption(entity, isValid, 'a schema, such as z.object({ … }) from zod');
  }
  checkOption('resolve', typeof resolve === 'function', 'a function');
  checkNames(options, ['secret', 'deadline', 'onError'], 'createContentHandler');
  const { deadline = 1 } = options;
  const what = `a number of milliseconds, less than the ${LIMIT} that the service waits`;
  checkOption('deadline', deadline > 0 && deadline < LIMIT, what);
}

/** The schemas of some libraries are functions. */
const isSchema = (value: unknown) =>
  (isObject(value) || typeof value === 'function') && '~standard' in (value as object);

/** Encodes the content as JSON of an object or array, at most 350 KB. */
function encodeContent(result: unknown): Uint8Array<ArrayBuffer> {
  if (result instanceof Response) throw invalidResult('not a Response');
  const loss = lossIn(result);
  if (loss && loss.path.length > 0)
    throw invalidResult(`not one whose ${attributeOf(loss.path)} ${loss.problem}`);
  const text: string | undefined = JSON.stringify(result);
  // Tests the JSON, since `toJSON` may turn an object into a string.
  if (text === undefined || !/^[[{]/.test(text)) throw invalidResult(`not ${text}`);
  const bytes = new TextEncoder().encode(text);
  const { maximumBytes } = CONTENT_REQUEST;
  if (bytes.byteLength <= maximumBytes) return bytes;
  const excess = `${bytes.byteLength} bytes; the service accepts at most ${maximumBytes}`;
  throw new ContentFailure(`The content has ${excess}.`, 500);
}

const invalidResult = (what: string) =>
  new ContentFailure(`\`resolve\` must return an object or an array, ${what.slice(0, 100)}.`, 500);

/**
 * Runs `work` with a deadline. Rejects with `late()` after the milliseconds, or with the reason of `outer` when it
 * aborts. The signal of `work` is then aborted, and its result is ignored.
 */
async function beforeDeadline<T>(
  work: (signal: AbortSignal) => Promise<T>,
  { milliseconds, late, outer }: { milliseconds: number; late: () => Error; outer: AbortSignal },
): Promise<T> {
  const controller = new AbortController();
  const signal = AbortSignal.any([outer, controller.signal]);
  const timer = setTimeout(() => controller.abort(late()), milliseconds);
  try {
    return await Promise.race([aborted(signal), work(signal)]);
  } finally {
    clearTimeout(timer);
  }
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason);
    else signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}
