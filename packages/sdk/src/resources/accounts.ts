import type { ApiPromise } from '../core/api-promise.ts';
import type { CallOptions } from '../options.ts';
import type { Account } from '../records.generated.ts';
import { accounts } from '../transport/operations.generated.ts';
import { Resource } from './resource.ts';

export class Accounts extends Resource {
  /**
   * Lists the accounts that the credentials can access. Works without `accountId`.
   *
   * Interface: "Accounts, users, forms, conversions, broadcasts".
   *
   * @example
   * ```ts
   * for (const { id, name } of await client.accounts.list()) console.log(id, name); // 9999999 Acme Coffee
   * ```
   */
  list(options?: CallOptions): ApiPromise<Account[]> {
    return this.call(accounts.list, { options });
  }

  /**
   * Gets the account of the client, or the one given as `accountId`.
   *
   * Interface: "Accounts, users, forms, conversions, broadcasts".
   *
   * @throws {@link PermissionError} if the credentials cannot access the account.
   *
   * @example
   * ```ts
   * const { name, default_from_email } = await client.accounts.get();
   * console.log(name, default_from_email); // Acme Coffee hello@acme.test
   * ```
   */
  get(options?: CallOptions): ApiPromise<Account> {
    return this.call(accounts.get, { options });
  }
}
