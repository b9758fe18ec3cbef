import { createHash } from 'node:crypto';
import type {
  CartActivity,
  Infer,
  OrderActivity,
  ProductActivity,
  TimelineEvent,
} from '@trickle/sdk/contract';
import { centsOf, decimalOf, minus, plus, textOf } from '../../shared/values/decimal.ts';
import { isObject } from '../../shared/values/json.ts';
import { isoTime, parseTime } from '../../shared/values/time.ts';
import { carts, findOrder, type OrderData, type OrderRow, products } from '../../store/tables/commerce.ts';
import { events } from '../../store/tables/events.ts';
import { findSubscriberBy, type SubscriberRow } from '../../store/tables/subscribers.ts';
import type { Context } from '../context/context.ts';
import { NotFoundError } from '../errors.ts';
import { recordOnTimeline } from '../events/timeline.ts';
import { safely } from '../records/safe-integer.ts';
import { createSubscriber } from '../subscribers/subscribers.ts';
import { storeOrder } from './lifetime-value.ts';

interface Activity {
  readonly person_id?: string | undefined;
  readonly email?: string | undefined;
  readonly initial_status?: 'active' | 'unsubscribed' | undefined;
  readonly occurred_at?: string | undefined;
  readonly [attribute: string]: unknown;
}

/** Finds the subscriber of an activity by `person_id`, otherwise by `email`. Creates the subscriber of an unknown address. */
// Unspecified: U-67
async function shopperOf(
  context: Context,
  { person_id, email, initial_status }: Activity,
): Promise<SubscriberRow> {
  const { tx, accountId } = context;
  if (person_id !== undefined) {
    const subscriber = await findSubscriberBy(tx, accountId, 'id', person_id);
    if (!subscriber) throw new NotFoundError('subscriber', person_id);
    return subscriber;
  }
  const subscriber = await findSubscriberBy(tx, accountId, 'email', email ?? '');
  return subscriber ?? createSubscriber(context, { email, initial_status });
}

interface ReceivedActivity {
  readonly subscriber: SubscriberRow;
  readonly activity: Activity;
  /** Milliseconds since 1970. */
  readonly receivedAt: number;
}

/** Records an activity on the timeline; false for a duplicate: with `occurred_at`, and equal in every member. */
// Unspecified: U-68
async function recordActivity(
  context: Context,
  action: TimelineEvent,
  { subscriber, activity, receivedAt }: ReceivedActivity,
): Promise<boolean> {
  const { id: subscriberId } = subscriber;
  const { occurred_at } = activity;
  const occurredAt = isoTime(occurred_at === undefined ? receivedAt : parseTime(occurred_at));
  const properties = ownAttributes(activity);
  const id =
    occurred_at === undefined ? undefined : fingerprint(subscriberId, action, occurredAt, properties);
  if (id !== undefined && (await events.has(context.tx, context.accountId, { id }))) return false;
  await recordOnTimeline(context, { id, subscriberId, action, properties, occurredAt });
  return true;
}

const fingerprint = (...parts: readonly unknown[]) =>
  createHash('sha256').update(JSON.stringify(parts, inOrder)).digest('hex').slice(0, 32);

/** The order of members does not matter. */
const inOrder = (_: string, value: unknown) =>
  isObject(value) ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))) : value;

function ownAttributes({ person_id, email, initial_status, action, occurred_at, ...members }: Activity) {
  return members;
}

const CART_EVENTS = { created: 'Created a cart', updated: 'Updated a cart' } as const;

/** Records a cart activity and updates the cart. Omitted members keep their values. */
export async function recordCartActivity(
  context: Context,
  activity: Infer<typeof CartActivity>,
  receivedAt: number,
): Promise<void> {
  const { tx, accountId } = context;
  const subscriber = await shopperOf(context, activity);
  const received = { subscriber, activity, receivedAt };
  if (!(await recordActivity(context, CART_EVENTS[activity.action], received))) return;
  const { provider, cart_id: cartId } = activity;
  const before = await carts.find(tx, accountId, { provider, cartId });
  const attributes = {
    grand_total: 0,
    total_discounts: 0,
    items: [],
    ...before?.attributes,
    ...ownAttributes(activity),
  };
  const cart = { provider, cartId, subscriberId: subscriber.id, attributes };
  await carts.put(tx, accountId, cart);
}

type OrderChange = Infer<typeof OrderActivity>;

const ORDER_EVENTS = {
  placed: 'Placed an order',
  updated: 'Updated an order',
  paid: 'Paid an order',
  fulfilled: 'Fulfilled an order',
  refunded: 'Refunded an order',
  canceled: 'Canceled an order',
} as const;

const noTotals = {
  grand_total: 0,
  total_discounts: 0,
  total_taxes: 0,
  total_fees: 0,
  total_shipping: 0,
  items: [],
};

/** Records an order activity and updates the order. Omitted members keep their values. */
export async function recordOrderActivity(
  context: Context,
  activity: OrderChange,
  receivedAt: number,
): Promise<void> {
  const { services, tx, accountId } = context;
  const { provider, order_id: externalId } = activity;
  const subscriber = await shopperOf(context, activity);
  const received = { subscriber, activity, receivedAt };
  if (!(await recordActivity(context, ORDER_EVENTS[activity.action], received))) return;
  const before = await findOrder(tx, accountId, { api: 'v3', provider, externalId });
  const data = { ...originOf(activity, before?.data, receivedAt), ...moneyOf(activity, before?.data) };
  const id = before?.id ?? services.ids.letters();
  const order: OrderRow = { api: 'v3', id, subscriberId: subscriber.id, provider, externalId, data };
  const reason = `Order ${externalId}: ${activity.action}`;
  await storeOrder(context, before, order, { subscriber, attribute: 'grand_total', reason });
}

/** When the order originated: when it was placed or, if that is unknown, when its first activity was received. */
// Unspecified: U-69
function originOf(
  { action, occurred_at }: OrderChange,
  before: OrderData | undefined,
  receivedAt: number,
): Pick<OrderData, 'origin' | 'originatedAt'> {
  if (action === 'placed' && before?.origin !== 'placed') {
    const placedAt = occurred_at === undefined ? receivedAt : parseTime(occurred_at);
    return { origin: 'placed', originatedAt: isoTime(placedAt) };
  }
  if (before) return { origin: before.origin, originatedAt: before.originatedAt };
  return { origin: 'received', originatedAt: isoTime(receivedAt) };
}

/** The order's value: its total minus refunds, which only the actions `refunded` and `canceled` add. */
// Unspecified: U-63
function moneyOf(
  activity: OrderChange,
  before: OrderData | undefined,
): Pick<OrderData, 'worth' | 'refunded' | 'attributes'> {
  const { refund_amount, ...members } = ownAttributes(activity);
  const attributes = { ...noTotals, ...before?.attributes, ...members };
  const isRefund = activity.action === 'refunded' || activity.action === 'canceled';
  const refund = decimalOf((isRefund && activity.refund_amount) || 0);
  const refunded = plus(decimalOf(before?.refunded ?? 0), refund);
  const value = centsOf(minus(decimalOf(attributes.grand_total), refunded));
  return { worth: safely(value, 'grand_total'), refunded: textOf(refunded), attributes };
}

/** Creates, updates or deletes a product. Omitted members keep their values. */
// Unspecified: U-60
export async function recordProductActivity(context: Context, activity: ProductActivity): Promise<void> {
  const { tx, accountId } = context;
  const { provider, product_id, product_variant_id, action, occurred_at, ...members } = activity;
  const key = { provider, productId: product_id, variantId: product_variant_id };
  if (action === 'deleted') {
    await products.remove(tx, accountId, key);
  } else {
    const before = await products.find(tx, accountId, key);
    await products.put(tx, accountId, {
      ...key,
      attributes: { currency: 'USD', ...before?.attributes, ...members },
    });
  }
}
