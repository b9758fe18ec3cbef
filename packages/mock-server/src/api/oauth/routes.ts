import { contract } from '@trickle/sdk/contract';
import type { Context, Hono } from 'hono';
import {
  type Asker,
  giveConsent,
  identifyAsker,
  type Parameters,
  readConsentRequest,
} from '../../domain/oauth/authorize.ts';
import { OAuthError } from '../../domain/oauth/error.ts';
import { exchangeCode, revokeToken } from '../../domain/oauth/exchange.ts';
import { NO_ACCOUNT } from '../../store/engine/store.ts';
import { findUserId, listUserEmails } from '../../store/tables/accounts.ts';
import { sharedSecret } from '../../store/tables/server-secrets.ts';
import type { ApiServer } from '../http/handler.ts';
import type { Peer } from '../http/peer.ts';
import type { RequestContext } from '../http/record-request.ts';
import { redirectTo } from '../http/redirect.ts';
import { type ConsentView, consentPage, errorPage } from './consent-page.ts';
import { type PageTokens, pageTokens } from './page-token.ts';
import { formOf, parametersOf, tokenParameters } from './parameters.ts';

/** Maximum number of users listed on the page. Others can be typed in. */
const MAX_USERS = 50;

/** Settings of the authorization flow. */
interface OAuthSettings extends OAuthServeSettings {
  readonly tokens: PageTokens;
}

/** The settings of a server, and whether a visitor of the consent page may see whom the server knows. */
interface OAuthServeSettings extends ApiServer {
  readonly mayListUsers: (request: Request, peer: Peer | undefined) => boolean;
}

/** Binds the authorization code flow: consent page, token exchange and revocation. */
// Unspecified: U-39
export function bindOAuth(app: Hono, serveSettings: OAuthServeSettings): void {
  const { store, ids } = serveSettings.world;
  const key = () => sharedSecret(store, 'consent_page', () => ids.hex());
  const settings = { ...serveSettings, tokens: pageTokens(key) };
  const { authorize, token } = contract.oauth;
  app.get(authorize.path, (http) => redirectErrors(http, settings, (asker) => ask(http, settings, asker)));
  app.post(authorize.path, (http) =>
    isCrossSite(http, settings)
      ? errorPage('invalid_request', 'Give your consent on the page of this server.', 403)
      : redirectErrors(http, settings, (asker) => decide(http, settings, asker)),
  );
  app.post(token.path, (http) => answerToken(http, settings));
  // Unspecified: U-124
  app.post('/oauth/revoke', (http) => answerRevocation(http, settings));
}

const queryOf = (http: Context): Parameters => parametersOf(new URL(http.req.url).searchParams);

/** Whether a browser reports that a form was sent from another site. */
function isCrossSite(http: Context, { publicUrl }: ApiServer): boolean {
  const site = http.req.header('sec-fetch-site');
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return true;
  const origin = http.req.header('origin');
  if (origin === undefined) return false;
  const { address } = http.env as RequestContext; // passed in by `recordRequest`
  // Behind a proxy that terminates TLS, the schemes differ.
  const own = [publicUrl, address.origin].map((url) => URL.parse(url ?? '')?.host);
  const host = URL.parse(origin)?.host;
  return host === undefined || !own.includes(host);
}

/** Identifies the application and continues. Errors are redirected to the application once its URL is verified. */
async function redirectErrors(
  http: Context,
  { world }: ApiServer,
  work: (asker: Asker) => Promise<Response>,
): Promise<Response> {
  let asker: Asker | undefined;
  try {
    asker = await world.store.read((tx) => identifyAsker(tx, queryOf(http)));
    return await work(asker);
  } catch (error) {
    if (!(error instanceof OAuthError)) throw error;
    if (asker) return sendBack(http, asker, { error: error.error, error_description: error.message });
    return errorPage(error.error, error.message, 400);
  }
}

/** Redirects the user to the application, with its `state`. */
function sendBack(http: Context, { redirectUri }: Asker, answer: Readonly<Record<string, string>>): Response {
  const address = new URL(redirectUri);
  for (const [name, value] of Object.entries(answer)) address.searchParams.set(name, value);
  const { state } = queryOf(http);
  if (state !== undefined) address.searchParams.set('state', state);
  const redirect = redirectTo(address.href, 302);
  if (!redirect) throw new TypeError(`no URL: ${address.href}`);
  return redirect;
}

async function ask(
  http: Context,
  { world, tokens, mayListUsers }: OAuthSettings,
  asker: Asker,
  wrong?: ConsentView['wrong'],
): Promise<Response> {
  const query = queryOf(http);
  readConsentRequest(query);
  const { peer } = http.env as RequestContext; // passed in by `recordRequest`
  // Unspecified: U-292
  const users = mayListUsers(http.req.raw, peer)
    ? await world.store.read((tx) => listUserEmails(tx, MAX_USERS))
    : [];
  const { pathname, search } = new URL(http.req.url);
  const token = await tokens.make(query, world.clock.now());
  return consentPage({ ...asker, action: pathname + search, token, users, wrong });
}

async function decide(http: Context, settings: OAuthSettings, asker: Asker): Promise<Response> {
  const { world, tokens, bodyLimit } = settings;
  const query = queryOf(http);
  const request = readConsentRequest(query);
  const { email = '', decision, page_token: token } = await formOf(http.req.raw, bodyLimit);
  if (!(await tokens.isValid(token, query, world.clock.now()))) {
    const why = 'This page is too old, or not from this server. Please choose again.';
    return ask(http, settings, asker, { email, why, status: 403 });
  }
  if (decision !== 'allow') throw new OAuthError('access_denied', 'The user has denied access.');
  const code = await world.store.write(async (tx) => {
    const userId = await findUserId(tx, email);
    return userId === undefined ? undefined : giveConsent({ world, tx }, asker, request, userId);
  }, NO_ACCOUNT);
  if (code !== undefined) return sendBack(http, asker, { code });
  const why = email === '' ? 'Enter the email address of a user.' : `User not found: ${email}.`;
  return ask(http, settings, asker, { email, why, status: 422 });
}

const UNCACHED = { 'cache-control': 'no-store', pragma: 'no-cache' };

/** An error response as in RFC 6749 (5.2). */
// Unspecified: U-20
function errorJson(http: Context, { error, message }: OAuthError): Response {
  const isClient = error === 'invalid_client';
  const wantsBasic = isClient && http.req.header('authorization') !== undefined;
  return http.json({ error, error_description: message }, isClient ? 401 : 400, {
    ...UNCACHED,
    ...(wantsBasic && { 'www-authenticate': 'Basic realm="OAuth"' }),
  });
}

async function answerToken(http: Context, { world, bodyLimit }: ApiServer): Promise<Response> {
  const parameters = await tokenParameters(http.req.raw, bodyLimit);
  try {
    const exchanged = await world.store.write((tx) => exchangeCode(world, tx, parameters), NO_ACCOUNT);
    if ('error' in exchanged) return errorJson(http, exchanged.error);
    return http.json(exchanged.token, 200, UNCACHED);
  } catch (error) {
    if (error instanceof OAuthError) return errorJson(http, error);
    throw error;
  }
}

async function answerRevocation(http: Context, { world, bodyLimit }: ApiServer): Promise<Response> {
  const parameters = await tokenParameters(http.req.raw, bodyLimit);
  try {
    await world.store.write((tx) => revokeToken(tx, parameters), NO_ACCOUNT);
    return http.body(null, 200, UNCACHED);
  } catch (error) {
    if (error instanceof OAuthError) return errorJson(http, error);
    throw error;
  }
}
