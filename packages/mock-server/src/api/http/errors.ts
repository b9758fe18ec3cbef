import {
  ERROR_STATUSES,
  type ErrorBody,
  type ErrorEntry,
  MEDIA_TYPE,
  PARSING_CODE,
} from '@trickle/sdk/contract';
import { DomainError, NotFoundError } from '../../domain/errors.ts';
import type { Report } from '../../observe/log/log-entry.ts';
import type { LimitName, RequestEntry } from '../../observe/request-log/log.ts';
import type { Warning } from '../../shared/coercion/findings.ts';
import { isOutage } from '../../store/engine/errors.ts';
import { respond, type TextResponse } from './reply.ts';

/** An error response as in the section "Errors". Thrown anywhere below a route. */
export class HttpError extends Error {
  override readonly name = 'HttpError';
  readonly content: TextResponse;
  /** The limit that rejected the request. */
  readonly limit: LimitName | undefined;

  constructor(message: string, content: TextResponse, limit?: LimitName) {
    super(message);
    this.content = content;
    this.limit = limit;
  }

  /** Makes the response, and records it in the request's entry. */
  response(entry?: RequestEntry): Response {
    return respond(this.content, entry);
  }
}

const json = (status: number, body: unknown, headers?: Record<string, string>): TextResponse => ({
  status,
  headers: { 'content-type': MEDIA_TYPE, ...headers },
  text: JSON.stringify(body),
});

function errors(status: number, entries: readonly ErrorEntry[], headers?: Record<string, string>): HttpError {
  const body: ErrorBody = { errors: [...entries] };
  return new HttpError(entries.map(({ message }) => message).join('; '), json(status, body, headers));
}

const BARE_PAGE = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy':
    "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
};

/** 400: the body is not JSON. */
// Unspecified: U-06
export const malformed = (why: string) =>
  new HttpError(why, json(ERROR_STATUSES.malformed.status, { status: 400, error: why }));

/** 415: the body is compressed or otherwise encoded. */
// Unspecified: U-333
export const encodedBody = (encoding: string) => {
  const error = `The body has the Content-Encoding ${encoding}. Send it without.`;
  return new HttpError(error, json(415, { status: 415, error }));
};

/** 400: the connection broke within the body. Nobody reads the response, so the request does not count. */
export const brokenBody = malformed('The body ended early.');

/** 401: missing or wrong credentials. */
export const unauthenticated = () =>
  new HttpError('HTTP access denied.', {
    status: ERROR_STATUSES.unauthenticated.status,
    headers: { ...BARE_PAGE, 'www-authenticate': 'Basic realm="Application"' },
    text: 'HTTP access denied.\n',
  });

/** 403: no role on the account, or the wrong one. */
export const unauthorized = (message: string) =>
  errors(ERROR_STATUSES.unauthorized.status, [{ code: ERROR_STATUSES.unauthorized.code, message }]);

/** 404: not found. */
export const notFound = (message: string) =>
  errors(ERROR_STATUSES.notFound.status, [{ code: ERROR_STATUSES.notFound.code, message }]);

/** 404: record not found. Plug-ins match the first sentence. */
export const noResource = (message: string) =>
  notFound(`The resource you requested was not found. ${message}`);

/** 404: unknown path. `nearest` is the most similar known path. */
export function unknownPath(path: string, nearest: string | undefined): HttpError {
  const hint = nearest === undefined ? '' : ` Did you mean ${nearest}?`;
  return nothingAt(`There is nothing at ${shortened(path)}.${hint}`, nearest);
}

/** 404: the deletion of a record, with a slash at the end of its path. */
// Unspecified: U-288
export const slashAfterDeletion = (path: string): HttpError =>
  nothingAt(
    `${shortened(path)} ends in a slash. That is also what remains of a name '..' below it, so nothing was deleted. Leave the slash out.`,
    undefined,
  );

function nothingAt(message: string, nearest: string | undefined): HttpError {
  const { status, code } = ERROR_STATUSES.notFound;
  return errors(status, [{ code, message }], { [UNKNOWN_PATH_HEADER]: nearest ?? 'none is near' });
}

const shortened = (path: string) => (path.length > 200 ? `${path.slice(0, 200)}...` : path);

/** Header of responses to unknown paths; names the nearest known path. */
const UNKNOWN_PATH_HEADER = 'x-trickle-unknown-path';

/** 405: a known path with another method. */
// Unspecified: U-06
export const methodNotAllowed = (method: string, path: string, allowed: readonly string[]) =>
  errors(
    405,
    [
      {
        code: 'method_not_allowed_error',
        message: `${shortened(path)} takes ${allowed.join(' or ')}, not ${method}.`,
      },
    ],
    { allow: allowed.join(', ') },
  );

/** 413: the body is too long. */
// Unspecified: U-07
export const tooLong = (limit: number) =>
  errors(413, [{ code: 'length_error', message: `The body is longer than ${limit} bytes.` }]);

/** 422: JSON of the wrong shape. */
// Unspecified: U-06
export const unparsable = (message: string) =>
  errors(ERROR_STATUSES.invalid.status, [{ code: PARSING_CODE, message }]);

/** 422: invalid attributes. */
export const invalidAttributes = (entries: readonly ErrorEntry[]) =>
  errors(ERROR_STATUSES.invalid.status, entries);

/** 422: a request with warnings in strict mode. */
// Unspecified: U-145
export const inexact = (warnings: readonly Warning[]) =>
  invalidAttributes(
    warnings.map(({ text, attribute }) => ({
      code: 'format_error',
      ...(attribute !== undefined && { attribute }),
      message: `${text} (rejected in strict mode)`,
    })),
  );

/** 429: rate limit exceeded. */
export const rateLimited = (limit: string, retryAfter: number | undefined, name?: LimitName) =>
  new HttpError(
    'Too many requests.',
    json(
      ERROR_STATUSES.rateLimited.status,
      {
        message: `API rate limit of ${limit} exceeded. Please try again in an hour.`,
        documentation: 'See the section "Limits" of the interface.',
      },
      {
        'content-type': 'application/json',
        ...(retryAfter !== undefined && { 'retry-after': String(retryAfter) }),
      },
    ),
    name,
  );

/** 429: another request is updating the same subscriber. It does not count against the rate limit. */
// Unspecified: U-11
export const tooConcurrent = () => {
  const message = 'Too many concurrent requests for the same subscriber. Please try again in a moment.';
  return new HttpError(
    message,
    json(ERROR_STATUSES.rateLimited.status, { message }, { 'content-type': 'application/json' }),
    'subscriber',
  );
};

/** 500 and other statuses that the interface does not define, in the format of its errors. */
export const plainError = (status: number) =>
  errors(status, [{ code: 'server_error', message: `The service answered ${status}.` }]);

/** Seconds after which a client may repeat a request that did nothing because the database failed. */
const OUTAGE_RETRY = '1';

/** 502, 503 and 504: the page of a gateway. */
export function gatewayError(status: 502 | 503 | 504, headers: Record<string, string> = {}): HttpError {
  const title = { 502: 'Bad Gateway', 503: 'Service Unavailable', 504: 'Gateway Timeout' }[status];
  const page = `<html><head><title>${status} ${title}</title></head><body>${status} ${title}</body></html>\n`;
  return new HttpError(title, { status, headers: { ...BARE_PAGE, ...headers }, text: page });
}

/** Returns an error that answers a request that counts. Throws outages and our own mistakes, which undo what the request did. */
export function refusalIn(error: unknown): Error {
  if (error instanceof DomainError || error instanceof NotFoundError) return error;
  if (error instanceof HttpError && error !== brokenBody) return error;
  throw error;
}

/**
 * Converts anything thrown below a route to a response, with further headers. Other errors are reported and answered
 * with 500, or with 503 if the request can succeed later, as when the database cannot be reached. The entry of the
 * request receives the limit that rejected it.
 */
export function errorResponse(
  error: unknown,
  report: Report,
  entry?: RequestEntry,
  further?: TextResponse['headers'],
): Response {
  const { content, limit } = toHttpError(error, report, entry);
  if (entry) entry.limit = limit;
  return respond({ ...content, headers: { ...content.headers, ...further } }, entry);
}

function toHttpError(error: unknown, report: Report, entry: RequestEntry | undefined): HttpError {
  if (error instanceof HttpError) return error;
  if (error instanceof NotFoundError) return notFound(error.message);
  if (error instanceof DomainError) return invalidAttributes(error.issues);
  report(error, entry);
  // Unspecified: U-241
  if (isOutage(error)) return gatewayError(503, { 'retry-after': OUTAGE_RETRY });
  return errors(500, [{ code: 'server_error', message: 'The server failed; its log says why.' }]);
}
