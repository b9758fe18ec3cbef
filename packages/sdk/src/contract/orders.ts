import * as z from 'zod/mini';
import { endpoint } from './schema/endpoint.ts';
import { batchIn, emptyOut, oneIn } from './schema/envelope.ts';
import * as f from './schema/field.ts';
import { type Infer, type RequireOne, schema } from './schema/schema.ts';

const address = () =>
  z.object({
    name: f.optional(f.text()),
    first_name: f.optional(f.text()),
    last_name: f.optional(f.text()),
    company: f.optional(f.text()),
    address_1: f.optional(f.text()),
    address_2: f.optional(f.text()),
    city: f.optional(f.text()),
    state: f.optional(f.text()),
    zip: f.optional(f.text()),
    country: f.optional(f.text()),
    phone: f.optional(f.text()),
    /** The email address. */
    email: f.optional(f.text()),
  });

const item = () =>
  z.object({
    id: f.optional(f.text()),
    product_id: f.optional(f.text()),
    sku: f.optional(f.text()),
    /** Cents. */
    amount: f.optional(f.cents()),
    name: f.optional(f.text()),
    quantity: f.optional(f.integer()),
    upstream_id: f.optional(f.text()),
    upstream_product_id: f.optional(f.text()),
    upstream_product_variant_id: f.optional(f.text()),
    /** Cents. */
    price: f.optional(f.cents()),
    /** Cents. */
    tax: f.optional(f.cents()),
    /** Cents. */
    fees: f.optional(f.cents()),
    /** Cents. */
    discount: f.optional(f.cents()),
    taxable: f.optional(f.boolean()),
    properties: f.optional(f.properties()),
  });

const states = {
  financial: ['pending', 'authorized', 'partially_paid', 'paid', 'partially_refunded', 'refunded', 'voided'],
  fulfillment: ['not_fulfilled', 'partially_fulfilled', 'fulfilled'],
} as const;

/** A legacy order ("Legacy order"). Amounts are in cents. The interface has no operation to read one. */
export const Order = schema(() =>
  z.object({
    id: f.id('order'),
    provider: f.maybe(f.text()),
    /** The order's id at the provider. */
    upstream_id: f.maybe(f.text()),
    /** The order number shown to the customer. */
    identifier: f.maybe(f.text()),
    /** Cents. */
    amount: f.cents(),
    /** Cents. */
    tax: f.maybe(f.cents()),
    /** Cents. */
    fees: f.maybe(f.cents()),
    /** Cents. */
    discount: f.maybe(f.cents()),
    permalink: f.maybe(f.text()),
    currency_code: f.maybe(f.text()),
    properties: f.properties(),
    occurred_at: f.time(),
    closed_at: f.maybe(f.time()),
    /** ISO 8601; null if the order is not cancelled. */
    cancelled_at: f.orNull(f.time()),
    financial_state: f.maybe(f.known(...states.financial)),
    fulfillment_state: f.maybe(f.known(...states.fulfillment)),
    billing_address: f.maybe(address()),
    shipping_address: f.maybe(address()),
    items: z.array(item()),
    links: z.object({ account: f.id('account'), subscriber: f.id('subscriber') }),
  }),
);
export interface Order extends Infer<typeof Order> {}

/**
 * Arguments for creating or updating a legacy order. Amounts are in cents. `email` or `id` identifies an existing
 * subscriber; at least one is required. `provider` and `upstream_id` together identify the order to update.
 */
export const OrderInput = schema(() =>
  z
    .object({
      email: f.optional(f.email()),
      /** The subscriber's id. */
      id: f.optional(f.name()),
      /** Cents. */
      amount: f.cents(),
      /** Name of the order system, in lower snake case: `my_shop`. */
      provider: f.optional(f.snakeCase()),
      upstream_id: f.optional(f.text()),
      /** Cents. */
      tax: f.optional(f.cents()),
      /** Cents. */
      fees: f.optional(f.cents()),
      /** Cents. */
      discount: f.optional(f.cents()),
      permalink: f.optional(f.url()),
      currency_code: f.optional(f.currency()),
      identifier: f.optional(f.text()),
      properties: f.optional(f.properties()),
      /** ISO 8601. Default: now. */
      occurred_at: f.optional(f.isoTime()),
      /** ISO 8601. */
      closed_at: f.optional(f.isoTime()),
      /** ISO 8601. */
      cancelled_at: f.optional(f.orNull(f.isoTime())),
      financial_state: f.optional(f.oneOf(...states.financial)),
      fulfillment_state: f.optional(f.oneOf(...states.fulfillment)),
      billing_address: f.optional(address()),
      shipping_address: f.optional(address()),
      items: f.optional(z.array(item())),
    })
    .check(...f.needsOneOf('email', 'id')),
);
export type OrderInput = RequireOne<Infer<typeof OrderInput>, 'email' | 'id'>;

export const orders = {
  /** Creates or updates a legacy order. A new order adds to the subscriber's lifetime value. */
  upsert: endpoint('POST /v2/{account_id}/orders', {
    body: oneIn<OrderInput>('orders', OrderInput),
    status: 202,
    response: emptyOut,
  }),
  /** Creates or updates 1 to 1000 legacy orders in the background. */
  upsertBatch: endpoint('POST /v2/{account_id}/orders/batches', {
    body: batchIn<OrderInput>('orders', OrderInput),
    status: 202,
    response: emptyOut,
  }),
};
