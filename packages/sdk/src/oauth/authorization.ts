import { InputError } from '../core/errors.ts';
import { base64Url, equalTexts, sha256 } from '../http-handlers/sha256.ts';
import { OAuthCallbackError } from './callback-error.ts';

/** What is kept in the user's session until they come back. */
export interface OAuthSession {
  /** Comes back with the code, and must be the same. */
  readonly state: string;
  /** The secret of PKCE: proves that the code is exchanged by whoever asked for it. */
  readonly codeVerifier?: string | undefined;
}

/** The start of an authorization. */
export interface Authorization extends OAuthSession {
  /** The page that asks the user for consent. Redirect the user there. */
  readonly url: string;
}

/** What an authorization is started with. */
export interface StartArguments {
  /** Default: a random text of 43 characters. */
  readonly state?: string | undefined;
  /** Whether to use PKCE with S256. Default true. */
  readonly pkce?: boolean | undefined;
}

/** Where the user came back to: the request of a Fetch-style server, or a URL, as `request.url` of Node's. */
export type Callback = Request | URL | string;

/** Makes state and PKCE of an authorization, and the parameters that the page is given. */
export async function startOf({ state = random(), pkce = true }: StartArguments) {
  if (state === '') throw new InputError('`state` must be a text that is not empty.');
  if (!pkce) return { session: { state }, parameters: { state } };
  const codeVerifier = random();
  const parameters: AuthorizeArguments = {
    state,
    code_challenge: base64Url(await sha256(codeVerifier)),
    code_challenge_method: 'S256',
  };
  return { session: { state, codeVerifier }, parameters };
}

/** The code that the user brought back. */
export async function codeOf(callback: Callback, session: OAuthSession): Promise<string> {
  const address = callback instanceof Request ? callback.url : callback;
  // Node's `request.url` is a path alone; what is no address at all holds no state.
  const searchParams = URL.parse(address, 'http://localhost')?.searchParams ?? new URLSearchParams();
  // First of all: until the state is right, nothing in the address can be trusted.
  const state = single(searchParams, 'state');
  if (!session.state || !(await equalTexts(session.state, state ?? ''))) {
    throw new OAuthCallbackError('state_mismatch', 'the state is not that of the session');
  }
  const error = single(searchParams, 'error');
  if (error) throw new OAuthCallbackError(error, single(searchParams, 'error_description'));
  const code = single(searchParams, 'code');
  if (code) return code;
  throw new OAuthCallbackError('code_missing', 'the address holds no code, or several');
}

/** A parameter that is there once; RFC 6749 allows no other (3.1). */
function single(parameters: URLSearchParams, name: string): string | undefined {
  const values = parameters.getAll(name);
  return values.length === 1 ? values[0] : undefined;
}

/** 256 random bits. */
const random = () => base64Url(crypto.getRandomValues(new Uint8Array(32)));

/** What the authorize page is given beside the application. */
export interface AuthorizeArguments {
  /** Comes back with the code: compare it, so that nobody else's code is taken. */
  readonly state?: string | undefined;
  /** PKCE (RFC 7636). */
  readonly code_challenge?: string | undefined;
  readonly code_challenge_method?: 'S256' | 'plain' | undefined;
}
