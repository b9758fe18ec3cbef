import type { ApiPromise } from '../core/api-promise.ts';
import type { CallOptions } from '../options.ts';
import type { RefundInput } from '../records/refunds.ts';
import { refunds } from '../transport/operations.generated.ts';
import { Resource } from './resource.ts';

/** Refunds of legacy orders. */
export class Refunds extends Resource {
  /**
   * Creates a refund of the order that `provider` with `order_upstream_id` names, or updates the refund
   * `upstream_id`.
   *
   * `amount` is in cents; a new refund takes it off the person's `lifetime_value`. Never sent again by itself.
   *
   * Interface: "Commerce (v2)", refund arguments.
   *
   * @example
   * ```ts
   * await client.refunds.upsert({
   *   provider: 'my_shop',
   *   order_upstream_id: '1001',
   *   upstream_id: 'r1',
   *   amount: 1000, // 10.00
   *   note: 'One bag was torn.',
   * });
   * ```
   */
  upsert(refund: RefundInput, options?: CallOptions): ApiPromise<undefined> {
    return this.call(refunds.upsert, { body: refund, options });
  }
}
