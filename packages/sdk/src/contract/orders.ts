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
    email: f.optional(f.text()),
  });

const item = () =>
  z.object({
    id: f.optional(f.text()),
    product_id: f.optional(f.text()),
    sku: f.optional(f.text()),
    amount: f.optional(f.cents()),
    name: f.optional(f.text()),
    quantity: f.optional(f.integer()),
    upstream_id: f.optional(f.text()),
    upstream_product_id: f.optional(f.text()),
    upstream_product_variant_id: f.optional(f.text()),
    price: f.optional(f.cents()),
    tax: f.optional(f.cents()),
    fees: f.optional(f.cents()),
    discount: f.optional(f.cents()),
    taxable: f.optional(f.boolean()),
    properties: f.optional(f.properties()),
  });

const states = {
  financial: ['pending', 'authorized', 'partially_paid', 'paid', 'partially_refunded', 'refunded', 'voided'],
  fulfillment: ['not_fulfilled', 'partially_fulfilled', 'fulfilled'],
} as const;

/** An order of the legacy kind ("Legacy order"). Amounts are cents. The interface has no way to read it. */
export const Order = schema(() =>
  z.object({
    id: f.text(),
    provider: f.maybe(f.text()),
    /** The id in the order system. */
    upstream_id: f.maybe(f.text()),
    /** The order's number as the customer sees it. */
    identifier: f.maybe(f.text()),
    amount: f.cents(),
    tax: f.maybe(f.cents()),
    fees: f.maybe(f.cents()),
    discount: f.maybe(f.cents()),
    permalink: f.maybe(f.text()),
    currency_code: f.maybe(f.text()),
    properties: f.properties(),
    /** ISO 8601. */
    occurred_at: f.text(),
    closed_at: f.maybe(f.text()),
    /** ISO 8601; null when the order is not cancelled. */
    cancelled_at: f.orNull(f.text()),
    financial_state: f.maybe(f.known(...states.financial)),
    fulfillment_state: f.maybe(f.known(...states.fulfillment)),
    billing_address: f.maybe(address()),
    shipping_address: f.maybe(address()),
    items: z.array(item()),
    links: z.object({ account: f.text(), subscriber: f.text() }),
  }),
);
export interface Order extends Infer<typeof Order> {}

/**
 * Arguments of creating or updating a legacy order. Amounts are cents. At least one of `email` and `id` names
 * the person, who must exist. `provider` with `upstream_id` names the order to update.
 */
export const OrderInput = schema(() =>
  z
    .object({
      email: f.optional(f.email()),
      /** The service's id of the person. */
      id: f.optional(f.name()),
      amount: f.cents(),
      /** Lower snake case. */
      provider: f.optional(f.snakeCase()),
      upstream_id: f.optional(f.text()),
      tax: f.optional(f.cents()),
      fees: f.optional(f.cents()),
      discount: f.optional(f.cents()),
      permalink: f.optional(f.url()),
      /** ISO 4217, `USD`. */
      currency_code: f.optional(f.currency()),
      identifier: f.optional(f.text()),
      properties: f.optional(f.properties()),
      /** ISO 8601; default now. */
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
  /** Creates or updates a legacy order; a new one is added to the person's lifetime value. */
  upsert: endpoint({
    method: 'POST',
    path: '/v2/{account_id}/orders',
    body: oneIn<OrderInput>('orders', OrderInput),
    status: 202,
    response: emptyOut,
  }),
  /** Creates or updates 1 to 1000 legacy orders in the background. */
  upsertBatch: endpoint({
    method: 'POST',
    path: '/v2/{account_id}/orders/batches',
    body: batchIn<OrderInput>('orders', OrderInput),
    status: 202,
    response: emptyOut,
    limit: 'batch',
  }),
};
