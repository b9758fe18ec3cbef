import type { ApiPromise } from '../core/api-promise.ts';
import type { CallOptions } from '../options.ts';
import { customFieldIdentifiers } from '../transport/operations.generated.ts';
import { Resource } from './resource.ts';

export class CustomFieldIdentifiers extends Resource {
  /**
   * Lists the identifiers of the account's active custom fields.
   *
   * Interface: "Events and tags".
   *
   * @example
   * ```ts
   * console.log(await client.customFieldIdentifiers.list()); // [ 'roast' ]
   * ```
   */
  list(options?: CallOptions): ApiPromise<string[]> {
    return this.call(customFieldIdentifiers.list, { options });
  }
}
