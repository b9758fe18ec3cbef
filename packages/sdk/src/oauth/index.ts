/** Gets tokens for accounts of other users. Start with `createOAuth`. */
export type { Token } from '../contract/oauth.ts';
export { ResponseSizeError } from '../core/errors.ts';
export type {
  Authorization,
  AuthorizeArguments,
  Callback,
  OAuthSession,
  StartArguments,
} from './authorization.ts';
export { createOAuth, type OAuth, type OAuthOptions, type TokenArguments } from './oauth.ts';
export { OAuthCallbackError, OAuthError } from './oauth-error.ts';
