import { CONTENT_REQUEST } from '../contract/content.ts';
import { checkNames } from '../core/check-options.ts';
import { InputError } from '../core/errors.ts';
import { isObject } from '../core/is-object.ts';
import { type OnError, report } from '../http-handlers/report-error.ts';
import { answer, errorResponse, type FetchHandler, retryAfter } from '../http-handlers/responses.ts';
import { urlSecret } from '../http-handlers/url-secret.ts';
import { ContentError, ContentFailure } from './content-error.ts';
import { beforeDeadline } from './deadline.ts';
import { encodeContent } from './encode-content.ts';
import { parseFields } from './parse-fields.ts';
import { type RawFields, readFields } from './read-fields.ts';
import type { OutputOf, StandardSchema } from './standard-schema.ts';

/** The fields that the service is told to send. An entity without a schema is given as it comes. */
export interface ContentSchemas {
  readonly subscriber?: StandardSchema | undefined;
  /** Fields of the event, which are there within a workflow only. */
  readonly event?: StandardSchema | undefined;
}

/** What `resolve` makes content of. */
export interface ContentRequest<Schemas extends ContentSchemas = ContentSchemas> {
  readonly subscriber: Fields<Schemas, 'subscriber'>;
  /** Undefined when no field of an event came. */
  readonly event: Fields<Schemas, 'event'> | undefined;
  /** Whether it is for a preview or a test: answer with mocked data. */
  readonly preview: boolean;
  /** Aborted at the deadline, and when the service has gone: hand it on to `fetch` and the like. */
  readonly signal: AbortSignal;
  readonly request: Request;
}

type Fields<
  Schemas extends ContentSchemas,
  Entity extends keyof ContentSchemas,
> = Schemas[Entity] extends StandardSchema ? OutputOf<Schemas[Entity]> : RawFields;

/** An object or array that JSON can hold, at most 350 KB. A promise is an object too, but it would be `{}`. */
export type Content = object & { readonly then?: never };

/** Makes the content. */
export type ContentResolver<Schemas extends ContentSchemas> = (
  request: ContentRequest<Schemas>,
) => Content | Promise<Content>;

/** Options of {@link createContentHandler}. */
export interface ContentOptions {
  /**
   * What the base URL holds to tell the service from strangers, as `?secret=…` or as the last segment of its path: at
   * least 16 letters, digits, `-`, `_`, `.` or `~`. Several while one replaces another. Default: anybody is answered.
   */
  readonly secret?: string | readonly string[] | undefined;
  /** Milliseconds that `resolve` may take: less than the 3,000 that the service waits. Default 2,500. */
  readonly deadline?: number | undefined;
  /**
   * Told of what `resolve` fails with but a {@link ContentError}, of fields that do not fit, of results that cannot
   * be sent, and of missed deadlines. Default: `console.error`. What it throws changes nothing.
   */
  readonly onError?: OnError<Request> | undefined;
}

/**
 * Makes the endpoint that the service asks for content while it renders an email, for Fetch-style servers;
 * `toNodeHandler` makes one for Node's and Express of it. Every answer is JSON, and comes in time:
 *
 * - 200: the content.
 * - 422: a field does not fit its schema. The email is not sent, since it would not fit later either.
 * - `ContentError.permanent`: its 4xx. `ContentError.retryLater`: 429.
 * - 500: `resolve` failed, or its result cannot be sent. 503: the deadline passed. Both are asked for again.
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
 * @throws {@link InputError} when an argument cannot be right.
 */
export function createContentHandler<const Schemas extends ContentSchemas>(
  schemas: Schemas,
  resolve: ContentResolver<Schemas>,
  options: ContentOptions = {},
): FetchHandler {
  checkArguments(schemas, resolve, options);
  const { secret, deadline: milliseconds = 2500, onError } = options;
  const isTrusted = secret === undefined ? undefined : urlSecret(secret);
  const late = () => new ContentFailure(`There was no content within ${milliseconds} ms.`, 503);

  async function contentFor(request: Request, signal: AbortSignal): Promise<Uint8Array<ArrayBuffer>> {
    const { search } = new URL(request.url);
    const { subscriber, event, preview } = readFields(search);
    const fields = {
      subscriber: await parseFields('subscriber', schemas.subscriber, subscriber),
      event: event && (await parseFields('event', schemas.event, event)),
    };
    // The schemas have made the fields what their types say.
    const asked = { ...fields, preview, signal, request } as ContentRequest<Schemas>;
    return encodeContent(await resolve(asked));
  }

  return async (request) => {
    if (request.method !== 'GET') return errorResponse(405, 'Content is asked for by GET.', { allow: 'GET' });
    if (isTrusted && !(await isTrusted(request.url))) {
      return errorResponse(403, 'The secret in the URL is missing or wrong.');
    }
    const terms = { milliseconds, late, outer: request.signal };
    try {
      return answer(200, await beforeDeadline((signal) => contentFor(request, signal), terms));
    } catch (error) {
      // Nobody is there to be answered, and nothing has failed.
      if (request.signal.aborted) return errorResponse(503, 'The service has gone.');
      const isOnPurpose = error instanceof ContentError && !(error instanceof ContentFailure);
      if (!isOnPurpose) await report(onError, error, request);
      return refusalOf(error);
    }
  };
}

function refusalOf(error: unknown): Response {
  if (!(error instanceof ContentError)) return errorResponse(500, 'The content could not be made.');
  const { status, message } = error;
  return errorResponse(status, message, error.retryAfter === undefined ? {} : retryAfter(error.retryAfter));
}

const ENTITIES = ['subscriber', 'event'];
const LIMIT = CONTENT_REQUEST.timeoutSeconds * 1000;

/** Refuses what cannot be right when the handler is made, not when the first email is rendered. */
function checkArguments(schemas: unknown, resolve: unknown, options: ContentOptions): void {
  checkNames(schemas, ENTITIES, 'createContentHandler');
  for (const entity of ENTITIES) {
    const schema = (schemas as Record<string, unknown>)[entity]; // `checkNames` has found an object
    if (schema !== undefined && !isSchema(schema)) {
      throw new InputError(
        `createContentHandler: \`${entity}\` must be a schema, such as z.object({ … }) of zod.`,
      );
    }
  }
  if (typeof resolve !== 'function')
    throw new InputError('createContentHandler: `resolve` must be a function.');
  checkNames(options, ['secret', 'deadline', 'onError'], 'createContentHandler');
  const { deadline = 1 } = options;
  if (!(deadline > 0 && deadline < LIMIT)) {
    throw new InputError(`\`deadline\` must be milliseconds, less than the ${LIMIT} that the service waits.`);
  }
}

/** The schemas of some libraries are functions. */
const isSchema = (value: unknown) =>
  (isObject(value) || typeof value === 'function') && '~standard' in (value as object);
