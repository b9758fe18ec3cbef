import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import {
  type CartActivity,
  type Client,
  type ClientOptions,
  createClient,
  type OrderActivity,
  type SubscriberInput,
  TrickleError,
} from '@trickle/sdk';
import { type CartLine, priceCart } from './cart.ts';
import type { Order, Session } from './session.ts';

/** The service, and the account that the shop uses. */
export interface Connection {
  readonly baseUrl: string;
  readonly accountId: string;
  readonly apiKey: string;
  readonly fetch?: ClientOptions['fetch'];
}

/** The parts of the account that visitors see. */
export interface Newsletter {
  /** The first embedded form, which the footer shows. */
  readonly formId: string | undefined;
  /** The first active campaign. */
  readonly campaignId: string | undefined;
}

/** The name of the shop system in activities. */
const PROVIDER = 'acme_shop';
const MAX_CALLS = 60;

/** Activities have decimal amounts. */
const decimal = (cents: number) => cents / 100;

/** All calls that the shop makes to the service. Each method is one step of a customer's visit. */
export class Backend {
  readonly #client: Client;
  /** The requests of the running call. The SDK runs its hooks in the asynchronous context of the call. */
  readonly #requests = new AsyncLocalStorage<string[]>();

  constructor(connection: Connection) {
    this.#client = createClient({
      ...connection,
      // A shop would rather tell its customer that something failed than keep them waiting.
      ...{ totalTimeout: 10_000, maxWait: 1000 },
      onResponse: ({ method, url, status }) => {
        this.#requests.getStore()?.push(`${method} ${new URL(url).pathname} → ${status}`);
      },
    });
  }

  async newsletter(): Promise<Newsletter> {
    const [forms, campaigns] = await Promise.all([
      this.#client.forms.list(),
      this.#client.campaigns.list({ status: 'active' }),
    ]);
    return {
      formId: forms.find(({ orientation }) => orientation === 'embedded')?.id,
      campaignId: campaigns.items[0]?.id,
    };
  }

  /** Creates or updates the customer. Safe to repeat, so the SDK retries it. */
  saveCustomer(session: Session, input: SubscriberInput) {
    return this.#call(session, 'subscribers.upsert', [input], () => this.#client.subscribers.upsert(input));
  }

  readCustomer(session: Session, email: string) {
    return this.#call(session, 'subscribers.get', [email], () => this.#client.subscribers.get(email));
  }

  recordEvent(session: Session, email: string, action: string, properties: Record<string, string | number>) {
    const event = { email, action, properties };
    return this.#call(session, 'events.record', [event], () => this.#client.events.record(event));
  }

  /** Subscribes an address to the newsletter, or tags it if the account has no active campaign. */
  subscribe(session: Session, { campaignId }: Newsletter, email: string): Promise<unknown> {
    if (campaignId === undefined) {
      const tag = { email, tag: 'newsletter' };
      return this.#call(session, 'tags.apply', [tag], () => this.#client.tags.apply(tag));
    }
    const input = { email, reactivate_if_removed: true };
    return this.#call(session, 'campaigns.subscribe', [campaignId, input], () =>
      this.#client.campaigns.subscribe(campaignId, input),
    );
  }

  /** Reports the cart of a signed-in customer. The `cart_id` stays the same, so later reports update the cart. */
  reportCart(session: Session, email: string, shopUrl: string) {
    const { lines, subtotal } = priceCart(session.cart);
    session.cartId ??= randomUUID();
    const activity: CartActivity = {
      provider: PROVIDER,
      email,
      action: session.isCartReported ? 'updated' : 'created',
      cart_id: session.cartId,
      cart_url: `${shopUrl}/cart`,
      grand_total: decimal(subtotal),
      currency: 'USD',
      items: itemsOf(lines, shopUrl),
    };
    session.isCartReported = true;
    return this.#call(session, 'shopperActivity.cart', [activity], () =>
      this.#client.shopperActivity.cart(activity),
    );
  }

  /** Reports an order. The provider and the order's id identify it, so no order counts twice. */
  reportOrder(session: Session, order: Order, email: string, shopUrl: string) {
    const { lines, shipping } = priceCart(order.cart);
    return this.#reportOrder(session, {
      ...orderActivity(order, email, 'placed'),
      total_shipping: decimal(shipping),
      order_url: `${shopUrl}/account`,
      items: itemsOf(lines, shopUrl),
    });
  }

  /** Reports the refund of an order. Its total does not change. */
  reportRefund(session: Session, order: Order, email: string) {
    return this.#reportOrder(session, {
      ...orderActivity(order, email, 'refunded'),
      refund_amount: decimal(order.total),
    });
  }

  #reportOrder(session: Session, activity: OrderActivity) {
    return this.#call(session, 'shopperActivity.order', [activity], () =>
      this.#client.shopperActivity.order(activity),
    );
  }

  /** Makes a call and adds it to the session's list. Rejects with the SDK's error. */
  async #call<Result>(
    session: Session,
    method: string,
    args: readonly unknown[],
    send: () => PromiseLike<Result>,
  ): Promise<Result> {
    const requests: string[] = [];
    const show = (isOk: boolean, answer: unknown) => {
      session.calls.push({ id: randomUUID(), method, args, isOk, answer, requests });
      session.calls.splice(0, session.calls.length - MAX_CALLS);
    };
    try {
      const answer = await this.#requests.run(requests, async () => send());
      show(true, answer);
      return answer;
    } catch (error) {
      if (error instanceof TrickleError) show(false, `${error.name}: ${error.message}`);
      throw error;
    }
  }
}

const itemsOf = (lines: readonly CartLine[], shopUrl: string) =>
  lines.map(({ product: { slug, name, category, price }, quantity, total }) => ({
    product_id: slug,
    name,
    categories: [category],
    price: decimal(price),
    quantity,
    total: decimal(total),
    product_url: `${shopUrl}/products/${slug}`,
  }));

const orderActivity = ({ id, total }: Order, email: string, action: 'placed' | 'refunded') => ({
  provider: PROVIDER,
  email,
  action,
  order_id: id,
  order_public_id: `#${id.slice(-5)}`,
  grand_total: decimal(total),
  currency: 'USD',
});
