import type { BulkJob } from '../bulk/bulk-job.ts';
import type { BulkOptions, BulkSource } from '../bulk/options.ts';
import type { ApiPromise } from '../core/api-promise.ts';
import type { CallOptions } from '../options.ts';
import type { EventInput } from '../records.generated.ts';
import { events } from '../transport/operations.generated.ts';
import { Resource } from './resource.ts';

export class Events extends Resource {
  /**
   * Records an event of a subscriber, by `email` or `id`. Creates a subscriber for an unknown email address.
   *
   * For a conversion, give `properties.value` in cents: an integer less than 2,147,483,647. `occurred_at` is ISO 8601
   * (default: now). Not retried, since a retry could record the event twice.
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
   * Records 1 to 1000 events in the background. They may appear after a delay.
   *
   * Counts as a batch. Not retried. Interface: "Events and tags", "Limits".
   *
   * @throws {@link InputError} if a record is invalid, with the index and issue of each. Nothing is sent then.
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
   * Records any number of events from an array, an iterable, an async iterable or a stream.
   *
   * Sends chunks of 1000, within the rate limits. A chunk whose outcome is unknown is not retried, unless `onUnknown`
   * is `'repeat'`. Invalid records are skipped and reported.
   *
   * Interface: "Events and tags", "Limits".
   *
   * @throws {@link BulkError} if the job stops early. A failed chunk alone does not stop it.
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
