import type { Context as Http } from 'hono';
import type { AdminSettings } from '../admin/http/answer.ts';
import { notFound } from '../api/http/errors.ts';
import type { ApiServer } from '../api/http/handler.ts';
import { readText } from '../api/http/read-body.ts';
import type { RecordingSettings, RequestContext } from '../api/http/record-request.ts';
import { actions, runAction } from './backend/actions.ts';
import { ApiCaller } from './backend/api-caller.ts';
import { findTrace } from './backend/find-trace.ts';
import { Reports } from './backend/report.ts';
import { priceCart } from './cart.ts';
import { consentCookie, consentIn } from './consent.ts';
import { accountPage, signInPage } from './pages/account.ts';
import { type ShopPage, shopPage } from './pages/layout.ts';
import { missingPage } from './pages/missing.ts';
import { pathOf, type View } from './pages/view.ts';
import { type Session, Sessions, takeNotice } from './session.ts';
import { readShopAccount, type ShopAccount } from './shop-account.ts';

/** The settings of the shop. */
export interface DemoSettings extends ApiServer, Pick<RecordingSettings, 'requestLog'> {
  readonly admin: Pick<AdminSettings, 'server' | 'access'>;
}

/** Maximum size of a form, in bytes. */
const MAX_FORM = 10_000;

/** Answers the requests of the shop's visitors. */
export class Shop {
  readonly #settings: DemoSettings;
  readonly #sessions = new Sessions();
  readonly #reports: Reports;

  constructor(settings: DemoSettings) {
    this.#settings = settings;
    this.#reports = new Reports(new ApiCaller(settings.admin.server(), settings.requestLog));
  }

  newId(): string {
    return this.#sessions.newId();
  }

  /** Shows a page. */
  async show(http: Http, pageOf: (view: View) => ShopPage, status = 200): Promise<Response> {
    const view = await this.#view(http);
    const notice = takeNotice(view.session);
    return shopPage({ ...view, notice }, pageOf(view), { status });
  }

  /** Shows the account with the subscriber as the API has it. */
  async showAccount(http: Http): Promise<Response> {
    const { session } = await this.#view(http);
    if (session.email === undefined) return this.show(http, signInPage);
    // The drawer shows an error; the page shows data of the shop itself.
    const subscriber = await this.#reports.readCustomer(session, session.email).catch(() => undefined);
    return this.show(http, (view) => accountPage(view, subscriber));
  }

  /** Runs an action of the backend, then leads to a page. */
  async act(http: Http): Promise<Response> {
    const form = new URLSearchParams(await readText(http.req.raw, MAX_FORM));
    const action = actions.get(http.req.param('action') ?? '');
    if (action === undefined) return this.show(http, missingPage, 404);
    const { session, host, campaignId, root } = await this.#view(http);
    const { email } = session;
    this.#sessions.keep(session);
    const visit = { session, form, reports: this.#reports, shopUrl: `${host}/demo`, campaignId };
    const next = await runAction(action, { ...visit, newId: () => this.newId() });
    // A session of somebody else's choice must not become that of a customer who signs in.
    if (session.email !== email) this.#sessions.renew(session);
    return seeOther(pathOf({ root }, next), this.#sessions.keep(session));
  }

  /** Stores whether the page script may work. */
  async setConsent(http: Http): Promise<Response> {
    const form = new URLSearchParams(await readText(http.req.raw, MAX_FORM));
    return seeOther(pathOf(await this.#view(http)), consentCookie(form));
  }

  /** Answers where the inspector shows a visitor's last command. */
  async trace(http: Http): Promise<Response> {
    const { accountId } = await this.#view(http);
    return http.json(await findTrace(this.#settings, accountId, http.req.param('visitor') ?? ''));
  }

  async #view(http: Http): Promise<View> {
    const { world, publicUrl } = this.#settings;
    const account = await world.store.read(readShopAccount);
    if (account === undefined) throw notFound('Account not found for the demo shop.');
    const { address } = http.env as RequestContext; // passed in by `recordRequest`
    const session = this.#sessions.of(http.req.raw);
    return { ...viewOf(account, session, publicUrl, address.origin), consent: consentIn(http.req.raw) };
  }
}

const seeOther = (location: string, cookie: string) =>
  new Response(null, { status: 303, headers: { location, 'set-cookie': cookie } });

/** `origin` is that of the request, from its Host header. */
const viewOf = (
  { id: accountId, formId, campaignId }: ShopAccount,
  session: Session,
  publicUrl: string | undefined,
  origin: string,
): Omit<View, 'consent'> => ({
  ...{ accountId, formId, campaignId, session, cart: priceCart(session.cart), notice: undefined },
  host: publicUrl ?? origin,
  root: publicUrl === undefined ? '' : new URL(publicUrl).pathname.replace(/\/$/, ''),
  // The script may come from the public URL while the page comes from an internal address. Without a public URL both
  // are the same, and the Host header must not enter the policy.
  scriptSource: publicUrl === undefined ? "'self'" : `'self' ${new URL(publicUrl).origin}`,
});
