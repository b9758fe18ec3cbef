import type { Hono } from 'hono';
import { parseJson, readText } from '../http/body.ts';
import { notFound } from '../http/refusals.ts';
import type { ServeSettings } from '../http/serve.ts';
import { findAccount, listAccounts } from '../store/accounts.ts';
import { demoPage, pageScript } from './assets.ts';
import { bindForms } from './forms/routes.ts';
import { applyMessages } from './messages.ts';
import { readMessages } from './read-messages.ts';

/** Serves the page script, takes what it sends, and shows a page to try it on. */
export function bindScriptHost(app: Hono, settings: ServeSettings): void {
  const { world, bodyLimit, publicUrl } = settings;
  bindForms(app, settings);

  app.get('/demo', async (http) => {
    const [account] = await world.store.read(listAccounts);
    if (!account) throw notFound('There is no account to show a demo page of.');
    return http.html(await demoPage(account.id, publicUrl ?? new URL(http.req.url).origin));
  });

  app.get('/:script{[^/]+\\.js}', async (http) => {
    const accountId = http.req.param('script').slice(0, -'.js'.length);
    if (!(await world.store.read((tx) => findAccount(tx, accountId)))) {
      throw notFound(`There is no account '${accountId}' here.`);
    }
    return http.body(await pageScript(), 200, {
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'no-cache',
    });
  });

  // Unspecified: U-27
  app.post('/client/:account_id/messages', async (http) => {
    const accountId = http.req.param('account_id');
    const envelope = readMessages(parseJson(await readText(http.req.raw, bodyLimit)));
    return http.json(await applyMessages(world, accountId, envelope));
  });
}
