import { randomInt } from 'node:crypto';
import { TrickleError } from '@trickle/sdk';
import { ANN } from './ann.ts';
import type { Backend, Newsletter } from './backend.ts';
import { priceCart, setQuantity } from './cart.ts';
import { findProduct } from './catalogue.ts';
import type { Session, Sessions } from './session.ts';

/** A form that a visitor sent. */
export interface Visit {
  /** Signing in or out replaces the session; an action of several forms replaces the form. */
  session: Session;
  form: URLSearchParams;
  readonly sessions: Sessions;
  readonly backend: Backend;
  readonly newsletter: Newsletter;
  /** The URL of the shop, for links in carts and orders. */
  readonly shopUrl: string;
}

/** Handles a form and returns the path of the page to show next. */
export type Action = (visit: Visit) => Promise<string>;

/** The actions of the shop, by the last part of their path. */
export const actions: Readonly<Record<string, Action>> = {
  'buy-as-ann': buyAsAnn,
  cart: changeCart,
  checkout,
  newsletter: joinNewsletter,
  profile: changeProfile,
  refund,
  'sign-in': signIn,
  'sign-out': signOut,
};

/** Runs an action. An error from the SDK becomes a notice: the shop keeps selling even if the service is down. */
export async function runAction(action: Action, visit: Visit): Promise<string> {
  try {
    return await action(visit);
  } catch (error) {
    if (!(error instanceof TrickleError)) throw error;
    visit.session.notice = { kind: 'error', text: `The API did not accept this: ${error.message}` };
    return '/account';
  }
}

/** The id of a session's next order: nine digits. Nobody else can order with it. */
export const orderIdOf = (session: Session): string => {
  session.nextOrderId ??= String(randomInt(100_000_000, 1_000_000_000));
  return session.nextOrderId;
};

/** Changes the quantity of a product. Only a signed-in customer's cart is reported, because a report names the customer. */
async function changeCart({ session, form, backend, shopUrl }: Visit): Promise<string> {
  const slug = form.get('product') ?? '';
  if (findProduct(slug) === undefined) return '/cart';
  const change = form.get('change');
  const quantity =
    change === null ? Number(form.get('quantity')) : (session.cart.get(slug) ?? 0) + Number(change);
  session.cart = setQuantity(session.cart, slug, quantity);
  if (session.email !== undefined) await backend.reportCart(session, session.email, shopUrl);
  return '/cart';
}

async function signIn(visit: Visit): Promise<string> {
  const { form, backend, shopUrl } = visit;
  const email = textIn(form, 'email');
  if (email === undefined) return '/account';
  const session = renewSession(visit);
  await backend.saveCustomer(session, {
    email,
    first_name: textIn(form, 'first_name'),
    // Links this browser's earlier activity to the subscriber.
    visitor_uuid: textIn(form, 'visitor'),
    tags: ['shop account'],
  });
  Object.assign(session, { email, isCartReported: false });
  session.notice = { kind: 'success', text: `You are signed in as ${email}.` };
  await backend.recordEvent(session, email, 'Signed in', { source: 'shop' });
  if (session.cart.size > 0) await backend.reportCart(session, email, shopUrl);
  return '/account';
}

async function signOut(visit: Visit): Promise<string> {
  const nobody = { email: undefined, orders: [], calls: [], cartId: undefined, isCartReported: false };
  Object.assign(renewSession(visit), nobody);
  return '/account';
}

/** Places an order once, even if its form is sent several times. */
async function checkout(visit: Visit): Promise<string> {
  const { form, backend, newsletter, shopUrl } = visit;
  const id = textIn(form, 'order') ?? '';
  const email = textIn(form, 'email');
  if (visit.session.orders.some((order) => order.id === id)) return '/account';
  const { cart } = visit.session;
  const { count, total } = priceCart(cart);
  if (count === 0 || email === undefined || id !== visit.session.nextOrderId) return '/cart';
  const session = visit.session.email === email ? visit.session : renewSession(visit);
  const order = { id, cart, total, isRefunded: false };
  // The shop's own record comes first: a second click finds the order while the service is still being called.
  session.orders.push(order);
  Object.assign(session, {
    email,
    cart: new Map(),
    cartId: undefined,
    isCartReported: false,
    nextOrderId: undefined,
  });
  session.notice = { kind: 'success', text: `Thank you! Your order #${id.slice(-5)} is placed.` };
  await backend.saveCustomer(session, {
    email,
    first_name: textIn(form, 'first_name'),
    last_name: textIn(form, 'last_name'),
    address1: textIn(form, 'address1'),
    zip: textIn(form, 'zip'),
    city: textIn(form, 'city'),
    visitor_uuid: textIn(form, 'visitor'),
    tags: ['customer'],
  });
  await backend.reportOrder(session, order, email, shopUrl);
  await backend.recordEvent(session, email, 'Completed checkout', { order_id: id, value: total });
  if (form.has('newsletter')) await backend.subscribe(session, newsletter, email);
  return '/account';
}

/** A whole journey in one click: Ann signs in, puts a coffee into the cart, and orders it. */
async function buyAsAnn(visit: Visit): Promise<string> {
  const ann = { ...ANN, visitor: textIn(visit.form, 'visitor') ?? '' };
  const send = (action: Action, fields: Readonly<Record<string, string>>) => {
    visit.form = new URLSearchParams(fields);
    return action(visit);
  };
  await send(signIn, ann);
  await send(changeCart, { product: 'morning-tide', change: '1' });
  return send(checkout, { ...ann, order: orderIdOf(visit.session), newsletter: 'yes' });
}

async function refund({ session, form, backend }: Visit): Promise<string> {
  const order = session.orders.find(({ id, isRefunded }) => id === form.get('order') && !isRefunded);
  if (order === undefined || session.email === undefined) return '/account';
  order.isRefunded = true;
  await backend.reportRefund(session, order, session.email);
  session.notice = { kind: 'success', text: `Order #${order.id.slice(-5)} is refunded.` };
  return '/account';
}

async function changeProfile({ session, form, backend }: Visit): Promise<string> {
  const { email } = session;
  const roast = textIn(form, 'roast');
  if (email === undefined || roast === undefined) return '/account';
  await backend.saveCustomer(session, { email, custom_fields: { favorite_roast: roast } });
  session.notice = { kind: 'success', text: 'Your favorite roast is saved.' };
  return '/account';
}

async function joinNewsletter({ session, form, backend, newsletter }: Visit): Promise<string> {
  const email = textIn(form, 'fields[email]');
  const next = session.email === undefined ? '/' : '/account';
  if (email === undefined || textIn(form, 'website') !== undefined) return next;
  await backend.subscribe(session, newsletter, email);
  session.notice = { kind: 'success', text: 'Welcome aboard. The first letter is on its way.' };
  return next;
}

/** Gives the visitor a new session id before they are identified. */
function renewSession(visit: Visit): Session {
  visit.session = visit.sessions.renew(visit.session);
  return visit.session;
}

/** A field of a form; undefined if it is empty. */
const textIn = (form: URLSearchParams, name: string): string | undefined =>
  form.get(name)?.trim().slice(0, 200) || undefined;
