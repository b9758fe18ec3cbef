import type { BulkJob } from '../bulk/bulk-job.ts';
import type { BulkOptions, BulkSource } from '../bulk/options.ts';
import type { ApiPromise } from '../core/api-promise.ts';
import type { CallOptions } from '../options.ts';
import type {
  ActivitiesAccepted,
  ActivityAccepted,
  CartActivity,
  OrderActivity,
  ProductActivity,
} from '../records.generated.ts';
import { shopperActivity } from '../transport/operations.generated.ts';
import { Resource } from './resource.ts';

/**
 * Cart, order and product activities of a shop (v3). The service processes them in the background and keeps custom
 * attributes. Amounts are decimal (`19.99`). Requests are not retried.
 */
export class ShopperActivity extends Resource {
  /**
   * Records that a cart was `created` or `updated`. `person_id` or `email` identifies the subscriber.
   *
   * `provider` is lower snake case, `cart_url` links back to the cart, `grand_total` includes discounts.
   *
   * Interface: "Shopper activity (v3)", cart activity arguments.
   *
   * @example
   * ```ts
   * const { request_id } = await client.shopperActivity.cart({
   *   provider: 'my_shop',
   *   email: 'ann@example.com',
   *   action: 'created',
   *   cart_id: 'c1',
   *   cart_url: 'https://shop.example.com/carts/c1',
   *   grand_total: 24.5, // 24.50
   *   items: [{ product_id: 'p1', name: 'Espresso beans', price: 24.5, quantity: 1 }],
   * });
   * ```
   */
  cart(activity: CartActivity, options?: CallOptions): ApiPromise<ActivityAccepted> {
    return this.call(shopperActivity.cart, { body: activity, options });
  }

  /**
   * Records 1 to 1000 cart activities. `request_ids` has one id for each, in order.
   *
   * Counts as a batch. Interface: "Shopper activity (v3)", "Limits".
   *
   * @throws {@link InputError} if a record is invalid, with the index and issue of each. Nothing is sent then.
   *
   * @example
   * ```ts
   * const cart = { provider: 'my_shop', action: 'updated', cart_url: 'https://shop.example.com/c' } as const;
   * const { request_ids } = await client.shopperActivity.cartBatch([
   *   { ...cart, email: 'ann@example.com', cart_id: 'c1', grand_total: 24.5 },
   *   { ...cart, email: 'bob@example.com', cart_id: 'c2', grand_total: 12 },
   * ]);
   * console.log(request_ids.length); // 2
   * ```
   */
  cartBatch(records: readonly CartActivity[], options?: CallOptions): ApiPromise<ActivitiesAccepted> {
    return this.call(shopperActivity.cartBatch, { body: records, options });
  }

  /**
   * Records any number of cart activities from an array, an iterable, an async iterable or a stream. `onChunk`
   * gets the `request_ids` of each chunk.
   *
   * Sends chunks of 1000, within the rate limits. A chunk whose outcome is unknown is not retried, unless `onUnknown`
   * is `'repeat'`. Invalid records are skipped and reported.
   *
   * Interface: "Shopper activity (v3)", "Limits".
   *
   * @throws {@link BulkError} if the job stops early. A failed chunk alone does not stop it.
   *
   * @example
   * ```ts
   * const cart = { provider: 'my_shop', action: 'updated', cart_url: 'https://shop.example.com/c' } as const;
   * const { accepted } = await client.shopperActivity.cartMany(
   *   [{ ...cart, email: 'ann@example.com', cart_id: 'c1' }],
   *   { onChunk: ({ result }) => console.log(result?.request_ids.length) }, // 1
   * );
   * console.log(accepted); // 1
   * ```
   */
  cartMany(
    source: BulkSource<CartActivity>,
    options?: BulkOptions<CartActivity, ActivitiesAccepted>,
  ): BulkJob<CartActivity, ActivitiesAccepted> {
    return this.bulk(shopperActivity.cartBatch, source, options);
  }

  /**
   * Records that an order was `placed`, `updated`, `paid`, `fulfilled`, `refunded` or `canceled`.
   *
   * `provider` and `order_id` together identify the order; `person_id` or `email` identifies the subscriber. For a
   * refund or cancelation, give `refund_amount` and leave `grand_total` unchanged.
   *
   * Interface: "Shopper activity (v3)", order activity arguments and rules.
   *
   * @example
   * ```ts
   * await client.shopperActivity.order({
   *   provider: 'my_shop',
   *   email: 'ann@example.com',
   *   action: 'placed',
   *   order_id: '1002',
   *   grand_total: 24.5, // 24.50
   *   items: [{ product_id: 'p1', name: 'Espresso beans', price: 24.5, quantity: 1 }],
   * });
   * await client.shopperActivity.order({
   *   provider: 'my_shop',
   *   email: 'ann@example.com',
   *   action: 'refunded',
   *   order_id: '1002',
   *   grand_total: 24.5, // unchanged
   *   refund_amount: 10,
   * });
   * ```
   */
  order(activity: OrderActivity, options?: CallOptions): ApiPromise<ActivityAccepted> {
    return this.call(shopperActivity.order, { body: activity, options });
  }

  /**
   * Records 1 to 1000 order activities. `request_ids` has one id for each, in order.
   *
   * Counts as a batch. Interface: "Shopper activity (v3)", "Limits".
   *
   * @throws {@link InputError} if a record is invalid, with the index and issue of each. Nothing is sent then.
   *
   * @example
   * ```ts
   * const order = { provider: 'my_shop', action: 'placed' } as const;
   * const { request_ids } = await client.shopperActivity.orderBatch([
   *   { ...order, email: 'ann@example.com', order_id: '1002', grand_total: 24.5 },
   *   { ...order, email: 'bob@example.com', order_id: '1003', grand_total: 12 },
   * ]);
   * console.log(request_ids.length); // 2
   * ```
   */
  orderBatch(records: readonly OrderActivity[], options?: CallOptions): ApiPromise<ActivitiesAccepted> {
    return this.call(shopperActivity.orderBatch, { body: records, options });
  }

  /**
   * Records any number of order activities from an array, an iterable, an async iterable or a stream. `onChunk`
   * gets the `request_ids` of each chunk.
   *
   * Sends chunks of 1000, within the rate limits. A chunk whose outcome is unknown is not retried, unless `onUnknown`
   * is `'repeat'`. Invalid records are skipped and reported.
   *
   * Interface: "Shopper activity (v3)", "Limits".
   *
   * @throws {@link BulkError} if the job stops early. A failed chunk alone does not stop it.
   *
   * @example
   * ```ts
   * async function* orders() {
   *   for (const order_id of ['1002', '1003']) {
   *     yield { provider: 'my_shop', action: 'placed', email: 'ann@example.com', order_id } as const;
   *   }
   * }
   * console.log((await client.shopperActivity.orderMany(orders())).accepted); // 2
   * ```
   */
  orderMany(
    source: BulkSource<OrderActivity>,
    options?: BulkOptions<OrderActivity, ActivitiesAccepted>,
  ): BulkJob<OrderActivity, ActivitiesAccepted> {
    return this.bulk(shopperActivity.orderBatch, source, options);
  }

  /**
   * Records that a product was `created`, `updated` or `deleted`. `provider` and `product_id` identify it.
   *
   * Repeat `product_id` as `product_variant_id` if there are no variants. `currency` is ISO 4217, default `USD`.
   *
   * Interface: "Shopper activity (v3)", product activity arguments.
   *
   * @example
   * ```ts
   * await client.shopperActivity.product({
   *   provider: 'my_shop',
   *   action: 'created',
   *   product_id: 'p1',
   *   product_variant_id: 'p1', // no variants
   *   name: 'Espresso beans',
   *   price: 24.5, // 24.50
   *   categories: ['Coffee'],
   *   origin: 'Ethiopia', // a custom attribute
   * });
   * ```
   */
  product(activity: ProductActivity, options?: CallOptions): ApiPromise<ActivityAccepted> {
    return this.call(shopperActivity.product, { body: activity, options });
  }

  /**
   * Records 1 to 1000 product activities. `request_ids` has one id for each, in order.
   *
   * Counts as a batch. Interface: "Shopper activity (v3)", "Limits".
   *
   * @throws {@link InputError} if a record is invalid, with the index and issue of each. Nothing is sent then.
   *
   * @example
   * ```ts
   * const product = { provider: 'my_shop', action: 'updated' } as const;
   * const { request_ids } = await client.shopperActivity.productBatch([
   *   { ...product, product_id: 'p1', product_variant_id: 'p1', name: 'Espresso beans', price: 24.5 },
   *   { ...product, product_id: 'p2', product_variant_id: 'p2', name: 'Filter papers', price: 4 },
   * ]);
   * console.log(request_ids.length); // 2
   * ```
   */
  productBatch(records: readonly ProductActivity[], options?: CallOptions): ApiPromise<ActivitiesAccepted> {
    return this.call(shopperActivity.productBatch, { body: records, options });
  }

  /**
   * Records any number of product activities from an array, an iterable, an async iterable or a stream. `onChunk`
   * gets the `request_ids` of each chunk.
   *
   * Sends chunks of 1000, within the rate limits. A chunk whose outcome is unknown is not retried, unless `onUnknown`
   * is `'repeat'`. Invalid records are skipped and reported.
   *
   * Interface: "Shopper activity (v3)", "Limits".
   *
   * @throws {@link BulkError} if the job stops early. A failed chunk alone does not stop it.
   *
   * @example
   * ```ts
   * async function* catalogue() {
   *   for (const id of ['p1', 'p2']) {
   *     const names = { product_id: id, product_variant_id: id, name: `Product ${id}` };
   *     yield { provider: 'my_shop', action: 'updated', price: 24.5, ...names } as const;
   *   }
   * }
   * console.log((await client.shopperActivity.productMany(catalogue())).accepted); // 2
   * ```
   */
  productMany(
    source: BulkSource<ProductActivity>,
    options?: BulkOptions<ProductActivity, ActivitiesAccepted>,
  ): BulkJob<ProductActivity, ActivitiesAccepted> {
    return this.bulk(shopperActivity.productBatch, source, options);
  }
}
