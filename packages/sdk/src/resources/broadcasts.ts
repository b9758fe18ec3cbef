import type { ApiPromise } from '../core/api-promise.ts';
import type { PageCall } from '../core/pagination.ts';
import type { CallOptions } from '../options.ts';
import type { Broadcast, BroadcastQuery } from '../records.generated.ts';
import { broadcasts } from '../transport/operations.generated.ts';
import { Resource } from './resource.ts';

export class Broadcasts extends Resource {
  /**
   * Lists the broadcasts of the account, oldest first by default.
   *
   * Interface: "Accounts, users, forms, conversions, broadcasts".
   *
   * @example
   * ```ts
   * for await (const { name } of client.broadcasts.list({ status: 'draft', sort: 'send_at' })) {
   *   console.log(name); // Holiday sale
   * }
   * ```
   */
  list(query?: BroadcastQuery, options?: CallOptions): PageCall<Broadcast> {
    return this.page(broadcasts.list, { query, options });
  }

  /**
   * Gets one broadcast. `send_at` is ISO 8601, in each subscriber's time zone if `localize_sending_time` is true.
   *
   * Interface: "Accounts, users, forms, conversions, broadcasts".
   *
   * @throws {@link NotFoundError} if there is no such broadcast.
   *
   * @example
   * ```ts
   * const { subject, status } = await client.broadcasts.get('555');
   * console.log(subject, status); // Ten percent off draft
   * ```
   */
  get(broadcastId: string, options?: CallOptions): ApiPromise<Broadcast> {
    return this.call(broadcasts.get, { path: [broadcastId], options });
  }
}
