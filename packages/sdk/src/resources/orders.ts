import type { BulkJob } from '../bulk/bulk-job.ts';
import type { BulkOptions, BulkSource } from '../bulk/options.ts';
import type { ApiPromise } from '../core/api-promise.ts';
import type { CallOptions } from '../options.ts';
import type { OrderInput } from '../records.generated.ts';
import { orders } from '../transport/operations.generated.ts';
import { Resource } from './resource.ts';

export class Orders extends Resource {
  /**
   * Creates a legacy order, or updates the one identified by `provider` and `upstream_id`.
   *
   * Amounts are in cents, times ISO 8601, `currency_code` ISO 4217. `email` or `id` must identify an existing
   * subscriber. A new order adds its `amount` to the subscriber's `lifetime_value`. Not retried.
   *
   * Interface: "Commerce (v2)", legacy order arguments.
   *
   * @throws {@link ValidationError} with `unavailable_error` if there is no such subscriber.
   *
   * @example
   * ```ts
   * await client.orders.upsert({
   *   email: 'ann@example.com',
   *   provider: 'my_shop',
   *   upstream_id: '1002',
   *   amount: 4900, // 49.00
   *   financial_state: 'paid',
   *   items: [{ name: 'Espresso beans', quantity: 2, price: 2450, amount: 4900 }],
   * });
   * ```
   */
  upsert(order: OrderInput, options?: CallOptions): ApiPromise<undefined> {
    return this.call(orders.upsert, { body: order, options });
  }

  /**
   * Creates or updates 1 to 1000 legacy orders in the background.
   *
   * Counts as a batch. Not retried. Interface: "Commerce (v2)", "Limits".
   *
   * @throws {@link InputError} if a record is invalid, with the index and issue of each. Nothing is sent then.
   *
   * @example
   * ```ts
   * await client.orders.upsertBatch([
   *   { email: 'ann@example.com', provider: 'my_shop', upstream_id: '1002', amount: 4900 },
   *   { email: 'bob@example.com', provider: 'my_shop', upstream_id: '1003', amount: 1250 },
   * ]);
   * ```
   */
  upsertBatch(records: readonly OrderInput[], options?: CallOptions): ApiPromise<undefined> {
    return this.call(orders.upsertBatch, { body: records, options });
  }

  /**
   * Creates or updates any number of legacy orders from an array, an iterable, an async iterable or a stream.
   *
   * Sends chunks of 1000, within the rate limits. A chunk whose outcome is unknown is not retried, unless `onUnknown`
   * is `'repeat'`. Invalid records are skipped and reported.
   *
   * Interface: "Commerce (v2)", "Limits".
   *
   * @throws {@link BulkError} if the job stops early. A failed chunk alone does not stop it.
   *
   * @example
   * ```ts
   * const orders = [
   *   { email: 'ann@example.com', provider: 'my_shop', upstream_id: '1002', amount: 4900 },
   *   { email: 'bob@example.com', provider: 'my_shop', upstream_id: '1003', amount: 12.5 }, // not in cents
   * ];
   * const { accepted, rejections } = await client.orders.upsertMany(orders);
   * console.log(accepted, rejections[0]?.index); // 1 1
   * ```
   */
  upsertMany(
    source: BulkSource<OrderInput>,
    options?: BulkOptions<OrderInput, undefined>,
  ): BulkJob<OrderInput, undefined> {
    return this.bulk(orders.upsertBatch, source, options);
  }
}
