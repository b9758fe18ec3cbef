import { json, text } from '../engine/column.ts';
import { sql } from '../engine/sql.ts';
import type { Transaction } from '../engine/store.ts';
import { NEWEST, type RowOf, table } from '../engine/table.ts';

/** v2 and v3 orders. The two APIs cannot see or change each other's orders. */
export const orders = table(
  'orders',
  {
    /** `v2` for legacy orders. */
    api: text<'v2' | 'v3'>(),
    id: text(),
    subscriberId: text(),
    /** Null for a legacy order that can never be updated. */
    provider: text().orNull(),
    /** `upstream_id` in v2, `order_id` in v3. */
    externalId: text().orNull(),
    data: json<OrderData>(),
  },
  { key: ['api', 'provider', 'externalId'] },
);
export interface OrderRow extends RowOf<typeof orders> {}

export interface OrderData {
  /** The order's contribution to the subscriber's lifetime value, in cents. */
  readonly worth: number;
  /** ISO 8601. */
  readonly originatedAt: string;
  /** Whether `originatedAt` is the time the order was placed, or the time it was first received. */
  readonly origin: 'placed' | 'received';
  /** The refunded amount: cents in v2, decimal text in v3. */
  readonly refunded: string;
  /** The attributes that the caller sent, under the interface's names. */
  readonly attributes: Readonly<Record<string, unknown>>;
}

/** Finds an order by its provider's id, unless its subscriber was deleted. */
// Unspecified: U-66
export const findOrder = (
  tx: Transaction,
  accountId: string,
  { api, provider, externalId }: Pick<OrderRow, 'api' | 'provider' | 'externalId'>,
): Promise<OrderRow | undefined> =>
  orders.get(
    tx,
    accountId,
    sql`api = ${api} and provider = ${provider} and external_id = ${externalId}
      and exists (select 1 from subscribers s where s.account_id = orders.account_id and s.id = subscriber_id)`,
  );

export const refunds = table(
  'refunds',
  {
    id: text(),
    /** The id of the order in the database. */
    orderId: text(),
    /** Null for a refund that can never be updated. */
    upstreamId: text().orNull(),
    /** The other members, under the interface's names. */
    data: json<RefundData>(),
  },
  { key: ['orderId', 'upstreamId'] },
);
export interface RefundRow extends RowOf<typeof refunds> {}

export interface RefundData {
  /** Cents. */
  readonly amount: number;
  readonly note?: string | undefined;
  readonly processed_at?: string | undefined;
}

/** Carts by their provider and the provider's id. */
export const carts = table(
  'carts',
  {
    provider: text(),
    cartId: text(),
    subscriberId: text(),
    /** The attributes that the caller sent, under the interface's names. */
    attributes: json<Readonly<Record<string, unknown>>>().named('data'),
  },
  { key: ['provider', 'cartId'] },
);
export interface CartRow extends RowOf<typeof carts> {}

/** The provider of products that only pages have reported. */
export const PAGE_PROVIDER = 'page_script';

export const products = table(
  'products',
  {
    provider: text(),
    productId: text(),
    variantId: text().named('product_variant_id'),
    /** The attributes that the caller sent, under the interface's names. */
    attributes: json<Readonly<Record<string, unknown>>>().named('data'),
  },
  { key: ['provider', 'productId', 'variantId'], kept: NEWEST, pruned: `provider = '${PAGE_PROVIDER}'` },
);
export interface ProductRow extends RowOf<typeof products> {}

export const purchases = table('purchases', {
  id: text(),
  subscriberId: text(),
  occurredAt: text(),
  data: json<PurchaseData>(),
});
export interface PurchaseRow extends RowOf<typeof purchases> {}

/** The other members, under the interface's names. */
interface PurchaseData {
  /** Cents. */
  readonly amount: number;
  readonly provider?: string | undefined;
  readonly order_id?: string | undefined;
  readonly permalink?: string | undefined;
  readonly properties: Readonly<Record<string, unknown>>;
  readonly items: readonly PurchaseItem[];
}

export interface PurchaseItem {
  readonly id: string;
  readonly name: string;
  /** The line's total in cents. */
  readonly amount: number;
  readonly quantity: number;
  readonly product_id?: string | undefined;
  readonly sku?: string | undefined;
  readonly properties: Readonly<Record<string, unknown>>;
}
