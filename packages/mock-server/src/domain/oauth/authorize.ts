import { OAUTH_CODE_LIFETIME_SECONDS } from '@trickle/sdk/contract';
import { listAccountsOf } from '../../store/accounts.ts';
import { findOAuthApplication, type OAuthApplication } from '../../store/oauth-applications.ts';
import { insertOAuthCode } from '../../store/oauth-codes.ts';
import type { Transaction } from '../../store/store.ts';
import type { World } from '../../world/world.ts';
import { invalidRequest, OAuthError } from './error.ts';

/** The parameters of a request, by name; of one that is there twice, none. */
export type Parameters = Readonly<Record<string, string | undefined>>;

/** Who asks, and where the user is sent back to. */
export interface Asker {
  readonly application: OAuthApplication;
  readonly redirectUri: string;
}

/** What the user is asked to consent to. */
export interface ConsentRequest {
  readonly challenge: string | null;
  readonly challengeMethod: 'S256' | 'plain' | null;
}

/**
 * Who asks for access. What is wrong here is told to the user and not sent back, since nobody knows yet whether the
 * address to send it to can be trusted.
 */
// Unspecified: U-20
export async function identifyAsker(
  tx: Transaction,
  { client_id: clientId, redirect_uri: redirectUri }: Parameters,
): Promise<Asker> {
  if (!clientId) throw invalidRequest('The parameter client_id is missing, or there twice.');
  const application = await findOAuthApplication(tx, clientId);
  if (!application) {
    throw new OAuthError('unauthorized_client', `There is no application with the client id '${clientId}'.`);
  }
  if (application.redirect_uris.length === 0) {
    const why = `The application ${application.name} has no callback URL, and is not active without one.`;
    throw new OAuthError('unauthorized_client', why);
  }
  if (!redirectUri) throw invalidRequest('The parameter redirect_uri is missing, or there twice.');
  const given = callbackIn(redirectUri);
  if (!given || !application.redirect_uris.some((registered) => isCallback(registered, given))) {
    const why = `The redirect_uri is none of the callback URLs of ${application.name}: ${redirectUri}`;
    throw invalidRequest(why);
  }
  return { application, redirectUri };
}

/**
 * A callback URL as it was sent. Undefined where programs read it differently: with blanks, control characters,
 * backslashes, user information or a fragment.
 */
function callbackIn(text: string): URL | undefined {
  const url = /[\s\p{Cc}\\#]/u.test(text) ? null : URL.parse(text);
  return url && url.username === '' && url.password === '' ? url : undefined;
}

/**
 * Whether a URL is a registered one after both are normalised. The query may have more parameters, which some login
 * libraries add; the port may differ where the host is this machine.
 */
// Unspecified: U-123
function isCallback(registeredText: string, given: URL): boolean {
  const registered = URL.parse(registeredText);
  if (!registered || locationOf(registered) !== locationOf(given)) return false;
  const pairs = new Set([...given.searchParams].map((pair) => JSON.stringify(pair)));
  return [...registered.searchParams].every((pair) => pairs.has(JSON.stringify(pair)));
}

/** Scheme, host, port and path; without the port where the host is this machine. */
function locationOf(url: URL): string {
  const location = new URL(url);
  location.search = '';
  if (/^(?:localhost|127\.0\.0\.1|\[::1\])$/.test(location.hostname)) location.port = '';
  return location.href;
}

/** What is asked for. What is wrong here is sent back to the application. */
export function readConsentRequest(parameters: Parameters): ConsentRequest {
  const { response_type, code_challenge: challenge, code_challenge_method: method } = parameters;
  if (!response_type) throw invalidRequest('The parameter response_type is missing, or there twice.');
  if (response_type !== 'code') {
    throw new OAuthError('unsupported_response_type', `response_type is code, not '${response_type}'.`);
  }
  if (challenge === undefined) {
    if (method !== undefined)
      throw invalidRequest('There is a code_challenge_method without code_challenge.');
    return { challenge: null, challengeMethod: null };
  }
  if (!/^[\w.~-]{43,128}$/.test(challenge)) {
    throw invalidRequest('code_challenge has 43 to 128 letters, digits, and - . _ ~');
  }
  if (method !== undefined && method !== 'S256' && method !== 'plain') {
    throw invalidRequest(`code_challenge_method is S256 or plain, not '${method}'.`);
  }
  return { challenge, challengeMethod: method ?? 'plain' };
}

/** Makes the code that an application exchanges for access as this user. */
export async function giveConsent(
  world: World,
  tx: Transaction,
  { application, redirectUri }: Asker,
  request: ConsentRequest,
  userId: string,
): Promise<string> {
  const [account] = await listAccountsOf(tx, userId);
  const accountId = account?.id ?? '';
  const code = world.ids.hex();
  const expiresAt = world.of(accountId).clock.now() + OAUTH_CODE_LIFETIME_SECONDS * 1000;
  const { client_id: clientId } = application;
  await insertOAuthCode(tx, { code, clientId, userId, accountId, redirectUri, ...request, expiresAt });
  return code;
}
