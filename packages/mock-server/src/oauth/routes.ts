import { contract } from '@trickle/sdk/contract';
import type { Context, Hono } from 'hono';
import {
  type Asker,
  giveConsent,
  identifyAsker,
  type Parameters,
  readConsentRequest,
} from '../domain/oauth-authorization.ts';
import { OAuthRefusal } from '../domain/oauth-error.ts';
import { exchangeCode, revokeToken } from '../domain/oauth-exchange.ts';
import { unauthorized } from '../http/refusals.ts';
import type { ServeSettings } from '../http/serve.ts';
import { findUserId, listUserEmails } from '../store/accounts.ts';
import { consentPage, refusalPage } from './consent-page.ts';
import { formOf, parametersOf, tokenParameters } from './parameters.ts';

/** How many users the page names; any other can be typed in. */
const MOST_USERS = 50;

/** Binds the authorization code flow: the page that asks for consent, the exchange of codes, and revocation. */
// Unspecified: U-39
export function bindOAuth(app: Hono, settings: ServeSettings): void {
  const { authorize, token } = contract.oauth;
  app.get(authorize.path, (http) => sendBackRefusals(http, settings, (asker) => ask(http, settings, asker)));
  app.post(authorize.path, (http) =>
    sendBackRefusals(http, settings, (asker) => decide(http, settings, asker)),
  );
  app.post(token.path, (http) => answerToken(http, settings));
  // Unspecified: U-124
  app.post('/oauth/revoke', (http) => answerRevocation(http, settings));
}

const queryOf = (http: Context): Parameters => parametersOf(new URL(http.req.url).searchParams);

/** Finds out who asks and goes on; a refusal is sent back to the application as soon as its address is trusted. */
async function sendBackRefusals(
  http: Context,
  { world }: ServeSettings,
  work: (asker: Asker) => Promise<Response>,
): Promise<Response> {
  let asker: Asker | undefined;
  try {
    asker = await world.store.read((tx) => identifyAsker(tx, queryOf(http)));
    return await work(asker);
  } catch (error) {
    if (!(error instanceof OAuthRefusal)) throw error;
    if (asker) return sendBack(http, asker, { error: error.error, error_description: error.message });
    const { body, headers } = await refusalPage(error);
    return http.html(body, 400, headers);
  }
}

/** Sends the user back to the application, with its `state`. */
function sendBack(http: Context, { redirectUri }: Asker, answer: Readonly<Record<string, string>>): Response {
  const address = new URL(redirectUri);
  for (const [name, value] of Object.entries(answer)) address.searchParams.set(name, value);
  const { state } = queryOf(http);
  if (state !== undefined) address.searchParams.set('state', state);
  return http.body(null, 302, { location: address.href, 'cache-control': 'no-store' });
}

async function ask(
  http: Context,
  { world }: ServeSettings,
  asker: Asker,
  wrong?: { readonly email: string; readonly why: string },
): Promise<Response> {
  readConsentRequest(queryOf(http));
  const users = await world.store.read((tx) => listUserEmails(tx, MOST_USERS));
  const { pathname, search } = new URL(http.req.url);
  const { body, headers } = await consentPage({ ...asker, action: pathname + search, users, wrong });
  return http.html(body, wrong ? 422 : 200, headers);
}

async function decide(http: Context, settings: ServeSettings, asker: Asker): Promise<Response> {
  const site = http.req.header('sec-fetch-site');
  if (site !== undefined && site !== 'same-origin' && site !== 'none') {
    throw unauthorized('Consent is given on the page of this server only.');
  }
  const request = readConsentRequest(queryOf(http));
  const { email = '', decision } = await formOf(http.req.raw, settings.bodyLimit);
  if (decision !== 'allow') throw new OAuthRefusal('access_denied', 'The user has denied access.');
  const { world } = settings;
  const code = await world.store.write(async (tx) => {
    const userId = await findUserId(tx, email);
    return userId === undefined ? undefined : giveConsent(world, tx, asker, request, userId);
  });
  if (code !== undefined) return sendBack(http, asker, { code });
  const why = email === '' ? 'Say who you are.' : `There is no user ${email} here.`;
  return ask(http, settings, asker, { email, why });
}

const UNCACHED = { 'cache-control': 'no-store', pragma: 'no-cache' };

/** The answer of RFC 6749 (5.2) to what is refused. */
// Unspecified: U-20
function refusalJson(http: Context, { error, message }: OAuthRefusal): Response {
  const isClient = error === 'invalid_client';
  const wantsBasic = isClient && http.req.header('authorization') !== undefined;
  return http.json({ error, error_description: message }, isClient ? 401 : 400, {
    ...UNCACHED,
    ...(wantsBasic && { 'www-authenticate': 'Basic realm="OAuth"' }),
  });
}

async function answerToken(http: Context, { world, bodyLimit }: ServeSettings): Promise<Response> {
  const parameters = await tokenParameters(http.req.raw, bodyLimit);
  try {
    const exchanged = await world.store.write((tx) => exchangeCode(world, tx, parameters));
    if ('refusal' in exchanged) return refusalJson(http, exchanged.refusal);
    return http.json(exchanged.token, 200, UNCACHED);
  } catch (error) {
    if (error instanceof OAuthRefusal) return refusalJson(http, error);
    throw error;
  }
}

async function answerRevocation(http: Context, { world, bodyLimit }: ServeSettings): Promise<Response> {
  const parameters = await tokenParameters(http.req.raw, bodyLimit);
  try {
    await world.store.write((tx) => revokeToken(tx, parameters));
    return http.body(null, 200, UNCACHED);
  } catch (error) {
    if (error instanceof OAuthRefusal) return refusalJson(http, error);
    throw error;
  }
}
