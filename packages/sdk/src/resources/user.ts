import type { ApiPromise } from '../core/api-promise.ts';
import type { CallOptions } from '../options.ts';
import type { User } from '../records.generated.ts';
import { user } from '../transport/operations.generated.ts';
import { Resource } from './resource.ts';

export class CurrentUser extends Resource {
  /**
   * Gets the user who owns the credentials. Works without `accountId`.
   *
   * Interface: "Accounts, users, forms, conversions, broadcasts".
   *
   * @throws {@link AuthenticationError} if the credentials are invalid. A cheap way to check them.
   *
   * @example
   * ```ts
   * console.log((await client.user.get()).email); // owner@acme.test
   * ```
   */
  get(options?: CallOptions): ApiPromise<User> {
    return this.call(user.get, { options });
  }
}
