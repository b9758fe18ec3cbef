import { oauth as endpoints, type Token } from '../contract/oauth.ts';
import { ApiError } from '../core/api-errors.ts';
import { checkMaxResponseSize, checkNames, checkTimeout, normalBaseUrl } from '../core/settings.ts';
import { type Fetch, fetchOf } from '../options.ts';
import { checkQuery } from '../transport/input/check-query.ts';
import type { PreparedRequest } from '../transport/receive.ts';
import {
  type Authorization,
  type AuthorizeArguments,
  type Callback,
  codeOf,
  type OAuthSession,
  type StartArguments,
  startOf,
} from './authorization.ts';
import { isOAuthErrorBody, OAuthError } from './oauth-error.ts';

/** Options of {@link createOAuth}: the application, as registered with the service. */
export interface OAuthOptions {
  /** URL of the authorization server, up to `/oauth/`. */
  readonly authUrl: string | URL;
  readonly clientId: string;
  readonly clientSecret: string;
  /** URL to which the service redirects the user with the code. */
  readonly redirectUri: string;
  /** Default: the runtime's `fetch`. */
  readonly fetch?: Fetch | undefined;
  /** Timeout of the exchange, in milliseconds; false for none. Default 30,000. */
  readonly timeout?: number | false | undefined;
  /** Maximum size of a response, in bytes after decompression. Default 1,048,576. */
  readonly maxResponseSize?: number | undefined;
}

/** Arguments of the exchange for a token. */
export interface TokenArguments {
  /** The `code` that the service added to the redirect. Valid for 10 minutes, once. */
  readonly code: string;
  /** PKCE (RFC 7636). */
  readonly code_verifier?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** The authorization code flow of an application: `start` and `callback`, or `authorize` and `token` as single steps. */
export interface OAuth {
  /**
   * Starts an authorization with a state and PKCE. Keep `state` and `codeVerifier` in the user's session, and redirect
   * the user to `url`.
   *
   * Interface: "Authentication", 3.1.
   *
   * @example
   * ```ts
   * const { url, ...session } = await oauth.start();
   * console.log(Object.keys(session)); // [ 'state', 'codeVerifier' ]
   * ```
   */
  start(options?: StartArguments): Promise<Authorization>;
  /**
   * Completes an authorization when the user returns: compares the state and exchanges the code for a token. Delete the
   * `session` first, since it is valid for one attempt.
   *
   * Interface: "Authentication", 3.2 and 3.3.
   *
   * @throws {@link OAuthCallbackError} if the user denied access, or the callback does not match the session.
   * @throws {@link OAuthError} if the service rejects the code.
   *
   * @example
   * ```ts
   * const { url, ...session } = await oauth.start(); // the user denies access there
   * const back = `https://app.example.com/callback?error=access_denied&state=${session.state}`;
   * const answer = await oauth.callback(new Request(back), session).catch(({ error }) => error);
   * console.log(answer); // access_denied
   * ```
   */
  callback(
    request: Callback,
    session: OAuthSession,
    options?: { readonly signal?: AbortSignal | undefined },
  ): Promise<Token>;
  /**
   * The URL of the page that asks the user for consent. Redirect the user there.
   *
   * Interface: "Authentication", 3.1.
   *
   * @example
   * ```ts
   * console.log(new URL(oauth.authorize({ state: 'random' })).pathname); // /oauth/authorize
   * ```
   */
  authorize(query?: AuthorizeArguments): string;
  /**
   * Exchanges a code for a token, for `createClient({ accessToken: token.access_token })`. Tokens do not expire.
   * Never retried, since a code is valid once.
   *
   * Interface: "Authentication", 3.3.
   *
   * @throws {@link OAuthError} if the service rejects the code.
   *
   * @example
   * ```ts
   * const token = await oauth.token({ code: 'of yesterday' }).catch(({ error }) => error);
   * console.log(token); // invalid_grant
   * ```
   */
  token(grant: TokenArguments): Promise<Token>;
}

const NAMES = ['authUrl', 'clientId', 'clientSecret', 'redirectUri', 'fetch', 'timeout', 'maxResponseSize'];

interface Application extends Pick<PreparedRequest, 'fetch' | 'timeout' | 'maxResponseSize'> {
  readonly authUrl: string;
  readonly client_id: string;
  readonly client_secret: string;
  readonly redirect_uri: string;
}

/** Creates the authorization code flow of an application. Never exposes the secret. */
export function createOAuth(options: OAuthOptions): OAuth {
  const application = applicationOf(options);
  const oauth: OAuth = {
    async start(options = {}) {
      const { session, parameters } = await startOf(options);
      return { url: oauth.authorize(parameters), ...session };
    },

    async callback(request, session, { signal } = {}) {
      const code = await codeOf(request, session);
      return oauth.token({ code, code_verifier: session.codeVerifier, signal });
    },

    authorize(more = {}) {
      const { authUrl, client_id, redirect_uri } = application;
      const { path, query: schema } = endpoints.authorize;
      const query = { response_type: 'code', client_id, redirect_uri, ...more };
      if (schema) checkQuery('authorize', schema, query);
      return `${authUrl}${path}?${parameters(query)}`;
    },

    token: (grant) => requestToken(application, grant),
  };
  return oauth;
}

function applicationOf(options: OAuthOptions): Application {
  checkNames(options, NAMES, 'createOAuth');
  const { clientId, clientSecret, redirectUri, timeout = 30_000, maxResponseSize = 1_048_576 } = options;
  const authUrl = normalBaseUrl(options.authUrl, 'authUrl');
  checkTimeout(timeout);
  checkMaxResponseSize(maxResponseSize);
  const registered = { client_id: clientId, client_secret: clientSecret, redirect_uri: redirectUri };
  return { ...registered, authUrl, fetch: guarded(fetchOf(options.fetch)), timeout, maxResponseSize };
}

async function requestToken(application: Application, { signal, ...grant }: TokenArguments): Promise<Token> {
  const { authUrl, client_id, client_secret, redirect_uri, ...limits } = application;
  const { path, method, query: schema, response } = endpoints.token;
  const grant_type = 'authorization_code';
  const query = { response_type: 'token', client_id, client_secret, redirect_uri, grant_type, ...grant };
  if (schema) checkQuery('token', schema, query);
  const summary = { method, url: authUrl + path };
  // Loaded on use: `authorize` sends nothing.
  const { bodyOf, sendOnce } = await import('../transport/send-once.ts');
  try {
    const url = `${summary.url}?${parameters(query)}`;
    const headers = { accept: 'application/json' };
    const answer = await sendOnce({ ...limits, url, headers, signal, summary });
    return response.unwrap(bodyOf(response, answer, summary));
  } catch (error) {
    if (!(error instanceof ApiError) || !isOAuthErrorBody(error.body)) throw error;
    throw new OAuthError({ request: summary, response: error.response, body: error.body });
  }
}

function parameters(query: object): string {
  const entries = Object.entries(query).filter(([, value]) => value !== undefined);
  return new URLSearchParams(entries).toString();
}

/**
 * Hides the URL of the exchange, since its query contains the client secret. A response has its URL, and so does the
 * error message of some runtimes, whose cause is the plain network error.
 */
function guarded(fetch: Fetch): Fetch {
  return async (request) => {
    let response: Response;
    try {
      response = await fetch(request);
    } catch (error) {
      throw request.signal.aborted || !(error instanceof Error) ? error : error.cause;
    }
    const { body, status, statusText, headers } = response;
    return new Response(body, { status, statusText, headers });
  };
}
