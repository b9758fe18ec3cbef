import type { ApiPromise } from '../core/api-promise.ts';
import type { CallOptions } from '../options.ts';
import type { TagInput } from '../records.generated.ts';
import { tags } from '../transport/operations.generated.ts';
import { Resource } from './resource.ts';

export class Tags extends Resource {
  /**
   * Lists all tags of the account.
   *
   * Interface: "Events and tags".
   *
   * @example
   * ```ts
   * console.log(await client.tags.list()); // [ 'customer' ]
   * ```
   */
  list(options?: CallOptions): ApiPromise<string[]> {
    return this.call(tags.list, { options });
  }

  /**
   * Applies a tag to a subscriber. Creates a subscriber for an unknown email address.
   *
   * Interface: "Events and tags".
   *
   * @example
   * ```ts
   * await client.tags.apply({ email: 'ann@example.com', tag: 'vip' });
   * ```
   */
  apply(tagging: TagInput, options?: CallOptions): ApiPromise<undefined> {
    return this.call(tags.apply, { body: tagging, options });
  }

  /**
   * Removes a tag from a subscriber. Succeeds if the tag is not applied.
   *
   * Interface: "Events and tags".
   *
   * @example
   * ```ts
   * await client.tags.remove('ann@example.com', 'customer');
   * console.log((await client.subscribers.get('ann@example.com')).tags); // []
   * ```
   */
  remove(email: string, tag: string, options?: CallOptions): ApiPromise<undefined> {
    return this.call(tags.remove, { path: [email, tag], options });
  }
}
