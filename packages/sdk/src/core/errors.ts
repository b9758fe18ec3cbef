import type { ValidationCode } from '../contract/schema/errors.ts';
import type { BudgetName } from '../contract/schema/limits.ts';
import { excerpt, sentence } from './error-body.ts';
import type { ResponseWarning } from './response-warning.ts';

/* Fields are declared only, since the constructors assign them. That keeps the bundle smaller. */

/** The request of an error, without credentials. */
export interface RequestSummary {
  readonly method: string;
  readonly url: string;
}

/** A validation issue of an input. */
export interface InputIssue {
  /** A validation code of the interface, or `unknown_member` or `shape_error` from the SDK. */
  readonly code: ValidationCode | 'unknown_member' | 'shape_error';
  /** Path of the member: `email`, `items[0].name`; in a batch `[3].email`; empty for the whole input. */
  readonly attribute: string;
  readonly message: string;
}

/** The base class of all errors of the SDK. An aborted call rejects with the reason of your signal instead. */
export class TrickleError extends Error {
  override readonly name: string = 'TrickleError';

  constructor(message: string, options?: ErrorOptions) {
    super(excerpt(message, MAX_MESSAGE), options);
  }

  /** Whether the same call may succeed later. The service may have processed it already. */
  get isRetryable(): boolean {
    return false;
  }
}

/**
 * Thrown before anything is sent, for an invalid call: a member is missing, unknown or badly formatted, the input is
 * wrapped twice, an identifier is empty, an option is unknown. `issues` has an entry for each. The service reports
 * its own validation as {@link ValidationError}. `validate: false` leaves validation of bodies and queries to it.
 */
export class InputError extends TrickleError {
  override readonly name = 'InputError';
  declare readonly issues: readonly InputIssue[];

  constructor(message: string, issues: readonly InputIssue[] = [], options?: ErrorOptions) {
    super(message, options);
    this.issues = issues;
  }
}

/**
 * Thrown if no complete response arrived: the host is unknown, or the connection was refused, reset or lost. `cause` is
 * the error of the runtime's `fetch`. Unless `isUnsent`, the service may have processed the request.
 */
export class ConnectionError extends TrickleError {
  override readonly name = 'ConnectionError';
  declare readonly request: RequestSummary;

  constructor(request: RequestSummary, cause: unknown) {
    const code = rootCode(cause);
    const what = `failed before a complete response arrived${code && ` (${code})`}`;
    super(`${title(request)} ${what}. Check the network and \`baseUrl\`.`, { cause });
    this.request = request;
  }

  /** Whether the request certainly did not reach the service: the host is unknown or refused the connection. */
  get isUnsent(): boolean {
    const codes = codesOf(this.cause);
    return codes.length > 0 && codes.every((code) => UNSENT.test(code));
  }

  override get isRetryable(): boolean {
    return true;
  }
}

/**
 * Thrown if the last attempt had no complete response, body included, within `timeout`, or the call within
 * `totalTimeout`. The service may have processed the request.
 */
export class TimeoutError extends TrickleError {
  override readonly name = 'TimeoutError';
  declare readonly request: RequestSummary;
  /** Milliseconds. */
  declare readonly timeout: number;

  constructor(request: RequestSummary, timeout: number, option: 'timeout' | 'totalTimeout' = 'timeout') {
    const what = `had no complete response within ${timeout} ms`;
    super(`${title(request)} ${what}. To wait longer, increase \`${option}\`.`);
    Object.assign(this, { request, timeout });
  }

  override get isRetryable(): boolean {
    return true;
  }
}

/**
 * Thrown before anything is sent, if the hourly rate limit is reached and the call may not wait until `retryAt`. The
 * options `limits` and `maxWait` let calls wait. The service reports its own limit as {@link RateLimitError}.
 */
export class LimitReachedError extends TrickleError {
  override readonly name = 'LimitReachedError';
  declare readonly request: RequestSummary;
  /** The limit reached: requests (`individual`), batches, or records in batches. */
  declare readonly budget: BudgetName;
  declare readonly retryAt: Date;

  constructor(request: RequestSummary, budget: BudgetName, retryAt: Date) {
    super(
      `${title(request)} was not sent: the hourly rate limit (${budget}) is reached until ${retryAt.toISOString()}. ` +
        'To let the call wait, increase `maxWait`.',
    );
    Object.assign(this, { request, budget, retryAt });
  }

  override get isRetryable(): boolean {
    return true;
  }
}

/**
 * Thrown if one of your hooks throws. `hook` is its name, `cause` its error. If `onResponse` throws, the service has
 * already responded and may have processed the request.
 */
export class HookError extends TrickleError {
  override readonly name = 'HookError';
  declare readonly hook: string;

  constructor(hook: string, cause: unknown) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    super(`The hook ${hook} failed, so its call failed: ${sentence(excerpt(reason))}`, { cause });
    this.hook = hook;
  }
}

/**
 * Thrown if the body of a successful response is not the JSON of the operation: HTML of a proxy or a login page,
 * truncated JSON, a missing envelope. The request has probably not reached the service. `text` is the body.
 */
export class ResponseFormatError extends TrickleError {
  override readonly name = 'ResponseFormatError';
  declare readonly request: RequestSummary;
  /** Status and headers. The body has been read. */
  declare readonly response: Response;
  declare readonly text: string;

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
        'Check that `baseUrl` is the service, not a proxy or a login page.';
    super(`${title(request)} answered ${response.status}${what}`, options);
    Object.assign(this, { request, response, text });
  }
}

/**
 * Thrown if a response is larger than `maxResponseSize`, in bytes after decompression. Reading stops there. The service
 * may have processed the request; a retry would fail the same way.
 */
export class ResponseSizeError extends TrickleError {
  override readonly name = 'ResponseSizeError';
  declare readonly request: RequestSummary;
  /** Status and headers. The body is discarded. */
  declare readonly response: Response;
  /** Bytes. */
  declare readonly maxResponseSize: number;

  constructor(request: RequestSummary, response: Response, maxResponseSize: number) {
    const what = `answered ${response.status} with more than ${maxResponseSize} bytes`;
    super(`${title(request)} ${what}. To allow more, increase \`maxResponseSize\`.`);
    Object.assign(this, { request, response, maxResponseSize });
  }
}

/**
 * Thrown with `responses: 'strict'` only, if a successful response lacks members or has members of the wrong type. The
 * service has processed the request: `data` is the result, `warnings` lists the problems. New members and values do
 * not cause it.
 */
export class ResponseValidationError extends TrickleError {
  override readonly name = 'ResponseValidationError';
  declare readonly request: RequestSummary;
  /** Status and headers. The body has been read. */
  declare readonly response: Response;
  declare readonly data: unknown;
  declare readonly warnings: readonly ResponseWarning[];

  constructor(
    message: string,
    failure: Pick<ResponseValidationError, 'request' | 'response' | 'data' | 'warnings'>,
  ) {
    super(message);
    Object.assign(this, failure);
  }
}

/** Error codes for connections that were not established (Node and undici, then Bun). */
const UNSENT =
  /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|UND_ERR_CONNECT_TIMEOUT|ConnectionRefused|FailedToOpenSocket)$/;

/** Error codes of a failure and its causes; '' for a cause without a code. */
function codesOf(cause: unknown): readonly string[] {
  if (cause instanceof AggregateError) return cause.errors.flatMap(codesOf);
  if (!(cause instanceof Error)) return [''];
  const { code } = cause as { code?: unknown };
  return typeof code === 'string' ? [code] : codesOf(cause.cause);
}

/** The code of the first cause that is not a wrapper of others; '' if it has none. */
export const rootCode = (error: unknown): string => codesOf(error)[0] ?? '';

export const title = ({ method, url }: RequestSummary) => `${method} ${excerpt(url)}`;

/** Maximum length of a message, in characters. */
const MAX_MESSAGE = 1500;

/** Introduced by V8; other engines have it too. */
const { captureStackTrace } = Error as {
  readonly captureStackTrace?: (target: object, above: (...parameters: never[]) => unknown) => void;
};

/** The place of a call in the program. Only engines with `captureStackTrace` know it. */
export interface CallSite {
  readonly stack?: string;
}

export function callSiteOf(method: (...parameters: never[]) => unknown): CallSite {
  const site: CallSite = {};
  captureStackTrace?.(site, method);
  return site;
}

/** Gives an error of the SDK the stack of its call: its own ends in a timer or a response, where nobody awaits the call. */
export function showCallSite(error: unknown, { stack }: CallSite): void {
  if (error instanceof TrickleError && stack)
    error.stack = `${error}${stack.slice(stack.indexOf('\n    at '))}`;
}
