import { randomInt } from 'node:crypto';
import { TrickleError } from '@trickle/sdk';
import type { Backend, Newsletter } from './backend.ts';
import { priceCart, setQuantity } from './cart.ts';
import { findProduct } from './catalogue.ts';
import type { Session, Sessions } from './session.ts';

/** A form that a visitor sent. */
export interface Visit {
  /** An action that signs in or out replaces it. */
  session: Session;
  readonly form: URLSearchParams;
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
  cart: changeCart,
  checkout,
  newsletter: joinNewsletter,
  profile: changeProfile,
  refund,
  'sign-in': signIn,
  'sign-out': signOut,
};

/** Runs an action. An error of the SDK becomes a notice: the shop sells even if the service does not answer. */
export async function runAction(action: Action, visit: Visit): Promise<string> {
  try {
    return await action(visit);
  } catch (error) {
    if (!(error instanceof TrickleError)) throw error;
    visit.session.notice = { kind: 'error', text: `The API did not accept this: ${error.message}` };
    return '/account';
  }
}

/** The id that the next order of a session has: nine digits. Nobody else can order with it. */
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
    // Links what this browser did before to the subscriber.
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

/** Places an order once, however often its form is sent. */
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

/** Gives the visitor another session id, before the session knows who they are. */
function renewSession(visit: Visit): Session {
  visit.session = visit.sessions.renew(visit.session);
  return visit.session;
}

/** A field of a form; undefined if it is empty. */
const textIn = (form: URLSearchParams, name: string): string | undefined =>
  form.get(name)?.trim().slice(0, 200) || undefined;
