import { TrickleError } from '@trickle/sdk';
import { priceCart, quantityOf, setQuantity } from '../cart.ts';
import { productOf } from '../catalogue.ts';
import type { Session } from '../session.ts';
import type { Reports } from './report.ts';

/** One form that a visitor sent to the shop's backend. */
export interface Visit {
  readonly session: Session;
  readonly form: URLSearchParams;
  readonly reports: Reports;
  /** The URL of the shop, for links in carts and orders. */
  readonly shopUrl: string;
  /** The account's newsletter. */
  readonly campaignId: string | undefined;
  newId(): string;
}

/** Handles a form and returns the path of the page to show next. */
type Action = (visit: Visit) => Promise<string>;

/** The actions of the shop's backend, by the last part of their path. */
export const actions: ReadonlyMap<string, Action> = new Map([
  ['cart', changeCart],
  ['checkout', checkout],
  ['newsletter', joinNewsletter],
  ['profile', changeProfile],
  ['refund', refund],
  ['sign-in', signIn],
  ['sign-out', signOut],
]);

/** Runs an action. An error of the SDK becomes a notice, so the shop works even if the API does not. */
export async function runAction(action: Action, visit: Visit): Promise<string> {
  try {
    return await action(visit);
  } catch (error) {
    if (!(error instanceof TrickleError)) throw error;
    visit.session.notice = { kind: 'error', text: `The API did not accept this: ${error.message}` };
    return '/account';
  }
}

/** Changes the quantity of a product. Only the cart of a signed-in customer can be reported: the API asks who it is. */
async function changeCart({ session, form, reports, shopUrl, newId }: Visit): Promise<string> {
  const slug = form.get('product') ?? '';
  if (productOf(slug) === undefined) return '/cart';
  const change = form.get('change');
  const quantity =
    change === null ? Number(form.get('quantity')) : quantityOf(session.cart, slug) + Number(change);
  session.cart = setQuantity(session.cart, slug, quantity);
  session.cartId ??= newId();
  if (session.email !== undefined) await reports.cart(session, session.email, shopUrl);
  return '/cart';
}

async function signIn({ session, form, reports, shopUrl }: Visit): Promise<string> {
  const email = textIn(form, 'email');
  if (email === undefined) return '/account';
  const visitor = textIn(form, 'visitor');
  await reports.customer(session, {
    email,
    first_name: textIn(form, 'first_name'),
    // Links what this browser did before to the subscriber.
    visitor_uuid: visitor,
    tags: ['shop account'],
  });
  session.email = email;
  session.isCartReported = false;
  await reports.event(session, email, 'Signed in', { source: 'shop' });
  if (session.cart.length > 0) await reports.cart(session, email, shopUrl);
  session.notice = { kind: 'success', text: `You are signed in as ${email}.` };
  return '/account';
}

async function signOut({ session }: Visit): Promise<string> {
  session.email = undefined;
  session.orders = [];
  session.cartId = undefined;
  session.isCartReported = false;
  return '/account';
}

/** Places an order once, however often its form is sent. */
async function checkout({ session, form, reports, shopUrl, campaignId }: Visit): Promise<string> {
  const id = textIn(form, 'order') ?? '';
  const email = textIn(form, 'email');
  if (session.orders.some((order) => order.id === id)) return '/account';
  const { count, total } = priceCart(session.cart);
  if (count === 0 || email === undefined || !/^\d{9}$/.test(id)) return '/cart';
  await reports.customer(session, {
    email,
    first_name: textIn(form, 'first_name'),
    last_name: textIn(form, 'last_name'),
    address1: textIn(form, 'address1'),
    zip: textIn(form, 'zip'),
    city: textIn(form, 'city'),
    visitor_uuid: textIn(form, 'visitor'),
    tags: ['customer'],
  });
  const order = { id, lines: session.cart, total, isRefunded: false };
  // The shop's own record comes first, so that a second click finds the order while the API is still being called.
  session.orders = [...session.orders, order];
  Object.assign(session, { email, cart: [], cartId: undefined, isCartReported: false });
  session.notice = { kind: 'success', text: `Thank you! Your order #${id.slice(-5)} is placed.` };
  await reports.placed(session, order, { email, shopUrl });
  await reports.event(session, email, 'Completed checkout', { order_id: id, value: total });
  if (form.has('newsletter') && campaignId !== undefined) await reports.subscribe(session, campaignId, email);
  return '/account';
}

async function refund({ session, form, reports }: Visit): Promise<string> {
  const order = session.orders.find(({ id, isRefunded }) => id === form.get('order') && !isRefunded);
  if (order === undefined || session.email === undefined) return '/account';
  session.orders = session.orders.map((one) => (one === order ? { ...one, isRefunded: true } : one));
  await reports.refunded(session, order, session.email);
  session.notice = { kind: 'success', text: `Order #${order.id.slice(-5)} is refunded.` };
  return '/account';
}

async function changeProfile({ session, form, reports }: Visit): Promise<string> {
  const { email } = session;
  const roast = textIn(form, 'roast');
  if (email === undefined || roast === undefined) return '/account';
  await reports.customer(session, { email, custom_fields: { favorite_roast: roast } });
  session.notice = { kind: 'success', text: 'Your favorite roast is saved.' };
  return '/account';
}

/** Subscribes an address to the account's campaign, or tags it if the account has none. */
async function joinNewsletter({ session, form, reports, campaignId }: Visit): Promise<string> {
  const email = textIn(form, 'fields[email]');
  const next = session.email === undefined ? '' : '/account';
  if (email === undefined || textIn(form, 'website') !== undefined) return next;
  if (campaignId === undefined) await reports.applyTag(session, email, 'newsletter');
  else await reports.subscribe(session, campaignId, email);
  session.notice = { kind: 'success', text: 'Welcome aboard. The first letter is on its way.' };
  return next;
}

/** A field of a form; undefined if it is empty. */
const textIn = (form: URLSearchParams, name: string): string | undefined =>
  form.get(name)?.trim().slice(0, 200) || undefined;
