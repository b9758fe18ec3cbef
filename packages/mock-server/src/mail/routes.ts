import type { Hono, Context as Http } from 'hono';
import type { Context } from '../domain/context.ts';
import {
  recordClick,
  recordOpening,
  type UnsubscribeScope,
  unsubscribeByEmail,
} from '../domain/mail-happenings.ts';
import { NotFound } from '../domain/refusals.ts';
import { confirmSubscription } from '../domain/subscribe-to-campaign.ts';
import type { Surroundings } from '../http/attend.ts';
import { readText } from '../http/body.ts';
import type { ServeSettings } from '../http/serve.ts';
import { findDelivery } from '../store/deliveries.ts';
import { findLink } from '../store/mail-links.ts';
import { findRecord } from '../store/records.ts';
import { findSubscriberBy } from '../store/subscribers.ts';
import type { World } from '../world.ts';
import { confirmedPage, deadLinkPage, unsubscribedPage, unsubscribePage } from './pages.ts';

/** A transparent image of one pixel. */
const PIXEL = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');

/**
 * What the links in emails lead to: the image that tells of an opening, links that tell of a click and lead on, the
 * ways to unsubscribe, and the confirmation of a subscription. A request that only looks (HEAD) tells of nothing.
 */
// Unspecified: U-106
export function bindMail(app: Hono, { world, bodyLimit }: ServeSettings): void {
  const write: Write = (accountId, work) =>
    world.store.write((tx) => work({ world: world.of(accountId), tx, accountId, source: 'email' }));
  bindTracking(app, world, write);
  bindUnsubscription(app, bodyLimit, write);
  bindConfirmation(app, write);
}

/** Does something for an account in one transaction. */
type Write = <T>(accountId: string, work: (context: Context) => Promise<T>) => Promise<T>;

function bindTracking(app: Hono, world: World, write: Write): void {
  app.get('/e/:account/:delivery/open.gif', async (http) => {
    const { account, delivery } = http.req.param();
    if (http.req.method === 'GET')
      await orNothing(write(account, (context) => recordOpening(context, delivery)));
    return http.body(PIXEL, 200, { 'content-type': 'image/gif', 'cache-control': 'no-store' });
  });

  app.get('/e/:account/:delivery/c/:link', async (http) => {
    const { account, delivery, link } = http.req.param();
    const url = await world.store.read((tx) => findLink(tx, account, link));
    if (url === undefined) return page(http, deadLinkPage(), 404);
    const visit = { url, userAgent: http.req.header('user-agent') ?? null, ipAddress: addressOf(http) };
    if (http.req.method === 'GET') {
      await orNothing(write(account, (context) => recordClick(context, delivery, visit)));
    }
    return http.redirect(url, 302);
  });
}

function bindUnsubscription(app: Hono, bodyLimit: number, write: Write): void {
  app.get('/e/:account/:delivery/unsubscribe', async (http) => {
    const { account, delivery } = http.req.param();
    const found = await write(account, (context) => recipientOf(context, delivery));
    return found ? page(http, unsubscribePage(found.email, found.campaign)) : page(http, deadLinkPage(), 404);
  });

  // Mail programs post `List-Unsubscribe=One-Click` (RFC 8058), the page what its reader has chosen.
  app.post('/e/:account/:delivery/unsubscribe', async (http) => {
    const { account, delivery } = http.req.param();
    const posted = new URLSearchParams(await readText(http.req.raw, bodyLimit));
    const scope: UnsubscribeScope = posted.get('scope') === 'all' ? 'all' : 'campaign';
    const found = await write(account, async (context) => {
      const recipient = await recipientOf(context, delivery);
      if (recipient) await unsubscribeByEmail(context, delivery, scope);
      return recipient;
    });
    return found ? page(http, unsubscribedPage(found.email)) : page(http, deadLinkPage(), 404);
  });
}

function bindConfirmation(app: Hono, write: Write): void {
  app.get('/e/:account/confirm/:subscription/:token', async (http) => {
    const { account, subscription: id, token } = http.req.param();
    if (http.req.method !== 'GET') return http.body(null, 200);
    const confirmed = await write(account, (context) => confirmSubscription(context, { id, token }));
    if (!confirmed) return page(http, deadLinkPage(), 404);
    const { campaign, person } = confirmed;
    const { post_confirmation_url: next } = campaign.data;
    return next ? http.redirect(next, 302) : page(http, confirmedPage(person.email, campaign.name));
  });
}

/** Whose delivery it is, and what they can unsubscribe from. */
async function recipientOf(
  { tx, accountId }: Context,
  deliveryId: string,
): Promise<{ email: string; campaign: string | undefined } | undefined> {
  const delivery = await findDelivery(tx, accountId, deliveryId);
  const person = delivery && (await findSubscriberBy(tx, accountId, 'id', delivery.subscriberId));
  if (!delivery || !person) return undefined;
  const { campaignId } = delivery;
  const campaign = campaignId === null ? undefined : await findRecord(tx, accountId, 'campaigns', campaignId);
  return { email: person.email, campaign: campaign?.name };
}

/** Goes on when the email is not there any more: its links lead on, and its image is shown. */
async function orNothing(work: Promise<void>): Promise<void> {
  try {
    await work;
  } catch (error) {
    if (!(error instanceof NotFound)) throw error;
  }
}

/** Where a click came from. */
const addressOf = (http: Http): string | null => (http.env as Surroundings).peer?.address ?? null;

function page(http: Http, content: string, status: 200 | 404 = 200): Response | Promise<Response> {
  return http.html(content, status, {
    'content-security-policy':
      "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'",
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
  });
}
