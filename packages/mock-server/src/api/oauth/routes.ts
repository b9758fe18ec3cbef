import { contract } from '@trickle/sdk/contract';
import type { Context, Hono } from 'hono';
import {
  type ClientApplication,
  giveConsent,
  identifyApplication,
  OAuthError,
  type Parameters,
  readConsentRequest,
} from '../../domain/oauth/authorize.ts';
import { exchangeCode, revokeToken } from '../../domain/oauth/exchange.ts';
import { NO_ACCOUNT, type Transaction } from '../../store/engine/store.ts';
import { findUserId, listUserEmails } from '../../store/tables/accounts.ts';
import { sharedSecret } from '../../store/tables/server-secrets.ts';
import type { Peer } from '../http/address.ts';
import type { ApiServer } from '../http/handler.ts';
import type { RequestContext } from '../http/record-request.ts';
import { redirectTo } from '../http/reply.ts';
import { type ConsentView, consentPage, errorPage, type PageTokens, pageTokens } from './consent-page.ts';
import { formOf, parametersOf, tokenParameters } from './parameters.ts';

/** Maximum number of users listed on the page. Others can be typed in. */
const MAX_USERS = 50;

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
  const { store, ids } = serveSettings.services;
  const key = () => sharedSecret(store, 'consent_page', () => ids.hex());
  const settings = { ...serveSettings, tokens: pageTokens(key) };
  const { authorize, token } = contract.oauth;
  app.get(authorize.path, (http) => redirectErrors(http, settings, (client) => ask(http, settings, client)));
  app.post(authorize.path, (http) =>
    isCrossSite(http, settings)
      ? errorPage('invalid_request', 'Give your consent on the page of this server.', 403)
      : redirectErrors(http, settings, (client) => decide(http, settings, client)),
  );
  app.post(token.path, (http) =>
    answerWith(http, settings, async (tx, parameters) => {
      const exchanged = await exchangeCode(settings.services, tx, parameters);
      return 'error' in exchanged
        ? errorJson(http, exchanged.error)
        : http.json(exchanged.token, 200, UNCACHED);
    }),
  );
  // Unspecified: U-124
  app.post('/oauth/revoke', (http) =>
    answerWith(http, settings, async (tx, parameters) => {
      await revokeToken(tx, parameters);
      return http.body(null, 200, UNCACHED);
    }),
  );
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
  const hosts = [publicUrl, address.origin].map((url) => URL.parse(url ?? '')?.host);
  const host = URL.parse(origin)?.host;
  return host === undefined || !hosts.includes(host);
}

/** Identifies the application and continues. Errors are redirected to the application once its URL is verified. */
async function redirectErrors(
  http: Context,
  { services }: ApiServer,
  work: (client: ClientApplication) => Promise<Response>,
): Promise<Response> {
  let client: ClientApplication | undefined;
  try {
    client = await services.store.read((tx) => identifyApplication(tx, queryOf(http)), NO_ACCOUNT);
    return await work(client);
  } catch (error) {
    if (!(error instanceof OAuthError)) throw error;
    if (client) return sendBack(http, client, { error: error.error, error_description: error.message });
    return errorPage(error.error, error.message, 400);
  }
}

/** Redirects the user to the application, with its `state`. */
function sendBack(
  http: Context,
  { redirectUri }: ClientApplication,
  answer: Readonly<Record<string, string>>,
): Response {
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
  { services, tokens, mayListUsers }: OAuthSettings,
  client: ClientApplication,
  wrong?: ConsentView['wrong'],
): Promise<Response> {
  const query = queryOf(http);
  readConsentRequest(query);
  const { peer } = http.env as RequestContext; // passed in by `recordRequest`
  // Unspecified: U-292
  const users = mayListUsers(http.req.raw, peer)
    ? await services.store.read((tx) => listUserEmails(tx, MAX_USERS), NO_ACCOUNT)
    : [];
  const { search } = new URL(http.req.url);
  const token = await tokens.make(query, services.clock.now());
  return consentPage({ ...client, search, token, users, wrong });
}

async function decide(http: Context, settings: OAuthSettings, client: ClientApplication): Promise<Response> {
  const { services, tokens, bodyLimit } = settings;
  const query = queryOf(http);
  const request = readConsentRequest(query);
  const { email = '', decision, page_token: token } = await formOf(http.req.raw, bodyLimit);
  if (!(await tokens.isValid(token, query, services.clock.now()))) {
    const why = 'This page is too old, or not from this server. Please choose again.';
    return ask(http, settings, client, { email, why, status: 403 });
  }
  if (decision !== 'allow') throw new OAuthError('access_denied', 'The user has denied access.');
  const code = await services.store.write(async (tx) => {
    const userId = await findUserId(tx, email);
    return userId === undefined ? undefined : giveConsent({ services, tx }, client, request, userId);
  }, NO_ACCOUNT);
  if (code !== undefined) return sendBack(http, client, { code });
  const why = email === '' ? 'Enter the email address of a user.' : `User not found: ${email}.`;
  return ask(http, settings, client, { email, why, status: 422 });
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

/** Answers a request for a token, or about one, by work in a transaction. */
async function answerWith(
  http: Context,
  { services, bodyLimit }: ApiServer,
  work: (tx: Transaction, parameters: Parameters) => Promise<Response>,
): Promise<Response> {
  const parameters = await tokenParameters(http.req.raw, bodyLimit);
  try {
    return await services.store.write((tx) => work(tx, parameters), NO_ACCOUNT);
  } catch (error) {
    if (error instanceof OAuthError) return errorJson(http, error);
    throw error;
  }
}
