import { OAUTH_CODE_LIFETIME_SECONDS } from '@trickle/sdk/contract';
import { NO_ACCOUNT, type Transaction } from '../../store/engine/store.ts';
import { listAccountsOf } from '../../store/tables/accounts.ts';
import {
  findOAuthApplication,
  type OAuthApplication,
  oauthCodes,
} from '../../store/tables/oauth-applications.ts';
import type { AccountTransaction } from '../context/context.ts';

/** Undefined if parsers of URLs disagree: with white space, control characters, backslashes, a user or a fragment. */
function callbackIn(text: string): URL | undefined {
  const url = /[\s\p{Cc}\\#]/u.test(text) ? null : URL.parse(text);
  return url && url.username === '' && url.password === '' ? url : undefined;
}

/** Whether an application can register a URL as its callback. */
// Unspecified: U-123
export const isCallbackUrl = (text: string): boolean =>
  !/^(?:javascript|data|vbscript):$/i.test(callbackIn(text)?.protocol ?? 'data:');

export const CALLBACK_URL =
  'absolute, without a fragment, a script scheme, a user name or password, spaces and backslashes';

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

export const invalidRequest = (description: string) => new OAuthError('invalid_request', description);

/** The request's parameters by name. A repeated parameter counts as missing. */
export type Parameters = Readonly<Record<string, string | undefined>>;

export interface ClientApplication {
  readonly application: OAuthApplication;
  readonly redirectUri: string;
}

/** The part of an authorization request that is stored with its code. */
interface ConsentRequest {
  readonly challenge: string | null;
  readonly challengeMethod: 'S256' | 'plain' | null;
}

/** Finds the application that requests access. Show its errors to the user: the redirect URI is not trusted before. */
// Unspecified: U-20
export async function identifyApplication(
  tx: Transaction,
  { client_id: clientId, redirect_uri: redirectUri }: Parameters,
): Promise<ClientApplication> {
  if (!clientId) throw invalidRequest('The parameter client_id is missing or repeated.');
  const application = await findOAuthApplication(tx, clientId);
  if (!application) {
    throw new OAuthError('unauthorized_client', `Application not found: ${clientId}.`);
  }
  if (application.redirect_uris.length === 0) {
    const why = `The application ${application.name} is inactive because it has no callback URL.`;
    throw new OAuthError('unauthorized_client', why);
  }
  if (!redirectUri) throw invalidRequest('The parameter redirect_uri is missing or repeated.');
  const callback = callbackIn(redirectUri);
  if (!callback || !application.redirect_uris.some((registered) => isCallback(registered, callback))) {
    const why = `The redirect_uri is not a callback URL of ${application.name}: ${redirectUri}`;
    throw invalidRequest(why);
  }
  return { application, redirectUri };
}

/** Whether a URL matches a registered one. More parameters are fine, as some libraries add, and any port of localhost. */
// Unspecified: U-123
function isCallback(registeredText: string, callback: URL): boolean {
  const registered = URL.parse(registeredText);
  if (!registered || locationOf(registered) !== locationOf(callback)) return false;
  const pairs = new Set([...callback.searchParams].map((pair) => JSON.stringify(pair)));
  return [...registered.searchParams].every((pair) => pairs.has(JSON.stringify(pair)));
}

/** Scheme, host, port and path, without the port if the host is the local machine. */
function locationOf(url: URL): string {
  const location = new URL(url);
  location.search = '';
  if (/^(?:localhost|127\.0\.0\.1|\[::1\])$/.test(location.hostname)) location.port = '';
  return location.href;
}

/** Reads an authorization request. Redirect its errors to the application. */
export function readConsentRequest(parameters: Parameters): ConsentRequest {
  const { response_type, code_challenge: challenge, code_challenge_method: method } = parameters;
  if (!response_type) throw invalidRequest('The parameter response_type is missing or repeated.');
  if (response_type !== 'code') {
    throw new OAuthError('unsupported_response_type', `response_type must be code, not '${response_type}'.`);
  }
  if (challenge === undefined) {
    if (method !== undefined) throw invalidRequest('code_challenge_method requires code_challenge.');
    return { challenge: null, challengeMethod: null };
  }
  if (!/^[\w.~-]{43,128}$/.test(challenge)) {
    throw invalidRequest('code_challenge must have 43 to 128 letters, digits, or - . _ ~');
  }
  if (method !== undefined && method !== 'S256' && method !== 'plain') {
    throw invalidRequest(`code_challenge_method must be S256 or plain, not '${method}'.`);
  }
  return { challenge, challengeMethod: method ?? 'plain' };
}

/** Creates the code that the application exchanges for a token of this user. */
export async function giveConsent(
  { services, tx }: Pick<AccountTransaction, 'services' | 'tx'>,
  { application, redirectUri }: ClientApplication,
  request: ConsentRequest,
  userId: string,
): Promise<string> {
  const [account] = await listAccountsOf(tx, userId);
  const accountId = account?.id ?? '';
  const code = services.ids.hex();
  const expiresAt = services.forAccount(accountId).clock.now() + OAUTH_CODE_LIFETIME_SECONDS * 1000;
  const { client_id: clientId } = application;
  const row = { code, clientId, userId, accountId, redirectUri, ...request, expiresAt, token: null };
  await oauthCodes.insert(tx, NO_ACCOUNT, row);
  return code;
}
