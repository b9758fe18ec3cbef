import { checkOption } from '../core/settings.ts';
import { base64Url, equalTexts, sha256 } from '../http-handlers/sha256.ts';
import { OAuthCallbackError } from './oauth-error.ts';

/** The part of an authorization to keep in the user's session until the callback. */
export interface OAuthSession {
  /** Returned with the code, and must then be equal. */
  readonly state: string;
  /** The secret of PKCE, which proves that the same application requested the code. */
  readonly codeVerifier?: string | undefined;
}

/** A started authorization. */
export interface Authorization extends OAuthSession {
  /** The page that asks the user for consent. Redirect the user there. */
  readonly url: string;
}

/** Options of an authorization. */
export interface StartArguments {
  /** Default: a random string of 43 characters. */
  readonly state?: string | undefined;
  /** Whether to use PKCE with S256. Default true. */
  readonly pkce?: boolean | undefined;
}

/** The callback: the request of a Fetch-style server, or its URL, such as `request.url` of Node.js. */
export type Callback = Request | URL | string;

/** Makes the state and PKCE of an authorization, and the parameters of its page. */
export async function startOf({ state = random(), pkce = true }: StartArguments) {
  checkOption('state', state !== '', 'a string that is not empty');
  if (!pkce) return { session: { state }, parameters: { state } };
  const codeVerifier = random();
  const code_challenge = base64Url(await sha256(codeVerifier));
  const parameters = { state, code_challenge, code_challenge_method: 'S256' } as const;
  return { session: { state, codeVerifier }, parameters };
}

/** Extracts the code from a callback, after comparing the state. */
export async function codeOf(callback: Callback, session: OAuthSession): Promise<string> {
  const url = callback instanceof Request ? callback.url : callback;
  // `request.url` of Node.js is a path. An invalid URL has no state.
  const searchParams = URL.parse(url, 'http://localhost')?.searchParams ?? new URLSearchParams();
  // Checked first, since nothing else in the URL can be trusted without it.
  const state = single(searchParams, 'state');
  if (!session.state || !(await equalTexts(session.state, state ?? ''))) {
    throw new OAuthCallbackError('state_mismatch', 'the state differs from that of the session');
  }
  const error = single(searchParams, 'error');
  if (error) throw new OAuthCallbackError(error, single(searchParams, 'error_description'));
  const code = single(searchParams, 'code');
  if (code) return code;
  throw new OAuthCallbackError('code_missing', 'the URL has no code, or several');
}

/** A parameter that occurs once. RFC 6749 forbids repeated ones (3.1). */
function single(parameters: URLSearchParams, name: string): string | undefined {
  const values = parameters.getAll(name);
  return values.length === 1 ? values[0] : undefined;
}

/** 256 random bits. */
const random = () => base64Url(crypto.getRandomValues(new Uint8Array(32)));

/** Parameters of the authorize page in addition to those of the application. */
export interface AuthorizeArguments {
  /** Returned with the code. Compare it, so that nobody can inject another code. */
  readonly state?: string | undefined;
  /** PKCE (RFC 7636). */
  readonly code_challenge?: string | undefined;
  readonly code_challenge_method?: 'S256' | 'plain' | undefined;
}
