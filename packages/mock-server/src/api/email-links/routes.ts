import type { Hono, Context as Http } from 'hono';
import { confirmSubscription } from '../../domain/campaigns/subscribe.ts';
import { type Context, openContext } from '../../domain/context/context.ts';
import type { Services } from '../../domain/context/services.ts';
import {
  recordClick,
  recordOpening,
  type UnsubscribeScope,
  unsubscribeByEmail,
} from '../../domain/email-delivery/delivery-events.ts';
import { NotFoundError } from '../../domain/errors.ts';
import { type Html, html } from '../../shared/values/html.ts';
import { beginning } from '../../store/engine/place.ts';
import { findAccount } from '../../store/tables/accounts.ts';
import { deliveries } from '../../store/tables/deliveries.ts';
import { mailLinks } from '../../store/tables/outbox.ts';
import { findRecord } from '../../store/tables/records.ts';
import { findSubscriberBy } from '../../store/tables/subscribers.ts';
import type { ApiServer } from '../http/handler.ts';
import { readForm } from '../http/read-request.ts';
import type { RequestContext } from '../http/record-request.ts';
import { redirectTo } from '../http/reply.ts';
import { errorPage } from '../pages/error-page.ts';
import { pageResponse } from '../pages/page.ts';

/** A transparent image of one pixel. */
const PIXEL = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');

/** Registers the routes that emails link to: the open tracking image, click tracking, unsubscription and confirmation. HEAD requests record nothing. */
// Unspecified: U-106
export function bindMail(app: Hono, { services, bodyLimit }: ApiServer): void {
  const write: Write = ({ env, req }, work) => {
    const { entry } = env as RequestContext; // passed in by `recordRequest`
    const accountId = req.param('account') ?? '';
    const common = { services: services.forAccount(accountId), accountId };
    const place = beginning('request', entry.id);
    return services.store.write((tx) => work(openContext({ ...common, tx, place }, 'email')), accountId);
  };
  bindTracking(app, services, write);
  bindUnsubscription(app, bodyLimit, write);
  bindConfirmation(app, write);
  app.all('/e/*', () => errorPage(404));
}

/** Runs a function for the account of a request in one transaction. */
type Write = <T>(http: Http, work: (context: Context) => Promise<T>) => Promise<T>;

function bindTracking(app: Hono, services: Services, write: Write): void {
  app.get('/e/:account/:delivery/open.gif', async (http) => {
    const { delivery } = http.req.param();
    if (http.req.method === 'GET')
      await orNothing(write(http, (context) => recordOpening(context, delivery)));
    return http.body(PIXEL, 200, { 'content-type': 'image/gif', 'cache-control': 'no-store' });
  });

  app.get('/e/:account/:delivery/c/:link', async (http) => {
    const { account, delivery, link } = http.req.param();
    const url = await services.store.read((tx) => mailLinks.pick(tx, account, { id: link }, 'url'), account);
    const redirect = url === undefined ? undefined : redirectTo(url, 302);
    if (url === undefined || !redirect) return errorPage(404);
    const visit = { url, userAgent: http.req.header('user-agent') ?? null, ipAddress: addressOf(http) };
    if (http.req.method === 'GET') {
      await orNothing(write(http, (context) => recordClick(context, delivery, visit)));
    }
    return redirect;
  });
}

function bindUnsubscription(app: Hono, bodyLimit: number, write: Write): void {
  app.get('/e/:account/:delivery/unsubscribe', async (http) => {
    const { delivery } = http.req.param();
    const recipient = await write(http, (context) => recipientOf(context, delivery));
    return recipient ? unsubscribePage(recipient) : errorPage(404);
  });

  // Mail programs post `List-Unsubscribe=One-Click` (RFC 8058), the page posts a `scope`.
  app.post('/e/:account/:delivery/unsubscribe', async (http) => {
    const { delivery } = http.req.param();
    const posted = await readForm(http.req.raw, bodyLimit);
    const scope: UnsubscribeScope = posted.get('scope') === 'all' ? 'all' : 'campaign';
    const clicker = await write(http, async (context) => {
      const recipient = await recipientOf(context, delivery);
      if (recipient) await unsubscribeByEmail(context, delivery, scope);
      return recipient;
    });
    if (!clicker) return errorPage(404);
    return unsubscribedPage(scope === 'all' ? { ...clicker, campaign: undefined } : clicker);
  });
}

function bindConfirmation(app: Hono, write: Write): void {
  app.get('/e/:account/confirm/:subscription/:token', async (http) => {
    const { subscription: id, token } = http.req.param();
    if (http.req.method !== 'GET') return http.body(null, 200);
    const confirmed = await write(http, async (context) => {
      const subscription = await confirmSubscription(context, { id, token });
      return subscription && { ...subscription, sender: await senderOf(context) };
    });
    if (!confirmed) return errorPage(404);
    const { campaign, subscriber, sender } = confirmed;
    const { post_confirmation_url: next } = campaign.data;
    const redirect = next ? redirectTo(next, 302) : undefined;
    return redirect ?? confirmedPage({ email: subscriber.email, campaign: campaign.name, sender });
  });
}

/** The recipient of a delivery, or undefined if the delivery no longer exists. */
async function recipientOf(context: Context, deliveryId: string): Promise<Recipient | undefined> {
  const { tx, accountId } = context;
  const delivery = await deliveries.find(tx, accountId, { id: deliveryId });
  const subscriber = delivery && (await findSubscriberBy(tx, accountId, 'id', delivery.subscriberId));
  if (!delivery || !subscriber) return undefined;
  const { campaignId } = delivery;
  const campaign = campaignId === null ? undefined : await findRecord(tx, accountId, 'campaigns', campaignId);
  return { email: subscriber.email, campaign: campaign?.name, sender: await senderOf(context) };
}

async function senderOf({ tx, accountId }: Context): Promise<string> {
  const account = await findAccount(tx, accountId);
  return account?.data.default_from_name || (account?.data.name ?? '');
}

/** Ignores a deleted delivery: its links still redirect, and its image is still served. */
async function orNothing(work: Promise<void>): Promise<void> {
  try {
    await work;
  } catch (error) {
    if (!(error instanceof NotFoundError)) throw error;
  }
}

const addressOf = (http: Http): string | null => (http.env as RequestContext).peer?.address ?? null;

/** A small page for a subscriber who followed a link in an email. `sender` is the account's name. */
const page = (title: string, content: Html, sender: string, canPost = false): Promise<Response> =>
  pageResponse({
    title,
    body: html`<main>${sender === '' ? '' : html`<p class="brand">${sender}</p>\n`}<h1>${title}</h1>
${content}</main>`,
    ...(canPost && { policy: { 'form-action': "'self'" } }),
  });

/** The recipient of an email, and where it came from. */
interface Recipient {
  readonly email: string;
  /** The name of the email's campaign, if it belongs to one. */
  readonly campaign: string | undefined;
  /** The account's name. */
  readonly sender: string;
}

function unsubscribePage({ email, campaign, sender }: Recipient): Promise<Response> {
  const all = html`<button${campaign === undefined ? '' : html` class="second"`} name="scope" value="all">Unsubscribe from all emails</button>`;
  return page(
    'Unsubscribe',
    html`<p>Which emails should <b>${email}</b> no longer receive?</p>
<form method="post" class="buttons stacked">
${campaign === undefined ? '' : html`<button name="scope" value="campaign">Unsubscribe from ${campaign}</button>\n`}${all}
</form>`,
    sender,
    true,
  );
}

/** Confirms that a subscriber was unsubscribed, from the campaign or from everything. */
const unsubscribedPage = ({ email, campaign, sender }: Recipient): Promise<Response> =>
  page(
    'You have been unsubscribed',
    campaign === undefined
      ? html`<p>We will not email <b>${email}</b> again.</p>`
      : html`<p><b>${email}</b> will get no more emails from <b>${campaign}</b>.</p>`,
    sender,
  );

const confirmedPage = ({ email, campaign = '', sender }: Recipient): Promise<Response> =>
  page(
    'Subscription confirmed',
    html`<p>Thank you. <b>${email}</b> is subscribed to <b>${campaign}</b>.</p>`,
    sender,
  );
