import * as z from 'zod/mini';
import { endpoint } from './schema/endpoint.ts';
import { emptyOut, oneIn, oneOut, pageOut } from './schema/envelope.ts';
import * as f from './schema/field.ts';
import { pageQuery } from './schema/paging.ts';
import { type Infer, schema } from './schema/schema.ts';

const links = {
  'purchases.account': '{base_url}/v2/accounts/{purchases.account}',
  'purchases.subscriber': '{base_url}/v2/subscribers/{purchases.subscriber}',
};

/** Something bought ("Purchase", beta). Amounts are cents. */
export const Purchase = schema(() =>
  z.object({
    id: f.text(),
    provider: f.maybe(f.text()),
    order_id: f.maybe(f.text()),
    amount: f.cents(),
    permalink: f.maybe(f.text()),
    properties: f.properties(),
    /** ISO 8601. */
    occurred_at: f.text(),
    items: z.array(
      z.object({
        id: f.text(),
        product_id: f.maybe(f.text()),
        sku: f.maybe(f.text()),
        /** The line's total. */
        amount: f.cents(),
        name: f.text(),
        quantity: f.integer(),
        properties: f.properties(),
      }),
    ),
    links: z.object({ account: f.text(), subscriber: f.text() }),
  }),
);
export interface Purchase extends Infer<typeof Purchase> {}

/** Arguments of recording a purchase. Amounts are cents. */
export const PurchaseInput = schema(() =>
  z.object({
    amount: f.cents(),
    provider: f.optional(f.text()),
    order_id: f.optional(f.text()),
    permalink: f.optional(f.url()),
    properties: f.optional(f.properties()),
    items: f.optional(
      z.array(
        z.object({
          name: f.name(),
          /** The line's total. */
          amount: f.cents(),
          /** Default 1. */
          quantity: f.optional(f.integer()),
          product_id: f.optional(f.text()),
          sku: f.optional(f.text()),
          properties: f.optional(f.properties()),
        }),
      ),
    ),
    /** ISO 8601; default now. */
    occurred_at: f.optional(f.isoTime()),
  }),
);
export interface PurchaseInput extends Infer<typeof PurchaseInput> {}

/** Which page of a person's purchases. */
export const PurchaseQuery = schema(() => z.object(pageQuery()));
export interface PurchaseQuery extends Infer<typeof PurchaseQuery> {}

export const purchases = {
  /** Records a purchase and adds it to the person's lifetime value. */
  create: endpoint({
    method: 'POST',
    path: '/v2/{account_id}/subscribers/{id_or_email}/purchases',
    body: oneIn<PurchaseInput>('purchases', PurchaseInput),
    status: 201,
    location: true,
    response: emptyOut,
  }),
  /** A person's purchases. */
  list: endpoint({
    method: 'GET',
    path: '/v2/{account_id}/subscribers/{id_or_email}/purchases',
    query: PurchaseQuery,
    status: 200,
    response: pageOut<Purchase>('purchases', Purchase, { links }),
  }),
  /** One purchase. */
  get: endpoint({
    method: 'GET',
    path: '/v2/{account_id}/subscribers/{id_or_email}/purchases/{purchase_id}',
    status: 200,
    response: oneOut<Purchase>('purchases', Purchase, { links }),
  }),
};
