import * as z from 'zod/mini';
import { endpoint } from './schema/endpoint.ts';
import { bareIn, bareOut, listIn } from './schema/envelope.ts';
import * as f from './schema/field.ts';
import { type Infer, type RequireOne, schema } from './schema/schema.ts';
import { subscriberStatus } from './subscribers.ts';

/** An object that accepts custom attributes beside the named ones. */
const open = <Shape extends z.core.$ZodShape>(shape: Shape) => z.catchall(z.object(shape), z.unknown());

const identityShape = () => ({
  /** Name of the shop system, in lower snake case: `my_shop`. */
  provider: f.snakeCase(),
  /** The subscriber's id. If given, `email` is ignored. */
  person_id: f.optional(f.name()),
  email: f.optional(f.email()),
  /** Status of a new subscriber. Default `active`. */
  initial_status: subscriberStatus(),
});

const itemShape = () => ({
  product_id: f.optional(f.text()),
  product_variant_id: f.optional(f.text()),
  sku: f.optional(f.text()),
  name: f.optional(f.text()),
  brand: f.optional(f.text()),
  categories: f.optional(f.texts()),
  /** A decimal amount of the currency's main unit, `19.99`. */
  price: f.optional(f.money()),
  quantity: f.optional(f.integer()),
  /** A decimal amount of the currency's main unit, `19.99`. */
  discounts: f.optional(f.money()),
  /** A decimal amount of the currency's main unit, `19.99`. */
  taxes: f.optional(f.money()),
  /** A decimal amount of the currency's main unit, `19.99`. */
  fees: f.optional(f.money()),
  /** A decimal amount of the currency's main unit, `19.99`. */
  shipping: f.optional(f.money()),
  /** A decimal amount of the currency's main unit, `19.99`. */
  total: f.optional(f.money()),
  product_url: f.optional(f.text()),
  image_url: f.optional(f.text()),
});

const address = () =>
  z.object({
    label: f.optional(f.text()),
    first_name: f.optional(f.text()),
    last_name: f.optional(f.text()),
    company: f.optional(f.text()),
    address_1: f.optional(f.text()),
    address_2: f.optional(f.text()),
    city: f.optional(f.text()),
    state: f.optional(f.text()),
    postal_code: f.optional(f.text()),
    country: f.optional(f.text()),
    phone: f.optional(f.text()),
  });

/**
 * A cart activity. Amounts are decimal. `person_id` or `email` identifies the subscriber; at least one is required.
 * Custom attributes are kept, on the activity and on each item.
 */
export const CartActivity = schema(() =>
  open({
    ...identityShape(),
    action: f.oneOf('created', 'updated'),
    cart_id: f.name(),
    /** ISO 8601. Default: now. */
    occurred_at: f.optional(f.isoTime()),
    /** The id shown to the customer. */
    cart_public_id: f.optional(f.text()),
    /** Total including discounts. Default 0. */
    grand_total: f.optional(f.money()),
    /** Default 0. */
    total_discounts: f.optional(f.money()),
    currency: f.optional(f.currency()),
    /** Link back to the cart. */
    cart_url: f.name(),
    items: f.optional(z.array(open(itemShape()))),
  }).check(...f.needsOneOf('person_id', 'email')),
);
export type CartActivity = RequireOne<Infer<typeof CartActivity>, 'person_id' | 'email'>;

/**
 * An order activity. Amounts are decimal. `provider` and `order_id` together identify the order. For a refund or
 * cancelation, give `refund_amount` and leave `grand_total` unchanged.
 */
export const OrderActivity = schema(() =>
  open({
    ...identityShape(),
    action: f.oneOf('placed', 'updated', 'paid', 'fulfilled', 'refunded', 'canceled'),
    /** ISO 8601. Default: now. For `placed`, the time of the order. */
    occurred_at: f.optional(f.isoTime()),
    order_id: f.name(),
    /** The id shown to the customer. */
    order_public_id: f.optional(f.text()),
    /** Default 0, as for the next five amounts. */
    grand_total: f.optional(f.money()),
    /** A decimal amount of the currency's main unit, `19.99`. */
    total_discounts: f.optional(f.money()),
    /** A decimal amount of the currency's main unit, `19.99`. */
    total_taxes: f.optional(f.money()),
    /** A decimal amount of the currency's main unit, `19.99`. */
    total_fees: f.optional(f.money()),
    /** A decimal amount of the currency's main unit, `19.99`. */
    total_shipping: f.optional(f.money()),
    /** A decimal amount of the currency's main unit, `19.99`. */
    refund_amount: f.optional(f.money()),
    currency: f.optional(f.currency()),
    order_url: f.optional(f.text()),
    items: f.optional(
      z.array(
        open({
          ...itemShape(),
          /** A decimal amount of the currency's main unit, `19.99`. */
          sale_price: f.optional(f.money()),
        }),
      ),
    ),
    billing_address: f.optional(address()),
    shipping_address: f.optional(address()),
  }).check(...f.needsOneOf('person_id', 'email')),
);
export type OrderActivity = RequireOne<Infer<typeof OrderActivity>, 'person_id' | 'email'>;

/** A product activity. Amounts are decimal. `provider` and `product_id` together identify the product. */
export const ProductActivity = schema(() =>
  open({
    /** Name of the shop system, in lower snake case: `my_shop`. */
    provider: f.snakeCase(),
    action: f.oneOf('created', 'updated', 'deleted'),
    /** ISO 8601. Default: now. */
    occurred_at: f.optional(f.isoTime()),
    product_id: f.name(),
    /** Repeat `product_id` if the product has no variants. */
    product_variant_id: f.name(),
    sku: f.optional(f.text()),
    name: f.name(),
    brand: f.optional(f.text()),
    categories: f.optional(f.texts()),
    /** ISO 4217 code. Default `USD`. */
    currency: f.optional(f.currency()),
    /** A decimal amount of the currency's main unit, `19.99`. */
    price: f.money(),
    inventory: f.optional(f.integer()),
    product_url: f.optional(f.text()),
    image_url: f.optional(f.text()),
  }),
);
export interface ProductActivity extends Infer<typeof ProductActivity> {}

/** Response to one activity, which is processed in the background. */
export const ActivityAccepted = schema(() => z.object({ request_id: f.id('request') }));
export interface ActivityAccepted extends Infer<typeof ActivityAccepted> {}

/** Response to a batch of activities: one id for each, in order. */
export const ActivitiesAccepted = schema(() => z.object({ request_ids: z.array(f.id('request')) }));
export interface ActivitiesAccepted extends Infer<typeof ActivitiesAccepted> {}

const accepted = bareOut<ActivityAccepted>(ActivityAccepted);
const allAccepted = bareOut<ActivitiesAccepted>(ActivitiesAccepted);

export const shopperActivity = {
  /** Records a cart activity. */
  cart: endpoint('POST /v3/{account_id}/shopper_activity/cart', {
    body: bareIn<CartActivity>(CartActivity),
    status: 202,
    response: accepted,
  }),
  /** Records 1 to 1000 cart activities. */
  cartBatch: endpoint('POST /v3/{account_id}/shopper_activity/cart/batch', {
    body: listIn<CartActivity>('carts', CartActivity),
    status: 202,
    response: allAccepted,
  }),
  /** Records an order activity. */
  order: endpoint('POST /v3/{account_id}/shopper_activity/order', {
    body: bareIn<OrderActivity>(OrderActivity),
    status: 202,
    response: accepted,
  }),
  /** Records 1 to 1000 order activities. */
  orderBatch: endpoint('POST /v3/{account_id}/shopper_activity/order/batch', {
    body: listIn<OrderActivity>('orders', OrderActivity),
    status: 202,
    response: allAccepted,
  }),
  /** Records a product activity. */
  product: endpoint('POST /v3/{account_id}/shopper_activity/product', {
    body: bareIn<ProductActivity>(ProductActivity),
    status: 202,
    response: accepted,
  }),
  /** Records 1 to 1000 product activities. */
  productBatch: endpoint('POST /v3/{account_id}/shopper_activity/product/batch', {
    body: listIn<ProductActivity>('products', ProductActivity),
    status: 202,
    response: allAccepted,
  }),
};
