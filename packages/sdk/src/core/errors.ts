import type { BudgetName } from '../contract/budget-name.ts';
import type { ErrorEntry, ValidationCode } from '../contract/schema/errors.ts';
import { entriesOf, excerpt, member, said, sentence } from './error-body.ts';
import type { ResponseWarning } from './response-warning.ts';

/** What was asked, as errors tell it. Credentials are never in it. */
export interface RequestSummary {
  readonly method: string;
  readonly url: string;
}

/** One thing that is wrong with an input. */
export interface InputIssue {
  /** A validation code of the interface, or one of the SDK's own: `unknown_member`, `shape_error`. */
  readonly code: ValidationCode | 'unknown_member' | 'shape_error';
  /** Where it is: `email`, `items[0].name`; for a batch `[3].email`; empty for the input as a whole. */
  readonly attribute: string;
  readonly message: string;
}

/**
 * What a failed answer is told from.
 */
export interface ApiFailure {
  readonly request: RequestSummary;
  readonly response: Response;
  /** The body: parsed where it is JSON, else its text. */
  readonly body: unknown;
  /** When the request may succeed, where that is known. */
  readonly retryAt?: Date | undefined;
}

/**
 * The base of every error that the SDK makes itself. `error instanceof TrickleError` tells a failed call from a
 * mistake in your own code. A call that you abort is rejected with the reason of your signal instead.
 */
export class TrickleError extends Error {
  override readonly name: string = 'TrickleError';

  constructor(message: string, options?: ErrorOptions) {
    super(excerpt(message, MAX_MESSAGE), options);
  }

  /** Whether the same call may succeed later. It may have been done already. */
  get isRetryable(): boolean {
    return false;
  }
}

/**
 * Thrown before anything is sent, when a call cannot be right: a member is missing, misnamed or badly formatted,
 * the input is wrapped twice, an identifier is empty, an option is unknown. `faults` holds one entry for each.
 * It is not a {@link ValidationError}, which is the service's own verdict. `validate: false` leaves the verdict on
 * bodies and queries to the service.
 */
export class InputError extends TrickleError {
  override readonly name = 'InputError';
  readonly issues: readonly InputIssue[];

  constructor(message: string, issues: readonly InputIssue[] = [], options?: ErrorOptions) {
    super(message, options);
    this.issues = issues;
  }
}

/**
 * Thrown when no complete answer came: the name is unknown, the connection was refused, reset or cut off. `cause` is
 * what the runtime's `fetch` threw. Unless the connection was refused, the service may have done what was asked.
 */
export class ConnectionError extends TrickleError {
  override readonly name = 'ConnectionError';
  readonly request: RequestSummary;

  constructor(request: RequestSummary, cause: unknown) {
    const code = codesOf(cause)[0];
    super(
      `${title(request)} failed before a complete answer came${code ? ` (${code})` : ''}. Check the network and \`baseUrl\`.`,
      { cause },
    );
    this.request = request;
  }

  /** Whether it is sure that nothing reached the service: its name was not found, or the connection was refused. */
  get isUnsent(): boolean {
    const codes = codesOf(this.cause);
    return codes.length > 0 && codes.every((code) => UNSENT.includes(code));
  }

  override get isRetryable(): boolean {
    return true;
  }
}

/**
 * Thrown when an answer was not complete, body included, within the `timeout` of the last attempt, or the call not
 * within its `totalTimeout`. The service may have done what was asked.
 */
export class TimeoutError extends TrickleError {
  override readonly name = 'TimeoutError';
  readonly request: RequestSummary;
  /** Milliseconds. */
  readonly timeout: number;

  constructor(request: RequestSummary, timeout: number, option: 'timeout' | 'totalTimeout' = 'timeout') {
    super(
      `${title(request)} had no complete answer within ${timeout} ms. The option \`${option}\` allows more.`,
    );
    this.request = request;
    this.timeout = timeout;
  }

  override get isRetryable(): boolean {
    return true;
  }
}

/**
 * Thrown before anything is sent, when the hour's budget is used up and the call may not wait for the next: the
 * service would only refuse it. `retryAt` is when there may be something left. It is not a {@link RateLimitError},
 * which is the service's own refusal. The options `limits` and `longestWait` let calls wait.
 */
export class LimitReachedError extends TrickleError {
  override readonly name = 'LimitReachedError';
  readonly request: RequestSummary;
  /** Requests (`individual`), batches, or records in batches. */
  readonly budget: BudgetName;
  readonly retryAt: Date;

  constructor(request: RequestSummary, budget: BudgetName, retryAt: Date) {
    super(
      `${title(request)} was not sent: the hour's budget (${budget}) is used up until ${retryAt.toISOString()}. ` +
        'The option `longestWait` allows a call to wait so long.',
    );
    this.request = request;
    this.budget = budget;
    this.retryAt = retryAt;
  }

  override get isRetryable(): boolean {
    return true;
  }
}

/**
 * Thrown when one of your hooks throws; `hook` is its name and `cause` what it threw. After `onResponse` the service
 * has answered already, so what was asked may have been done.
 */
export class HookError extends TrickleError {
  override readonly name = 'HookError';
  readonly hook: string;

  constructor(hook: string, cause: unknown) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    super(`The hook ${hook} failed, and its call with it: ${sentence(excerpt(reason))}`, { cause });
    this.hook = hook;
  }
}

/**
 * Thrown when an answer of success is not what the interface says: HTML of a proxy or a login page, JSON cut short,
 * a missing envelope. The request has probably not reached the service; `text` holds what came instead.
 */
export class ResponseFormatError extends TrickleError {
  override readonly name = 'ResponseFormatError';
  readonly request: RequestSummary;
  /** Its body has been read. */
  readonly response: Response;
  readonly text: string;

  constructor(
    request: RequestSummary,
    response: Response,
    text: string,
    { problem, ...options }: ErrorOptions & { readonly problem?: string } = {},
  ) {
    const type = excerpt(response.headers.get('content-type') ?? 'no content type');
    const what = problem
      ? `, but ${problem}.`
      : ` with a body (${type}) that is not the JSON of this operation. ` +
        'Is `baseUrl` the service, or a proxy or login page before it?';
    super(`${title(request)} answered ${response.status}${what}`, options);
    this.request = request;
    this.response = response;
    this.text = text;
  }
}

/**
 * Thrown when an answer is larger than `maxResponseSize`, counted in bytes as they are after decompression. Reading
 * stops there. The service may have done what was asked; sending the same again would give the same.
 */
export class ResponseSizeError extends TrickleError {
  override readonly name = 'ResponseSizeError';
  readonly request: RequestSummary;
  /** Status and headers; its body has been dropped. */
  readonly response: Response;
  /** Bytes. */
  readonly maxResponseSize: number;

  constructor(request: RequestSummary, response: Response, maxResponseSize: number) {
    super(
      `${title(request)} answered ${response.status} with more than ${maxResponseSize} bytes. ` +
        'The option `maxResponseSize` allows more.',
    );
    this.request = request;
    this.response = response;
    this.maxResponseSize = maxResponseSize;
  }
}

/**
 * Thrown, with `responses: 'strict'` alone, when an answer of success has members that are missing or not of their
 * type. The service has done what was asked: `data` is what the call would have given, `warnings` say what is wrong.
 * Members and values that the service adds are none of it.
 */
export class ResponseValidationError extends TrickleError {
  override readonly name = 'ResponseValidationError';
  readonly request: RequestSummary;
  /** Its body has been read. */
  readonly response: Response;
  readonly data: unknown;
  readonly warnings: readonly ResponseWarning[];

  constructor(
    request: RequestSummary,
    response: Response,
    data: unknown,
    warnings: readonly ResponseWarning[],
  ) {
    const told = warnings.slice(0, 5).map(({ path, problem }) => `${path} ${problem}`);
    const more = warnings.length - told.length;
    const list = told.join('; ') + (more > 0 ? `; and ${more} more in \`warnings\`` : '');
    super(`${title(request)} answered ${response.status}, but ${list}. It was done.`);
    this.request = request;
    this.response = response;
    this.data = data;
    this.warnings = warnings;
  }
}

/**
 * Thrown when the service refuses or fails: any answer outside 2xx. The subclasses tell which. `errors` holds what
 * the service says, one entry per fault; `code` is the first entry's. `response` has status and headers, its body
 * has been read into `body`. See "Errors" of the interface.
 */
export class ApiError extends TrickleError {
  override readonly name: string = 'ApiError';
  readonly status: number;
  readonly code: string | undefined;
  readonly errors: readonly ErrorEntry[];
  readonly request: RequestSummary;
  readonly response: Response;
  readonly body: unknown;
  /** When it makes sense to try again, where the answer's `Retry-After` or the limiter knows. */
  readonly retryAt: Date | undefined;

  constructor({ request, response, body, retryAt }: ApiFailure, advice = '') {
    super(`${title(request)} answered ${response.status}${said(body)}${advice && ` ${advice}`}`);
    this.status = response.status;
    this.errors = entriesOf(body);
    this.code = this.errors[0]?.code;
    this.request = request;
    this.response = response;
    this.body = body;
    this.retryAt = retryAt;
  }

  /** Whether the same request may succeed later: 408, 429 and 5xx but 501. It may have been done already. */
  override get isRetryable(): boolean {
    return isRetryableStatus(this.status);
  }
}

/** Thrown for 400: the service could not read the request as JSON (U-06). */
export class BadRequestError extends ApiError {
  override readonly name = 'BadRequestError';
}

/**
 * Thrown for 401: the service does not know the credentials. Its answer is plain text, so `errors` is empty and
 * `body` is that text.
 */
export class AuthenticationError extends ApiError {
  override readonly name = 'AuthenticationError';

  constructor(failure: ApiFailure) {
    super(
      failure,
      'The credentials were not accepted: check `apiKey` or `accessToken`, and that it is for this `baseUrl`.',
    );
  }
}

/**
 * Thrown for 403: the credentials are known but may not do this (`code` is `authorization_error`), or a state
 * transition is refused (for example `no_postal_address_error`).
 */
export class PermissionError extends ApiError {
  override readonly name = 'PermissionError';

  constructor(failure: ApiFailure) {
    super(
      failure,
      'Check that `accountId` is an account of this token and what the token’s user may do there.',
    );
  }
}

/** Thrown for 404: what the path names does not exist, or the person is no longer active. */
export class NotFoundError extends ApiError {
  override readonly name = 'NotFoundError';
}

/**
 * Thrown for 422: the service read the request and found it invalid, or what it asks for impossible now. `errors`
 * has one entry `{ code, attribute, message }` per fault. Sending the same again gives the same.
 */
export class ValidationError extends ApiError {
  override readonly name = 'ValidationError';
}

/**
 * Thrown for 429. With `scope: 'hourly'` the hour's budget of requests is used up; with `'concurrent'` another update
 * of the same person is under way, and a moment later the call can succeed. See "Limits" of the interface.
 */
export class RateLimitError extends ApiError {
  override readonly name = 'RateLimitError';
  readonly scope: 'hourly' | 'concurrent';
  /** Requests that the hour allows, where the answer says so. */
  readonly limit: number | undefined;
  /** Requests left in the hour, where the answer says so. */
  readonly remaining: number | undefined;

  constructor(failure: ApiFailure) {
    const scope = rateLimitScope(failure);
    super(
      failure,
      scope === 'hourly'
        ? 'The budget of the hour is used up: wait, or send batches.'
        : 'Updates of one person go one at a time: send this again after a short wait.',
    );
    this.scope = scope;
    this.limit = wholeNumber(failure.response, 'X-RateLimit-Limit');
    this.remaining = wholeNumber(failure.response, 'X-RateLimit-Remaining');
  }
}

/** Thrown for 5xx: the service, or something before it, failed. */
export class ServerError extends ApiError {
  override readonly name = 'ServerError';
}

/**
 * Thrown for a redirect. The interface has none, and following one could send data to another host or turn a POST
 * into a GET, so none is followed. `location` is where it points; browsers do not tell, then it is null.
 */
export class RedirectError extends ApiError {
  override readonly name = 'RedirectError';
  readonly location: string | null;

  constructor(failure: ApiFailure) {
    const location = failure.response.headers.get('location');
    super(
      failure,
      `It points to ${excerpt(location ?? 'another address')}: set \`baseUrl\` to where the service itself is.`,
    );
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

/** Makes the error of an answer outside 2xx. */
export function apiErrorFrom(failure: ApiFailure): ApiError {
  const { status } = failure.response;
  const Class = classes[status] ?? (status >= 500 ? ServerError : status < 400 ? RedirectError : ApiError);
  return new Class(failure);
}

/** Which of its two limits the service speaks of: only the hourly answer points to documentation. */
function rateLimitScope({ response, body }: Omit<ApiFailure, 'request'>): RateLimitError['scope'] {
  const isHourly =
    member(body, 'documentation') !== undefined || wholeNumber(response, 'X-RateLimit-Remaining') === 0;
  return isHourly ? 'hourly' : 'concurrent';
}

/** Whether the same request may succeed later. */
function isRetryableStatus(status: number): boolean {
  return status === 408 || status === 429 || (status >= 500 && status !== 501);
}

/** What runtimes say when a connection did not come about (Node and undici, then Bun). */
const UNSENT = [
  ...['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT'],
  ...['ConnectionRefused', 'FailedToOpenSocket'],
];

/** What the runtime calls the reason of a failure, or each one of several; '' where it does not say. */
function codesOf(cause: unknown): readonly string[] {
  if (cause instanceof AggregateError) return cause.errors.flatMap(codesOf);
  if (!(cause instanceof Error)) return [''];
  const { code } = cause as { code?: unknown };
  return typeof code === 'string' ? [code] : codesOf(cause.cause);
}

const title = ({ method, url }: RequestSummary) => `${method} ${excerpt(url)}`;

/** What remains of a message that would be longer, in characters. */
const MAX_MESSAGE = 1500;

/** The whole number in a header, where there is one. */
export function wholeNumber(response: Response, header: string): number | undefined {
  const text = response.headers.get(header);
  return text !== null && /^\d+$/.test(text) ? Number(text) : undefined;
}
