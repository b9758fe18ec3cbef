import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { type ServerType, serve } from '@hono/node-server';
import { serveStatic } from '@hono/node-server/serve-static';
import { type Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { getCookie, setCookie } from 'hono/cookie';
import { csrf } from 'hono/csrf';
import { NONCE, type SecureHeadersVariables, secureHeaders } from 'hono/secure-headers';
import { type Action, actions, orderIdOf, runAction } from './actions.ts';
import { Backend, type Connection, type Newsletter } from './backend.ts';
import { priceCart } from './cart.ts';
import { findProduct } from './catalogue.ts';
import { accountPage, signInPage } from './pages/account.ts';
import { cartPage } from './pages/cart.ts';
import { cataloguePage, missingPage } from './pages/catalogue.ts';
import { checkoutPage } from './pages/checkout.ts';
import { layout } from './pages/layout.ts';
import type { Page, View } from './pages/page.ts';
import { productPage } from './pages/product.ts';
import { Sessions } from './session.ts';

type Variables = { Variables: SecureHeadersVariables };
type Http = Context<Variables>;

const SESSION_COOKIE = 'shop_session';
const CONSENT_COOKIE = 'shop_consent';
/** Maximum size of a form, in bytes. */
const MAX_FORM = 10_000;
const ONE_YEAR = 31_536_000;

/** Opens the shop on a port of this machine; 0 takes a free one. */
export async function startShop({ port, ...connection }: Connection & { readonly port: number }) {
  const { fetch } = await createShop(connection);
  const server: ServerType = serve({ fetch, port, hostname: '127.0.0.1' });
  await once(server, 'listening');
  const address = server.address() as AddressInfo; // it listens on a port
  return {
    url: `http://127.0.0.1:${address.port}`,
    async close(): Promise<void> {
      server.close();
      if ('closeAllConnections' in server) server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

/** Builds the shop for an account. The service must be reachable. */
export async function createShop(connection: Connection): Promise<Hono<Variables>> {
  const backend = new Backend(connection);
  const shop = new Shop(connection, backend, await backend.newsletter());
  const app = new Hono<Variables>();
  protect(app, new URL(connection.baseUrl).origin);
  app.use('/public/*', serveStatic({ root: import.meta.dirname }));
  app.get('/', (http) => shop.show(http, cataloguePage));
  app.get('/products/:slug', (http) => {
    const product = findProduct(http.req.param('slug'));
    return product ? shop.show(http, () => productPage(product)) : http.notFound();
  });
  app.get('/cart', (http) => shop.show(http, cartPage));
  app.get('/checkout', (http) =>
    shop.show(http, (view) =>
      view.cart.count === 0 ? cartPage(view) : checkoutPage(view, orderIdOf(view.session)),
    ),
  );
  app.get('/account', (http) => shop.showAccount(http));
  app.post('/api/consent', (http) => shop.setConsent(http));
  // A route for each action: names such as `constructor` lead nowhere.
  for (const [name, action] of Object.entries(actions)) {
    app.post(`/api/${name}`, (http) => shop.act(http, action));
  }
  app.notFound((http) => shop.show(http, missingPage, 404));
  return app;
}

/** Keeps other sites out. `service` is the origin of the page script. */
function protect(app: Hono<Variables>, service: string): void {
  // The shop has no passwords, so it only answers requests from this machine. The host name is checked because other sites
  // can point a name of theirs to this address.
  app.use(async (http, next) =>
    /^(?:localhost|127\.0\.0\.1)$/.test(new URL(http.req.url).hostname) ? next() : http.text('Not here', 421),
  );
  app.use(
    secureHeaders({
      contentSecurityPolicy: {
        defaultSrc: ["'none'"],
        styleSrc: ["'self'"],
        scriptSrc: ["'self'", NONCE, service],
        connectSrc: ["'self'", service],
        imgSrc: ["'self'", 'data:'],
        formAction: ["'self'", service],
        baseUri: ["'none'"],
        frameAncestors: ["'none'"],
      },
      // Without a referrer, browsers send forms with the origin `null`, which other sites can also do.
      referrerPolicy: 'same-origin',
      strictTransportSecurity: false,
    }),
  );
  app.use(csrf(), bodyLimit({ maxSize: MAX_FORM }));
}

class Shop {
  readonly #sessions = new Sessions();
  readonly #connection: Connection;
  readonly #backend: Backend;
  readonly #newsletter: Newsletter;

  constructor(connection: Connection, backend: Backend, newsletter: Newsletter) {
    this.#connection = connection;
    this.#backend = backend;
    this.#newsletter = newsletter;
  }

  /** Shows a page, with the notice of the last action. */
  async show(http: Http, pageOf: (view: View) => Page, status: 200 | 404 = 200): Promise<Response> {
    const session = this.#session(http);
    const consent = getCookie(http, CONSENT_COOKIE);
    const view: View = {
      ...{ session, cart: priceCart(session.cart), notice: session.notice, newsletter: this.#newsletter },
      ...{ baseUrl: this.#connection.baseUrl, accountId: this.#connection.accountId },
      consent: consent === 'granted' || consent === 'denied' ? consent : 'pending',
      nonce: http.get('secureHeadersNonce') ?? '',
    };
    session.notice = undefined;
    return http.html(layout(view, pageOf(view)), status, { 'cache-control': 'no-store' });
  }

  /** Shows the account, with the subscriber read from the service. */
  async showAccount(http: Http): Promise<Response> {
    const session = this.#session(http);
    if (session.email === undefined) return this.show(http, signInPage);
    // The drawer shows the error; the page shows the shop's own data.
    const subscriber = await this.#backend.readCustomer(session, session.email).catch(() => undefined);
    return this.show(http, (view) => accountPage(view, subscriber));
  }

  /** Runs an action, then redirects to a page. */
  async act(http: Http, action: Action): Promise<Response> {
    const form = new URLSearchParams(await http.req.text());
    const session = this.#session(http);
    this.#sessions.keep(session);
    const visit = {
      ...{ session, form, sessions: this.#sessions, backend: this.#backend, newsletter: this.#newsletter },
      shopUrl: new URL(http.req.url).origin,
    };
    const next = await runAction(action, visit);
    const { id } = visit.session;
    if (id !== getCookie(http, SESSION_COOKIE)) {
      setCookie(http, SESSION_COOKIE, id, { httpOnly: true, sameSite: 'Lax' });
    }
    return http.redirect(next, 303);
  }

  /** Stores the visitor's consent to the page script. */
  async setConsent(http: Http): Promise<Response> {
    const form = new URLSearchParams(await http.req.text());
    const consent = form.get('consent') === 'granted' ? 'granted' : 'denied';
    setCookie(http, CONSENT_COOKIE, consent, { maxAge: ONE_YEAR, sameSite: 'Lax' });
    return http.redirect('/', 303);
  }

  #session = (http: Http) => this.#sessions.find(getCookie(http, SESSION_COOKIE));
}
