import { InputError, TrickleError } from '../core/errors.ts';

/**
 * Throw it from `resolve` to choose what the service does with the email: `ContentError.permanent` ends it,
 * `ContentError.retryLater` has the content asked for again. Its message is sent, so let it hold nothing secret.
 *
 * `onError` is told of one that the handler makes itself: the fields or the result are not what they must be, or the
 * deadline has passed.
 */
export class ContentError extends TrickleError {
  override readonly name = 'ContentError';
  /** What the service is answered. */
  readonly status: number;
  /** Seconds until the service may ask again. */
  readonly retryAfter: number | undefined;

  protected constructor(message: string, status: number, retryAfter?: number, options?: ErrorOptions) {
    super(message, options);
    this.status = status;
    this.retryAfter = retryAfter;
  }

  /** Nothing will ever come: the email is not sent. `status` is 4xx but not 429; default 422. */
  static permanent(message: string, { status = 422 }: { readonly status?: number } = {}): ContentError {
    if (!(Number.isInteger(status) && status >= 400 && status < 500 && status !== 429)) {
      throw new InputError('ContentError.permanent: `status` must be 4xx, and not 429.');
    }
    return new ContentError(message, status);
  }

  /** Not now: answered 429, and asked for again with exponential backoff. */
  static retryLater(message = 'Not now.', { seconds }: { readonly seconds?: number } = {}): ContentError {
    return new ContentError(message, 429, seconds);
  }
}

/** One that nobody threw on purpose. */
export class ContentFailure extends ContentError {
  constructor(message: string, status: number, options?: ErrorOptions) {
    super(message, status, undefined, options);
  }
}
