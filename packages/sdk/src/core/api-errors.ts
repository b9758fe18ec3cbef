import type { ErrorEntry } from '../contract/schema/errors.ts';
import { entriesOf, errorDetail, excerpt, member } from './error-body.ts';
import { type RequestSummary, TrickleError, title } from './errors.ts';

/** Data of an {@link ApiError}. */
export interface ApiFailure {
  readonly request: RequestSummary;
  readonly response: Response;
  /** The parsed body if it is JSON, otherwise its text. */
  readonly body: unknown;
  /** Earliest time at which the request may succeed, if known. */
  readonly retryAt?: Date | undefined;
}

/**
 * Thrown for any response outside 2xx; subclasses distinguish the statuses. `errors` has the entries of the body;
 * `code` is the code of the first. `response` has status and headers; its body has been read into `body`.
 *
 * Interface: "Errors".
 */
export class ApiError extends TrickleError {
  override readonly name: string = 'ApiError';
  declare readonly status: number;
  declare readonly code: string | undefined;
  declare readonly errors: readonly ErrorEntry[];
  declare readonly request: RequestSummary;
  declare readonly response: Response;
  declare readonly body: unknown;
  /** Time at which to retry, if `Retry-After` or the limiter determines it. */
  declare readonly retryAt: Date | undefined;

  constructor({ request, response, body, retryAt }: ApiFailure, advice = '') {
    const { status } = response;
    super(`${title(request)} answered ${status}${errorDetail(body)}${advice && ` ${advice}`}`);
    const errors = entriesOf(body);
    Object.assign(this, { status, errors, code: errors[0]?.code, request, response, body, retryAt });
  }

  /** Whether the same request may succeed later: 408, 429 and 5xx except 501. It may have been processed already. */
  override get isRetryable(): boolean {
    const { status } = this;
    return status === 408 || status === 429 || (status >= 500 && status !== 501);
  }
}

/** Thrown for 400: the request body is not valid JSON (U-06). */
export class BadRequestError extends ApiError {
  override readonly name = 'BadRequestError';
}

/** Thrown for 401: the credentials are invalid. The response is plain text in `body`, so `errors` is empty. */
export class AuthenticationError extends ApiError {
  override readonly name = 'AuthenticationError';

  constructor(failure: ApiFailure) {
    const check = 'check `apiKey` or `accessToken`, and that it belongs to this `baseUrl`.';
    super(failure, `The credentials are invalid: ${check}`);
  }
}

/**
 * Thrown for 403: the credentials lack permission (`code` is `authorization_error`), or a state transition is not
 * allowed (for example `no_postal_address_error`).
 */
export class PermissionError extends ApiError {
  override readonly name = 'PermissionError';

  constructor(failure: ApiFailure) {
    super(failure, 'Check that the credentials can access `accountId`, and the permissions of their user.');
  }
}

/** Thrown for 404: the record does not exist, or the subscriber is no longer active. */
export class NotFoundError extends ApiError {
  override readonly name = 'NotFoundError';
}

/**
 * Thrown for 422: the request is invalid, or the operation is not possible in the current state. `errors` has an entry
 * `{ code, attribute, message }` for each issue. A retry would fail the same way.
 */
export class ValidationError extends ApiError {
  override readonly name = 'ValidationError';
}

/**
 * Thrown for 429. `scope: 'hourly'` means that the hourly rate limit is reached; `'concurrent'` means that another update
 * of the same subscriber is in progress, so a retry can succeed after a moment.
 *
 * Interface: "Limits".
 */
export class RateLimitError extends ApiError {
  override readonly name = 'RateLimitError';
  declare readonly scope: 'hourly' | 'concurrent';
  /** Requests allowed per hour, if the response includes it. */
  declare readonly limit: number | undefined;
  /** Requests remaining in the hour, if the response includes it. */
  declare readonly remaining: number | undefined;

  constructor(failure: ApiFailure) {
    const isHourly = isAboutHour(failure);
    const hourly = 'The hourly rate limit is reached: wait, or send batches.';
    const concurrent = 'Another update of the subscriber is in progress: retry after a short wait.';
    super(failure, isHourly ? hourly : concurrent);
    this.scope = isHourly ? 'hourly' : 'concurrent';
    this.limit = wholeNumber(failure.response, 'X-RateLimit-Limit');
    this.remaining = wholeNumber(failure.response, 'X-RateLimit-Remaining');
  }
}

/** Thrown for 5xx: the service, or a proxy before it, failed. */
export class ServerError extends ApiError {
  override readonly name = 'ServerError';
}

/**
 * Thrown for a redirect. The interface has none, and following one could send data to another host or turn a POST into
 * a GET. `location` is the target; null in browsers, which hide it.
 */
export class RedirectError extends ApiError {
  override readonly name = 'RedirectError';
  declare readonly location: string | null;

  constructor(failure: ApiFailure) {
    const location = failure.response.headers.get('location');
    const target = excerpt(location ?? 'another address');
    super(failure, `It redirects to ${target}: set \`baseUrl\` to the URL of the service itself.`);
    this.location = location;
  }
}

const classes: Readonly<Record<number, new (failure: ApiFailure) => ApiError>> = {
  400: BadRequestError,
  401: AuthenticationError,
  403: PermissionError,
  404: NotFoundError,
  422: ValidationError,
  429: RateLimitError,
};

export function apiErrorFrom(failure: ApiFailure): ApiError {
  const { status } = failure.response;
  const Class = classes[status] ?? (status >= 500 ? ServerError : status < 400 ? RedirectError : ApiError);
  return new Class(failure);
}

/** Only responses about the hourly limit have `documentation`. */
const isAboutHour = ({ response, body }: ApiFailure) =>
  member(body, 'documentation') !== undefined || wholeNumber(response, 'X-RateLimit-Remaining') === 0;

/** Reads a header as an integer; undefined if it is not one. */
export function wholeNumber(response: Response, header: string): number | undefined {
  const text = response.headers.get(header);
  return text !== null && /^\d+$/.test(text) ? Number(text) : undefined;
}
