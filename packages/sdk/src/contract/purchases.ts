import * as z from 'zod/mini';
import { endpoint } from './schema/endpoint.ts';
import { emptyOut, oneIn, oneOut, pageOut, pageQuery } from './schema/envelope.ts';
import * as f from './schema/field.ts';
import { type Infer, schema } from './schema/schema.ts';

const links = {
  'purchases.account': '{base_url}/v2/accounts/{purchases.account}',
  'purchases.subscriber': '{base_url}/v2/subscribers/{purchases.subscriber}',
};

/** A purchase ("Purchase", beta). Amounts are in cents. */
export const Purchase = schema(() =>
  z.object({
    id: f.id('purchase'),
    provider: f.maybe(f.text()),
    order_id: f.maybe(f.text()),
    /** Cents. */
    amount: f.cents(),
    permalink: f.maybe(f.text()),
    properties: f.properties(),
    occurred_at: f.time(),
    items: z.array(
      z.object({
        id: f.id('item'),
        product_id: f.maybe(f.text()),
        sku: f.maybe(f.text()),
        /** Total of the line, in cents. */
        amount: f.cents(),
        name: f.text(),
        quantity: f.integer(),
        properties: f.properties(),
      }),
    ),
    links: z.object({ account: f.id('account'), subscriber: f.id('subscriber') }),
  }),
);
export interface Purchase extends Infer<typeof Purchase> {}

/** Arguments for recording a purchase. Amounts are in cents. */
export const PurchaseInput = schema(() =>
  z.object({
    /** Cents. */
    amount: f.cents(),
    provider: f.optional(f.text()),
    order_id: f.optional(f.text()),
    permalink: f.optional(f.url()),
    properties: f.optional(f.properties()),
    items: f.optional(
      z.array(
        z.object({
          name: f.name(),
          /** Total of the line, in cents. */
          amount: f.cents(),
          /** Default 1. */
          quantity: f.optional(f.integer()),
          product_id: f.optional(f.text()),
          sku: f.optional(f.text()),
          properties: f.optional(f.properties()),
        }),
      ),
    ),
    /** ISO 8601. Default: now. */
    occurred_at: f.optional(f.isoTime()),
  }),
);
export interface PurchaseInput extends Infer<typeof PurchaseInput> {}

/** Page of a subscriber's purchases. */
export const PurchaseQuery = schema(() => z.object(pageQuery()));
export interface PurchaseQuery extends Infer<typeof PurchaseQuery> {}

export const purchases = {
  /** Records a purchase and adds its amount to the subscriber's lifetime value. */
  create: endpoint('POST /v2/{account_id}/subscribers/{id_or_email}/purchases', {
    body: oneIn<PurchaseInput>('purchases', PurchaseInput),
    status: 201,
    location: true,
    response: emptyOut,
  }),
  /** Lists a subscriber's purchases. */
  list: endpoint('GET /v2/{account_id}/subscribers/{id_or_email}/purchases', {
    query: PurchaseQuery,
    response: pageOut<Purchase>('purchases', Purchase, { links }),
  }),
  /** Gets one purchase. */
  get: endpoint('GET /v2/{account_id}/subscribers/{id_or_email}/purchases/{purchase_id}', {
    response: oneOut<Purchase>('purchases', Purchase, { links }),
  }),
};
