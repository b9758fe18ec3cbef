import type { ApiPromise } from '../core/api-promise.ts';
import type { CallOptions } from '../options.ts';
import type { RefundInput } from '../records.generated.ts';
import { refunds } from '../transport/operations.generated.ts';
import { Resource } from './resource.ts';

export class Refunds extends Resource {
  /**
   * Creates a refund of the order identified by `provider` and `order_upstream_id`, or updates the refund identified
   * by `upstream_id`.
   *
   * `amount` is in cents. A new refund reduces the subscriber's `lifetime_value` by it. Not retried.
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
