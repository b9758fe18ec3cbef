import { InputError, TrickleError } from '../core/errors.ts';

/**
 * Throw it from `resolve` to decide about the email: `ContentError.permanent` cancels it, `ContentError.retryLater` makes
 * the service request the content again. The message is sent to the service, so it must not contain secrets.
 *
 * The handler itself throws one for invalid fields or results and for a missed deadline, and calls `onError` with it.
 */
export class ContentError extends TrickleError {
  override readonly name = 'ContentError';
  /** Status of the response. */
  readonly status: number;
  /** Seconds until the service may retry. */
  readonly retryAfter: number | undefined;

  protected constructor(message: string, status: number, retryAfter?: number, options?: ErrorOptions) {
    super(message, options);
    this.status = status;
    this.retryAfter = retryAfter;
  }

  /** Cancels the email. `status` is 4xx except 429; default 422. */
  static permanent(message: string, { status = 422 }: { readonly status?: number } = {}): ContentError {
    if (!(Number.isInteger(status) && status >= 400 && status < 500 && status !== 429)) {
      throw new InputError('ContentError.permanent: `status` must be 4xx, except 429.');
    }
    return new ContentError(message, status);
  }

  /** Responds with 429. The service retries with exponential backoff. */
  static retryLater(message = 'Not now.', { seconds }: { readonly seconds?: number } = {}): ContentError {
    return new ContentError(message, 429, seconds);
  }
}

/** An error of the handler itself, not thrown by `resolve`. */
export class ContentFailure extends ContentError {
  constructor(message: string, status: number, options?: ErrorOptions) {
    super(message, status, undefined, options);
  }
}
