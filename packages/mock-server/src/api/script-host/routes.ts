import type { Hono, Context as Http } from 'hono';
import type { Services } from '../../domain/context/services.ts';
import { MAX_WARNINGS } from '../../shared/coercion/findings.ts';
import { beginning } from '../../store/engine/place.ts';
import type { Transaction } from '../../store/engine/store.ts';
import { type AccountRow, findAccount } from '../../store/tables/accounts.ts';
import { ANY_ORIGIN, corsHeaders } from '../http/cors.ts';
import { errorResponse, methodNotAllowed, notFound } from '../http/errors.ts';
import type { ApiServer } from '../http/handler.ts';
import { PUBLIC_BODY_LIMIT, readText } from '../http/read-request.ts';
import type { RequestContext } from '../http/record-request.ts';
import { accountScript, answerScript, pinnedScript } from './assets.ts';
import { scriptConfig } from './config.ts';
import { bindForms } from './forms/routes.ts';
import { applyMessages } from './messages.ts';
import { readMessages } from './read-messages.ts';
import { sharedCookie } from './shared-visitor.ts';

/** Serves the page script, and accepts the script's messages. */
export function bindScriptHost(app: Hono, settings: ApiServer): void {
  const { services } = settings;
  bindForms(app, settings);
  bindPinned(app, services);

  app.get('/:script{[^/]+\\.js}', async (http) => {
    const accountId = http.req.param('script').slice(0, -'.js'.length);
    const config = await ofAccount(services, accountId, scriptConfig);
    return answerScript(http, await accountScript(config));
  });

  // Unspecified: U-73
  app.get('/client/:account_id/config', async (http) => {
    const { account: _, ...config } = await ofAccount(services, http.req.param('account_id'), scriptConfig);
    return http.json(config, 200, { 'cache-control': 'public, max-age=300', ...ANY_ORIGIN });
  });

  bindMessages(app, settings);
  for (const [path, method] of Object.entries(METHODS)) {
    app.all(path, ({ req, env }) =>
      methodNotAllowed(req.method, req.path, [method]).response((env as RequestContext).entry),
    );
  }
}

/** The method of each path. Others are answered with 405. */
// Unspecified: U-06
const METHODS = {
  '/client/:account_id/messages': 'POST',
  '/client/:account_id/config': 'GET',
  '/client/:account_id/forms.js': 'GET',
  '/forms/:form_id': 'GET',
  '/forms/:form_id/submissions': 'POST',
} as const;

// Unspecified: U-27
function bindMessages(app: Hono, settings: ApiServer): void {
  app.post('/client/:account_id/messages', async (http) => {
    const { entry } = http.env as RequestContext; // passed in by `recordRequest`
    try {
      return await takeMessages(http, settings, http.req.param('account_id'));
    } catch (error) {
      entry.problem = error instanceof Error ? error.message : String(error);
      const response = errorResponse(error, settings.report, entry);
      // Without CORS headers, a page takes an error for a network failure and retries for days.
      for (const [name, value] of Object.entries(corsHeaders(http))) response.headers.set(name, value);
      return response;
    }
  });
}

async function takeMessages(
  http: Http,
  { services, bodyLimit, limits, strict }: ApiServer,
  accountId: string,
): Promise<Response> {
  const { peer, entry } = http.env as RequestContext; // passed in by `recordRequest`
  entry.body = await readText(http.req.raw, Math.min(bodyLimit, PUBLIC_BODY_LIMIT));
  const envelope = readMessages(entry.body);
  const accountServices = services.forAccount(accountId);
  const warnings: string[] = [];
  const { results, sharedVisitor } = await applyMessages(accountServices, accountId, envelope, {
    origin: http.req.header('origin'),
    cookies: http.req.header('cookie'),
    address: peer?.address,
    userAgent: http.req.header('user-agent'),
    limits,
    strict,
    place: beginning('request', entry.id),
    warn: (what) => void (warnings.length < MAX_WARNINGS && warnings.push(what)),
  });
  Object.assign(entry, { accountId, warnings });
  if (accountServices !== services) entry.accountAt = accountServices.clock.now();
  const headers = corsHeaders(http);
  if (sharedVisitor !== undefined) headers['set-cookie'] = sharedCookie(accountId, sharedVisitor);
  return http.json({ results }, 200, headers);
}

/** Serves the script of this version at an immutable URL, for pages that check its hash. */
// Unspecified: U-73
function bindPinned(app: Hono, services: Services): void {
  app.get('/script.json', async (http) => {
    const { version, integrity } = await pinnedScript();
    return http.json({ version, integrity, path: `/{account_id}/${version}/script.js` }, 200, ANY_ORIGIN);
  });

  app.get('/:account_id/:version/script.js', async (http) => {
    await ofAccount(services, http.req.param('account_id'), async () => undefined);
    const { version, text } = await pinnedScript();
    if (http.req.param('version') !== version)
      throw notFound(`Version not found. The current version is ${version}.`);
    return answerScript(http, text, true);
  });
}

const ofAccount = <Result>(
  { store }: Services,
  accountId: string,
  read: (tx: Transaction, account: AccountRow) => Promise<Result>,
): Promise<Result> =>
  store.read(async (tx) => {
    const account = await findAccount(tx, accountId);
    if (!account) throw notFound(`Account not found: ${accountId}`);
    return read(tx, account);
  }, accountId);
