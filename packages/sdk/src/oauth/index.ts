export type { Token } from '../contract/oauth.ts';
export {
  type AuthorizeArguments,
  createOAuth,
  type OAuth,
  type OAuthOptions,
  type TokenArguments,
} from './oauth.ts';
export { OAuthError } from './oauth-error.ts';
