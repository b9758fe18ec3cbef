import type { BulkJob } from '../bulk/bulk-job.ts';
import type { BulkOptions, BulkSource } from '../bulk/options.ts';
import type {
  ActivitiesAccepted,
  ActivityAccepted,
  CartActivity,
  OrderActivity,
  ProductActivity,
} from '../contract/shopper-activity.ts';
import { shopperActivity } from '../contract/shopper-activity.ts';
import type { CallOptions } from '../options.ts';
import type { Call } from '../transport/call.ts';
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
   */
  cart(activity: CartActivity, options?: CallOptions): Call<ActivityAccepted> {
    return this.call(shopperActivity.cart, { body: activity, options });
  }

  /**
   * Records 1 to 1000 cart activities. `request_ids` has one id each, in their order.
   *
   * Counted as a batch. Interface: "Shopper activity (v3)", "Limits".
   *
   * @throws {@link InputError} naming the index and fault of each record that cannot be right; nothing is sent then.
   */
  cartBatch(records: readonly CartActivity[], options?: CallOptions): Call<ActivitiesAccepted> {
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
   */
  order(activity: OrderActivity, options?: CallOptions): Call<ActivityAccepted> {
    return this.call(shopperActivity.order, { body: activity, options });
  }

  /**
   * Records 1 to 1000 order activities. `request_ids` has one id each, in their order.
   *
   * Counted as a batch. Interface: "Shopper activity (v3)", "Limits".
   *
   * @throws {@link InputError} naming the index and fault of each record that cannot be right; nothing is sent then.
   */
  orderBatch(records: readonly OrderActivity[], options?: CallOptions): Call<ActivitiesAccepted> {
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
   */
  product(activity: ProductActivity, options?: CallOptions): Call<ActivityAccepted> {
    return this.call(shopperActivity.product, { body: activity, options });
  }

  /**
   * Records 1 to 1000 product activities. `request_ids` has one id each, in their order.
   *
   * Counted as a batch. Interface: "Shopper activity (v3)", "Limits".
   *
   * @throws {@link InputError} naming the index and fault of each record that cannot be right; nothing is sent then.
   */
  productBatch(records: readonly ProductActivity[], options?: CallOptions): Call<ActivitiesAccepted> {
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
   */
  productMany(
    source: BulkSource<ProductActivity>,
    options?: BulkOptions<ProductActivity, ActivitiesAccepted>,
  ): BulkJob<ProductActivity, ActivitiesAccepted> {
    return this.bulk(shopperActivity.productBatch, source, options);
  }
}
