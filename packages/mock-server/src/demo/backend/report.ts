import type { CartActivity, OrderActivity, SubscriberInput } from '@trickle/sdk';
import { type PricedCart, type PricedLine, priceCart } from '../cart.ts';
import type { Session, ShopOrder } from '../session.ts';
import type { ApiCaller } from './api-caller.ts';

/** The name of the shop system in activities. */
const PROVIDER = 'acme_shop';

/** Activities have decimal amounts. */
const decimal = (cents: number) => cents / 100;

const itemOf = (
  { product: { slug, name, category, price }, quantity, total }: PricedLine,
  shopUrl: string,
) => ({
  product_id: slug,
  name,
  categories: [category],
  price: decimal(price),
  quantity,
  total: decimal(total),
  product_url: `${shopUrl}/products/${slug}`,
});

/** The calls that the shop's backend makes to the API. Each function is one moment in a customer's visit. */
export class Reports {
  readonly #api: ApiCaller;

  constructor(api: ApiCaller) {
    this.#api = api;
  }

  /** Creates or updates the customer. Safe to repeat, so the SDK retries it. */
  customer(session: Session, input: SubscriberInput) {
    return this.#api.call(session, 'subscribers.upsert', [input], (client, given) =>
      client.subscribers.upsert(given),
    );
  }

  readCustomer(session: Session, email: string) {
    return this.#api.call(session, 'subscribers.get', [email], (client, given) =>
      client.subscribers.get(given),
    );
  }

  event(session: Session, email: string, action: string, properties: Record<string, string | number>) {
    return this.#api.call(session, 'events.record', [{ email, action, properties }], (client, given) =>
      client.events.record(given),
    );
  }

  applyTag(session: Session, email: string, tag: string) {
    return this.#api.call(session, 'tags.apply', [{ email, tag }], (client, given) =>
      client.tags.apply(given),
    );
  }

  subscribe(session: Session, campaignId: string, email: string) {
    return this.#api.call(
      session,
      'campaigns.subscribe',
      [campaignId, { email, reactivate_if_removed: true }] as const,
      (client, id, given) => client.campaigns.subscribe(id, given),
    );
  }

  /** Reports a cart. The same `cart_id` every time makes later reports update the cart. */
  cart(session: Session, email: string, shopUrl: string) {
    const { lines, subtotal }: PricedCart = priceCart(session.cart);
    const activity: CartActivity = {
      provider: PROVIDER,
      email,
      action: session.isCartReported ? 'updated' : 'created',
      cart_id: session.cartId ?? '',
      cart_url: `${shopUrl}/cart`,
      grand_total: decimal(subtotal),
      currency: 'USD',
      items: lines.map((line) => itemOf(line, shopUrl)),
    };
    session.isCartReported = true;
    return this.#api.call(session, 'shopperActivity.cart', [activity], (client, given) =>
      client.shopperActivity.cart(given),
    );
  }

  /** Reports an order. The provider and the order's id identify it, so no order is counted twice. */
  placed(session: Session, order: ShopOrder, { email, shopUrl }: { email: string; shopUrl: string }) {
    const { lines, shipping } = priceCart(order.lines);
    return this.#order(session, {
      ...orderOf(order, email, 'placed'),
      total_shipping: decimal(shipping),
      order_url: `${shopUrl}/account`,
      items: lines.map((line) => itemOf(line, shopUrl)),
    });
  }

  /** Reports the refund of an order. Its total stays, as the interface asks. */
  refunded(session: Session, order: ShopOrder, email: string) {
    return this.#order(session, {
      ...orderOf(order, email, 'refunded'),
      refund_amount: decimal(order.total),
    });
  }

  #order(session: Session, activity: OrderActivity) {
    return this.#api.call(session, 'shopperActivity.order', [activity], (client, given) =>
      client.shopperActivity.order(given),
    );
  }
}

const orderOf = ({ id, total }: ShopOrder, email: string, action: 'placed' | 'refunded') => ({
  provider: PROVIDER,
  email,
  action,
  order_id: id,
  order_public_id: `#${id.slice(-5)}`,
  grand_total: decimal(total),
  currency: 'USD',
});
