import { excerpt } from '../core/error-body.ts';
import { TrickleError } from '../core/errors.ts';

/**
 * Thrown by `callback` when the user comes back without a code that is theirs. Nothing has been asked of the service.
 *
 * - `error` is `state_mismatch`: the state is not that of the session; the session is over, or somebody has forged
 *   the link. Start again, and tell nothing.
 * - `error` is `code_missing`: the address holds no code, or several.
 * - `error` is any other text: what the service says, in a code of RFC 6749. `access_denied` means that the user said no.
 */
export class OAuthCallbackError extends TrickleError {
  override readonly name = 'OAuthCallbackError';
  readonly error: string;
  readonly error_description: string | undefined;

  constructor(error: string, error_description?: string) {
    const reason = excerpt(error_description ? `${error}; ${error_description}` : error, 500);
    super(`The user came back without a code: ${reason}.`);
    this.error = error;
    this.error_description = error_description;
  }
}
