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
} from '../records/shopper-activity.ts';
import { shopperActivity } from '../transport/operations.generated.ts';
import { Resource } from './resource.ts';

/**
 * What happens to carts, orders and products in a shop (v3). Everything is processed in the background, money is
 * decimal (`19.99`), and attributes of your own are kept. Nothing is sent again by itself.
 */
export class ShopperActivity extends Resource {
  /**
   * Records that a cart was `created` or `updated`. The person is named by `person_id` or `email`.
   *
   * `provider` is lower snake case, `cart_url` leads back to the cart, `grand_total` includes discounts.
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
   * Records 1 to 1000 cart activities. `request_ids` has one id each, in their order.
   *
   * Counted as a batch. Interface: "Shopper activity (v3)", "Limits".
   *
   * @throws {@link InputError} naming the index and fault of each record that cannot be right; nothing is sent then.
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
   * Records any number of cart activities, out of an array, an iterable, an async iterable or a stream. Each chunk’s
   * `request_ids` come to `onChunk`.
   *
   * Sent in chunks of 1000, no faster than the limits allow. A chunk that may have been taken is never sent again
   * unless `onUnknown` says so. Records that cannot be right are left out and reported, and the rest goes on.
   *
   * Interface: "Shopper activity (v3)", "Limits".
   *
   * @throws {@link BulkError} when the job stops before the end; a failed chunk alone does not stop it.
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
   * `provider` with `order_id` names the order; the person is named by `person_id` or `email`. For a refund or a
   * cancelation give `refund_amount` and leave `grand_total` as it was.
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
   *   grand_total: 24.5, // as it was
   *   refund_amount: 10,
   * });
   * ```
   */
  order(activity: OrderActivity, options?: CallOptions): ApiPromise<ActivityAccepted> {
    return this.call(shopperActivity.order, { body: activity, options });
  }

  /**
   * Records 1 to 1000 order activities. `request_ids` has one id each, in their order.
   *
   * Counted as a batch. Interface: "Shopper activity (v3)", "Limits".
   *
   * @throws {@link InputError} naming the index and fault of each record that cannot be right; nothing is sent then.
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
   * Records any number of order activities, out of an array, an iterable, an async iterable or a stream. Each chunk’s
   * `request_ids` come to `onChunk`.
   *
   * Sent in chunks of 1000, no faster than the limits allow. A chunk that may have been taken is never sent again
   * unless `onUnknown` says so. Records that cannot be right are left out and reported, and the rest goes on.
   *
   * Interface: "Shopper activity (v3)", "Limits".
   *
   * @throws {@link BulkError} when the job stops before the end; a failed chunk alone does not stop it.
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
   * Records that a product was `created`, `updated` or `deleted`. `provider` with `product_id` names it.
   *
   * Repeat `product_id` as `product_variant_id` where there are no variants. `currency` is ISO 4217, default `USD`.
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
   *   origin: 'Ethiopia', // an attribute of your own
   * });
   * ```
   */
  product(activity: ProductActivity, options?: CallOptions): ApiPromise<ActivityAccepted> {
    return this.call(shopperActivity.product, { body: activity, options });
  }

  /**
   * Records 1 to 1000 product activities. `request_ids` has one id each, in their order.
   *
   * Counted as a batch. Interface: "Shopper activity (v3)", "Limits".
   *
   * @throws {@link InputError} naming the index and fault of each record that cannot be right; nothing is sent then.
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
   * Records any number of product activities, out of an array, an iterable, an async iterable or a stream. Each chunk’s
   * `request_ids` come to `onChunk`.
   *
   * Sent in chunks of 1000, no faster than the limits allow. A chunk that may have been taken is never sent again
   * unless `onUnknown` says so. Records that cannot be right are left out and reported, and the rest goes on.
   *
   * Interface: "Shopper activity (v3)", "Limits".
   *
   * @throws {@link BulkError} when the job stops before the end; a failed chunk alone does not stop it.
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
