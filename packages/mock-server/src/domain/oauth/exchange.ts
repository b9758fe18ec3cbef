import { createHash } from 'node:crypto';
import type { Token } from '@trickle/sdk/contract';
import { isoTime } from '../../shared/values/time.ts';
import { NO_ACCOUNT, type Transaction } from '../../store/engine/store.ts';
import { deleteOAuthToken, insertToken } from '../../store/tables/accounts.ts';
import {
  findOAuthApplication,
  type OAuthApplication,
  type OAuthCode,
  oauthCodes,
} from '../../store/tables/oauth-applications.ts';
import type { Services } from '../context/services.ts';
import { invalidRequest, OAuthError, type Parameters } from './authorize.ts';

/** The result of a code exchange. Commit the transaction on an error too: it may have revoked a token. */
export type Exchanged = { readonly token: Token } | { readonly error: OAuthError };

// Unspecified: U-20
async function authenticateApplication(
  tx: Transaction,
  { client_id: clientId, client_secret: secret }: Parameters,
): Promise<OAuthApplication> {
  if (!clientId) throw invalidRequest('The parameter client_id is missing or repeated.');
  const application = await findOAuthApplication(tx, clientId);
  if (!application) {
    throw new OAuthError('invalid_client', `Application not found: ${clientId}.`);
  }
  if (!secret) throw invalidRequest('The parameter client_secret is missing or repeated.');
  if (secret !== application.client_secret) {
    throw new OAuthError('invalid_client', 'The client_secret is wrong.');
  }
  return application;
}

/** Exchanges a code for a token: once, within 10 minutes, by the same application with the same redirect URI. */
// Unspecified: U-20
export async function exchangeCode(
  services: Services,
  tx: Transaction,
  parameters: Parameters,
): Promise<Exchanged> {
  const application = await authenticateApplication(tx, parameters);
  const { grant_type, response_type, code: text, redirect_uri } = parameters;
  if (!grant_type) throw invalidRequest('The parameter grant_type is missing or repeated.');
  if (grant_type !== 'authorization_code') {
    const why = `grant_type must be authorization_code, not '${grant_type}'.`;
    throw new OAuthError('unsupported_grant_type', why);
  }
  // RFC 6749 has no response_type here, so standard clients omit it.
  if (response_type !== undefined && response_type !== 'token') {
    throw invalidRequest(`response_type must be token, not '${response_type}'.`);
  }
  if (!text) throw invalidRequest('The parameter code is missing or repeated.');
  if (!redirect_uri) throw invalidRequest('The parameter redirect_uri is missing or repeated.');

  const code = await oauthCodes.find(tx, NO_ACCOUNT, { code: text });
  if (!code || code.clientId !== application.client_id) return invalidGrant('The code is not valid.');
  if (code.token !== null) {
    // A code that is used twice may be stolen, so its token is revoked (RFC 6749, 4.1.2).
    await deleteOAuthToken(tx, code.clientId, code.token);
    return invalidGrant('The code has already been used. Its token has been revoked.');
  }
  const { clock, ids } = services.forAccount(code.accountId);
  const why = exchangeError(code, parameters, clock.now());
  if (why !== undefined) return invalidGrant(why);
  const access_token = ids.hex() + ids.hex();
  const createdAt = isoTime(clock.now());
  await insertToken(tx, { token: access_token, userId: code.userId, clientId: code.clientId, createdAt });
  await oauthCodes.update(tx, NO_ACCOUNT, { code: text }, { token: access_token });
  return { token: { access_token, token_type: 'bearer', scope: 'public' } };
}

const invalidGrant = (why: string): Exchanged => ({ error: new OAuthError('invalid_grant', why) });

function exchangeError(
  { expiresAt, redirectUri, challenge, challengeMethod }: OAuthCode,
  { redirect_uri, code_verifier: verifier }: Parameters,
  now: number,
): string | undefined {
  if (now >= expiresAt) return 'The code has expired. Codes are valid for 10 minutes.';
  if (redirect_uri !== redirectUri) return 'The redirect_uri differs from that of the authorization request.';
  if (challenge === null) {
    return verifier && 'There is a code_verifier, but the authorization request had no code_challenge.';
  }
  if (!verifier)
    return 'The parameter code_verifier is missing: the authorization request had a code_challenge.';
  const proof =
    challengeMethod === 'S256' ? createHash('sha256').update(verifier).digest('base64url') : verifier;
  return proof === challenge ? undefined : 'The code_verifier does not match the code_challenge.';
}

/** Revokes a token of the application (RFC 7009). Does nothing for an unknown token. */
export async function revokeToken(tx: Transaction, parameters: Parameters): Promise<void> {
  const { client_id: clientId } = await authenticateApplication(tx, parameters);
  if (!parameters.token) throw invalidRequest('The parameter token is missing or repeated.');
  await deleteOAuthToken(tx, clientId, parameters.token);
}
