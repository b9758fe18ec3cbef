/** The error codes of RFC 6749 (4.1.2.1, 5.2) that this server uses. */
export type OAuthErrorCode =
  | 'access_denied'
  | 'invalid_client'
  | 'invalid_grant'
  | 'invalid_request'
  | 'unauthorized_client'
  | 'unsupported_grant_type'
  | 'unsupported_response_type';

/** Thrown when an authorization or a code exchange is refused. */
// Unspecified: U-20
export class OAuthError extends Error {
  override readonly name = 'OAuthError';
  readonly error: OAuthErrorCode;

  constructor(error: OAuthErrorCode, description: string) {
    super(description);
    this.error = error;
  }
}

/** An error for a request with missing or wrong parameters. */
export const invalidRequest = (description: string) => new OAuthError('invalid_request', description);
