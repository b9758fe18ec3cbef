import type { ApiPromise } from '../core/api-promise.ts';
import type { CallOptions } from '../options.ts';
import type { User } from '../records/user.ts';
import { user } from '../transport/operations.generated.ts';
import { Resource } from './resource.ts';

/** The user whose credentials the client has. */
export class CurrentUser extends Resource {
  /**
   * Gets the user that the credentials belong to. Works without `accountId`.
   *
   * Interface: "Accounts, users, forms, conversions, broadcasts".
   *
   * @throws {@link AuthenticationError} when the credentials are not accepted: a cheap way to try them.
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
