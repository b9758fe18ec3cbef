import type { BulkJob } from '../bulk/bulk-job.ts';
import type { BulkOptions, BulkSource } from '../bulk/options.ts';
import type { ApiPromise } from '../core/api-promise.ts';
import type { CallOptions } from '../options.ts';
import type { OrderInput } from '../records/orders.ts';
import { orders } from '../transport/operations.generated.ts';
import { Resource } from './resource.ts';

/** Legacy orders; `client.shopperActivity.order` replaces them. */
export class Orders extends Resource {
  /**
   * Creates a legacy order, or updates the one that `provider` with `upstream_id` names.
   *
   * Amounts are in cents, times ISO 8601, `currency_code` ISO 4217. The person, named by `email` or `id`, must exist;
   * a new order adds its `amount` to their `lifetime_value`. Never sent again by itself.
   *
   * Interface: "Commerce (v2)", legacy order arguments.
   *
   * @throws {@link ValidationError} with `unavailable_error` when there is no such person.
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
   * Counted as a batch. Never sent again by itself. Interface: "Commerce (v2)", "Limits".
   *
   * @throws {@link InputError} naming the index and fault of each record that cannot be right; nothing is sent then.
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
   * Creates or updates any number of legacy orders, out of an array, an iterable, an async iterable or a stream.
   *
   * Sent in chunks of 1000, no faster than the limits allow. A chunk that may have been taken is never sent again
   * unless `onUnknown` says so. Records that cannot be right are left out and reported, and the rest goes on.
   *
   * Interface: "Commerce (v2)", "Limits".
   *
   * @throws {@link BulkError} when the job stops before the end; a failed chunk alone does not stop it.
   *
   * @example
   * ```ts
   * const orders = [
   *   { email: 'ann@example.com', provider: 'my_shop', upstream_id: '1002', amount: 4900 },
   *   { email: 'bob@example.com', provider: 'my_shop', upstream_id: '1003', amount: 12.5 }, // not in cents
   * ];
   * const { accepted, refusals } = await client.orders.upsertMany(orders);
   * console.log(accepted, refusals[0]?.index); // 1 1
   * ```
   */
  upsertMany(
    source: BulkSource<OrderInput>,
    options?: BulkOptions<OrderInput, undefined>,
  ): BulkJob<OrderInput, undefined> {
    return this.bulk(orders.upsertBatch, source, options);
  }
}
