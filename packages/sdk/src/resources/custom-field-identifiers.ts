import { customFieldIdentifiers } from '../operations/table.ts';
import type { CallOptions } from '../options.ts';
import type { Call } from '../transport/call.ts';
import { Resource } from './resource.ts';

/** The identifiers of custom fields. Values are read and written with the people. */
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
  list(options?: CallOptions): Call<string[]> {
    return this.call(customFieldIdentifiers.list, { options });
  }
}
