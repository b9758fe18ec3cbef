import { ApiError, type ApiFailure } from '../core/api-errors.ts';
import { excerpt } from '../core/error-body.ts';
import { TrickleError } from '../core/errors.ts';

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

export interface OAuthErrorBody {
  readonly error: string;
  readonly error_description?: string;
}

export function isOAuthErrorBody(body: unknown): body is OAuthErrorBody {
  return typeof body === 'object' && body !== null && 'error' in body && typeof body.error === 'string';
}

/**
 * Thrown by `callback` if the user returns without a valid code: `error` says why. Nothing was sent to the service.
 *
 * - `state_mismatch`: the state differs from that of the session, since the session has ended or the link is forged.
 *   Start again, without showing details.
 * - `code_missing`: the URL has no code, or several.
 * - Any other value is an error code of the service (RFC 6749). `access_denied`: the user denied access.
 */
export class OAuthCallbackError extends TrickleError {
  override readonly name = 'OAuthCallbackError';
  readonly error: string;
  readonly error_description: string | undefined;

  constructor(error: string, error_description?: string) {
    const reason = excerpt(error_description ? `${error}; ${error_description}` : error, 500);
    super(`The user returned without a valid code: ${reason}.`);
    this.error = error;
    this.error_description = error_description;
  }
}
