import { excerpt } from '../core/error-body.ts';
import { TrickleError } from '../core/errors.ts';

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
