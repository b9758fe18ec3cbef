import { createHash } from 'node:crypto';
import type { Token } from '@trickle/sdk/contract';
import { deleteOAuthToken, insertToken } from '../../store/accounts.ts';
import { findOAuthApplication, type OAuthApplication } from '../../store/oauth-applications.ts';
import { findOAuthCode, type KeptOAuthCode, spendOAuthCode } from '../../store/oauth-codes.ts';
import type { Transaction } from '../../store/store.ts';
import { isoTime } from '../../values/iso-time.ts';
import type { World } from '../../world/world.ts';
import type { Parameters } from './authorize.ts';
import { invalidRequest, OAuthError } from './error.ts';

/** What came of an exchange: a token, or why there is none. A refusal may have taken a token away, and is kept. */
export type Exchanged = { readonly token: Token } | { readonly error: OAuthError };

/** The application whose id and secret these are. */
// Unspecified: U-20
async function authenticateApplication(
  tx: Transaction,
  { client_id: clientId, client_secret: secret }: Parameters,
): Promise<OAuthApplication> {
  if (!clientId) throw invalidRequest('The parameter client_id is missing, or there twice.');
  const application = await findOAuthApplication(tx, clientId);
  if (!application) {
    throw new OAuthError('invalid_client', `There is no application with the client id '${clientId}'.`);
  }
  if (!secret) throw invalidRequest('The parameter client_secret is missing, or there twice.');
  if (secret !== application.client_secret) {
    throw new OAuthError('invalid_client', 'The client_secret is not that of the application.');
  }
  return application;
}

/** Exchanges a code for a token: within 10 minutes, once, by whom and for the address that it was made for. */
// Unspecified: U-20
export async function exchangeCode(
  world: World,
  tx: Transaction,
  parameters: Parameters,
): Promise<Exchanged> {
  const application = await authenticateApplication(tx, parameters);
  const { grant_type, response_type, code: text, redirect_uri } = parameters;
  if (!grant_type) throw invalidRequest('The parameter grant_type is missing, or there twice.');
  if (grant_type !== 'authorization_code') {
    const why = `grant_type is authorization_code, not '${grant_type}'.`;
    throw new OAuthError('unsupported_grant_type', why);
  }
  // RFC 6749 knows no response_type here, so clients that follow it send none.
  if (response_type !== undefined && response_type !== 'token') {
    throw invalidRequest(`response_type is token, not '${response_type}'.`);
  }
  if (!text) throw invalidRequest('The parameter code is missing, or there twice.');
  if (!redirect_uri) throw invalidRequest('The parameter redirect_uri is missing, or there twice.');

  const code = await findOAuthCode(tx, text);
  if (!code || code.clientId !== application.client_id) return invalidGrant('There is no such code.');
  if (code.token !== null) {
    // Whoever brings a code twice may have stolen it: what it was exchanged for is taken away (RFC 6749, 4.1.2).
    await deleteOAuthToken(tx, code.clientId, code.token);
    return invalidGrant('The code was used before; the token that it was exchanged for is revoked.');
  }
  const { clock, ids } = world.of(code.accountId);
  const why = exchangeError(code, parameters, clock.now());
  if (why !== undefined) return invalidGrant(why);
  const access_token = ids.hex() + ids.hex();
  const createdAt = isoTime(clock.now());
  await insertToken(tx, { token: access_token, userId: code.userId, clientId: code.clientId, createdAt });
  await spendOAuthCode(tx, text, access_token);
  return { token: { access_token, token_type: 'bearer', scope: 'public' } };
}

const invalidGrant = (why: string): Exchanged => ({ error: new OAuthError('invalid_grant', why) });

/** Why a code that was not used yet is worth nothing. */
function exchangeError(
  { expiresAt, redirectUri, challenge, challengeMethod }: KeptOAuthCode,
  { redirect_uri, code_verifier: verifier }: Parameters,
  now: number,
): string | undefined {
  if (now >= expiresAt) return 'The code has expired: it is valid for 10 minutes.';
  if (redirect_uri !== redirectUri) return 'The redirect_uri is not the one that the user was asked with.';
  if (challenge === null) return undefined;
  if (!verifier) return 'The parameter code_verifier is missing: the user was asked with a code_challenge.';
  const proof =
    challengeMethod === 'S256' ? createHash('sha256').update(verifier).digest('base64url') : verifier;
  return proof === challenge ? undefined : 'The code_verifier does not belong to the code_challenge.';
}

/** Takes a token of an application away (RFC 7009); one that is not there is as good as taken. */
export async function revokeToken(tx: Transaction, parameters: Parameters): Promise<void> {
  const { client_id: clientId } = await authenticateApplication(tx, parameters);
  if (!parameters.token) throw invalidRequest('The parameter token is missing, or there twice.');
  await deleteOAuthToken(tx, clientId, parameters.token);
}
