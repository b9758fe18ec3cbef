import type { ApiPromise } from '../core/api-promise.ts';
import type { PageCall } from '../core/pagination.ts';
import type { CallOptions } from '../options.ts';
import type { Purchase, PurchaseInput, PurchaseQuery } from '../records.generated.ts';
import { purchases } from '../transport/operations.generated.ts';
import { Resource } from './resource.ts';

export class Purchases extends Resource {
  /**
   * Records a purchase and adds its `amount`, in cents, to the subscriber's `lifetime_value`.
   *
   * The `amount` of an item is the total of its line, in cents. `occurred_at` is ISO 8601 (default: now). Not retried,
   * since a retry could record the purchase twice.
   *
   * Interface: "Commerce (v2)", purchase arguments.
   *
   * @throws {@link NotFoundError} if there is no such subscriber.
   *
   * @example
   * ```ts
   * await client.purchases.create('ann@example.com', {
   *   provider: 'my_shop',
   *   order_id: '1002',
   *   amount: 4900, // 49.00
   *   items: [{ name: 'Espresso beans', amount: 4900, quantity: 2 }],
   * });
   * ```
   */
  create(idOrEmail: string, purchase: PurchaseInput, options?: CallOptions): ApiPromise<undefined> {
    return this.call(purchases.create, { path: [idOrEmail], body: purchase, options });
  }

  /**
   * Lists a subscriber's purchases.
   *
   * Interface: "Commerce (v2)".
   *
   * @throws {@link NotFoundError} if there is no such subscriber.
   *
   * @example
   * ```ts
   * for await (const { order_id, amount } of client.purchases.list('ann@example.com')) {
   *   console.log(order_id, amount / 100); // 1000 12.5
   * }
   * ```
   */
  list(idOrEmail: string, query?: PurchaseQuery, options?: CallOptions): PageCall<Purchase> {
    return this.page(purchases.list, { path: [idOrEmail], query, options });
  }

  /**
   * Gets one purchase of a subscriber.
   *
   * Interface: "Commerce (v2)".
   *
   * @throws {@link NotFoundError} if there is no such subscriber or purchase.
   *
   * @example
   * ```ts
   * console.log((await client.purchases.get('ann@example.com', '840')).amount); // 1250
   * ```
   */
  get(idOrEmail: string, purchaseId: string, options?: CallOptions): ApiPromise<Purchase> {
    return this.call(purchases.get, { path: [idOrEmail, purchaseId], options });
  }
}
