import { readFile } from 'node:fs/promises';
import { Hono } from 'hono';
import type { RequestContext } from '../api/http/record-request.ts';
import { productOf } from './catalogue.ts';
import { cartPage } from './pages/cart.ts';
import { cataloguePage } from './pages/catalogue.ts';
import { checkoutPage } from './pages/checkout.ts';
import { missingPage } from './pages/missing.ts';
import { productPage } from './pages/product.ts';
import { type DemoSettings, Shop } from './shop.ts';

/**
 * Serves the demo shop at `/demo`. Its backend acts on the first account with the account's token, so the shop has the
 * access rules of the admin API.
 */
export function createDemo(
  settings: DemoSettings,
  getPath: (request: Request, options?: object) => string,
): Hono {
  const app = new Hono({ getPath });
  app.onError((error) => {
    throw error; // the app around this one answers
  });
  const shop = new Shop(settings);
  app.use(async (http, next) => {
    const { peer } = http.env as RequestContext; // passed in by `recordRequest`
    const denied = settings.admin.access.denialOf(withoutLink(http.req.raw), peer);
    if (denied) throw denied;
    await next();
  });
  bindPages(app, shop);
  bindScripts(app);
  app.get('/demo/api/visitors/:visitor', (http) => shop.trace(http));
  app.post('/demo/api/consent', (http) => shop.setConsent(http));
  app.post('/demo/api/:action', (http) => shop.act(http));
  app.all('/demo/*', (http) => shop.show(http, missingPage, 404));
  return app;
}

function bindPages(app: Hono, shop: Shop): void {
  app.get('/demo', (http) => shop.show(http, cataloguePage));
  app.get('/demo/cart', (http) => shop.show(http, cartPage));
  app.get('/demo/products/:slug', (http) => {
    const product = productOf(http.req.param('slug'));
    return product
      ? shop.show(http, (view) => productPage(view, product))
      : shop.show(http, missingPage, 404);
  });
  app.get('/demo/checkout', (http) =>
    shop.show(http, (view) => (view.cart.count === 0 ? cartPage(view) : checkoutPage(view, shop.newId()))),
  );
  app.get('/demo/account', (http) => shop.showAccount(http));
}

const scripts = {
  'shop.js': new URL('./shop.js', import.meta.url),
  'drawer.js': new URL('./drawer.js', import.meta.url),
};

function bindScripts(app: Hono): void {
  for (const [name, file] of Object.entries(scripts)) {
    app.get(`/demo/${name}`, async (http) =>
      http.body(await readFile(file, 'utf8'), 200, {
        'content-type': 'text/javascript; charset=utf-8',
        'x-content-type-options': 'nosniff',
        'cache-control': 'no-cache',
      }),
    );
  }
}

/** A request without the mark of another site if it only follows a link to a page, which changes nothing. */
function withoutLink(request: Request): Request {
  const { headers, method, url } = request;
  const isPage =
    method === 'GET' &&
    headers.get('sec-fetch-mode') === 'navigate' &&
    headers.get('sec-fetch-dest') === 'document';
  if (!isPage) return request;
  const others = new Headers(headers);
  others.delete('sec-fetch-site');
  return new Request(url, { headers: others });
}
