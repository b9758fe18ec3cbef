import type { PageCall } from '../core/pagination.ts';
import type { CallOptions } from '../options.ts';
import type { EventActionQuery } from '../records.generated.ts';
import { eventActions } from '../transport/operations.generated.ts';
import { Resource } from './resource.ts';

export class EventActions extends Resource {
  /**
   * Lists the names of all custom events.
   *
   * A page has 100 names; `per_page` allows up to 1000. Interface: "Events and tags".
   *
   * @example
   * ```ts
   * const actions = await client.eventActions.list().toArray();
   * console.log(actions); // [ 'Viewed pricing' ]
   * ```
   */
  list(query?: EventActionQuery, options?: CallOptions): PageCall<string> {
    return this.page(eventActions.list, { query, options });
  }
}
