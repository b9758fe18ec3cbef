import * as z from 'zod/mini';
import { endpoint } from './schema/endpoint.ts';
import { bareOut, noneOut } from './schema/envelope.ts';
import * as f from './schema/field.ts';
import { type Infer, schema } from './schema/schema.ts';

/** Lifetime of a verification code ("Limits"): 10 minutes. */
export const OAUTH_CODE_LIFETIME_SECONDS = 600;

/** Query of the consent page. `state` and PKCE are passed through (U-20). */
export const AuthorizeQuery = schema(() =>
  z.object({
    /** The requested kind of response: `code`. */
    response_type: f.oneOf('code'),
    /** The id of the application. */
    client_id: f.name(),
    /** The callback URL: one of those registered for the application. */
    redirect_uri: f.url(),
    /** Returned unchanged to the callback URL. */
    state: f.optional(f.text()),
    /** PKCE: the challenge derived from the verifier. */
    code_challenge: f.optional(f.name()),
    /** PKCE: the method of the challenge, `S256` or `plain`. */
    code_challenge_method: f.optional(f.oneOf('S256', 'plain')),
  }),
);
export interface AuthorizeQuery extends Infer<typeof AuthorizeQuery> {}

/** Query for exchanging a verification code for a token. */
export const TokenQuery = schema(() =>
  z.object({
    /** The requested kind of response: `token`. */
    response_type: f.oneOf('token'),
    /** The id of the application. */
    client_id: f.name(),
    /** The secret of the application. */
    client_secret: f.name(),
    /** The authorization code. It is valid once, for 10 minutes. */
    code: f.name(),
    /** The callback URL: one of those registered for the application. */
    redirect_uri: f.url(),
    /** The kind of grant: `authorization_code`. */
    grant_type: f.oneOf('authorization_code'),
    /** PKCE: the verifier. */
    code_verifier: f.optional(f.name()),
  }),
);
export interface TokenQuery extends Infer<typeof TokenQuery> {}

/** An access token for `Authorization: Bearer …`. It does not expire. */
export const Token = schema(() =>
  z.object({ access_token: f.text(), token_type: f.known('bearer'), scope: f.known('public') }),
);
export interface Token extends Infer<typeof Token> {}

export const oauth = {
  /** Asks the user for consent and redirects back with a verification code. */
  authorize: endpoint('GET /oauth/authorize', {
    query: AuthorizeQuery,
    status: 302,
    location: true,
    response: noneOut,
    limit: null,
  }),
  /** Exchanges a verification code for an access token. */
  token: endpoint('POST /oauth/token', {
    query: TokenQuery,
    response: bareOut<Token>(Token),
    limit: null,
  }),
};
