import type { BulkJob } from '../bulk/bulk-job.ts';
import type { BulkOptions, BulkSource } from '../bulk/options.ts';
import type { ApiPromise } from '../core/api-promise.ts';
import type { CallOptions } from '../options.ts';
import type { EventInput } from '../records/events.ts';
import { events } from '../transport/operations.generated.ts';
import { Resource } from './resource.ts';

/** Custom events: what people did. */
export class Events extends Resource {
  /**
   * Records that someone, named by `email` or `id`, did `action`; somebody of an unknown email is created.
   *
   * For a conversion give `properties.value` in whole cents, less than 2,147,483,647. `occurred_at` is ISO 8601,
   * default now. Never sent again by itself, since an event must not be counted twice.
   *
   * Interface: "Events and tags", event arguments.
   *
   * @throws {@link NotFoundError} for an unknown `id`.
   *
   * @example
   * ```ts
   * await client.events.record({
   *   email: 'ann@example.com',
   *   action: 'Signed up',
   *   properties: { plan: 'pro', value: 4900 }, // for a conversion of this name: 49.00
   * });
   * ```
   */
  record(event: EventInput, options?: CallOptions): ApiPromise<undefined> {
    return this.call(events.record, { body: event, options });
  }

  /**
   * Records 1 to 1000 events in the background; they may show after a delay.
   *
   * Counted as a batch. Never sent again by itself. Interface: "Events and tags", "Limits".
   *
   * @throws {@link InputError} naming the index and fault of each record that cannot be right; nothing is sent then.
   *
   * @example
   * ```ts
   * await client.events.recordBatch([
   *   { email: 'ann@example.com', action: 'Logged in' },
   *   { email: 'bob@example.com', action: 'Logged in', occurred_at: '2026-01-31T09:00:00Z' },
   * ]);
   * ```
   */
  recordBatch(records: readonly EventInput[], options?: CallOptions): ApiPromise<undefined> {
    return this.call(events.recordBatch, { body: records, options });
  }

  /**
   * Records any number of events, out of an array, an iterable, an async iterable or a stream.
   *
   * Sent in chunks of 1000, no faster than the limits allow. A chunk that may have been taken is never sent again
   * unless `onUnknown` says so. Records that cannot be right are left out and reported, and the rest goes on.
   *
   * Interface: "Events and tags", "Limits".
   *
   * @throws {@link BulkError} when the job stops before the end; a failed chunk alone does not stop it.
   *
   * @example
   * ```ts
   * async function* logins() {
   *   for (const email of ['ann@example.com', 'bob@example.com']) yield { email, action: 'Logged in' };
   * }
   * const { accepted } = await client.events.recordMany(logins(), { onUnknown: 'skip' });
   * console.log(accepted); // 2
   * ```
   */
  recordMany(
    source: BulkSource<EventInput>,
    options?: BulkOptions<EventInput, undefined>,
  ): BulkJob<EventInput, undefined> {
    return this.bulk(events.recordBatch, source, options);
  }
}
