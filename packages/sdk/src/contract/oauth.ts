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
    response_type: f.oneOf('code'),
    client_id: f.name(),
    redirect_uri: f.url(),
    state: f.optional(f.text()),
    code_challenge: f.optional(f.name()),
    code_challenge_method: f.optional(f.oneOf('S256', 'plain')),
  }),
);
export interface AuthorizeQuery extends Infer<typeof AuthorizeQuery> {}

/** Query for exchanging a verification code for a token. */
export const TokenQuery = schema(() =>
  z.object({
    response_type: f.oneOf('token'),
    client_id: f.name(),
    client_secret: f.name(),
    code: f.name(),
    redirect_uri: f.url(),
    grant_type: f.oneOf('authorization_code'),
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
  authorize: endpoint({
    method: 'GET',
    path: '/oauth/authorize',
    query: AuthorizeQuery,
    status: 302,
    location: true,
    response: noneOut,
    limit: null,
  }),
  /** Exchanges a verification code for an access token. */
  token: endpoint({
    method: 'POST',
    path: '/oauth/token',
    query: TokenQuery,
    status: 200,
    response: bareOut<Token>(Token),
    limit: null,
  }),
};
