import type { BulkJob } from '../bulk/bulk-job.ts';
import type { BulkOptions, BulkSource } from '../bulk/options.ts';
import type { EventInput } from '../contract/events.ts';
import { events } from '../contract/events.ts';
import type { CallOptions } from '../options.ts';
import type { Call } from '../transport/call.ts';
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
   */
  record(event: EventInput, options?: CallOptions): Call<undefined> {
    return this.call(events.record, { body: event, options });
  }

  /**
   * Records 1 to 1000 events in the background; they may show after a delay.
   *
   * Counted as a batch. Never sent again by itself. Interface: "Events and tags", "Limits".
   *
   * @throws {@link InputError} naming the index and fault of each record that cannot be right; nothing is sent then.
   */
  recordBatch(records: readonly EventInput[], options?: CallOptions): Call<undefined> {
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
   */
  recordMany(
    source: BulkSource<EventInput>,
    options?: BulkOptions<EventInput, undefined>,
  ): BulkJob<EventInput, undefined> {
    return this.bulk(events.recordBatch, source, options);
  }
}
