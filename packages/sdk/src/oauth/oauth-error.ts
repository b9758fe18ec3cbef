import { ApiError, type ApiFailure } from '../core/api-errors.ts';

/**
 * Thrown if the service rejects a code: it has expired or was used, or the application is unknown. `error` is a code of
 * RFC 6749, such as `invalid_grant` (U-20). Start again at the authorize page.
 */
export class OAuthError extends ApiError {
  override readonly name = 'OAuthError';
  readonly error: string;
  readonly error_description: string | undefined;

  constructor(failure: ApiFailure & { readonly body: OAuthErrorBody }) {
    super(failure);
    this.error = failure.body.error;
    this.error_description = failure.body.error_description;
  }
}

/** The body of an error response. */
export interface OAuthErrorBody {
  readonly error: string;
  readonly error_description?: string;
}

/** Whether a body is that of an error response. */
export function isOAuthErrorBody(body: unknown): body is OAuthErrorBody {
  return typeof body === 'object' && body !== null && 'error' in body && typeof body.error === 'string';
}
