import type { BulkJob } from '../bulk/bulk-job.ts';
import type { BulkOptions, BulkSource } from '../bulk/options.ts';
import type { ApiPromise } from '../core/api-promise.ts';
import type { CallOptions } from '../options.ts';
import type { UnsubscribeInput } from '../records/unsubscribes.ts';
import { unsubscribes } from '../transport/operations.generated.ts';
import { Resource } from './resource.ts';

/** Unsubscribing many people at once. */
export class Unsubscribes extends Resource {
  /**
   * Unsubscribes 1 to 1000 people, each named by email address, from all mailings, in the background.
   *
   * Counted as a batch. Interface: "Subscribers", "Limits".
   *
   * @throws {@link InputError} naming the index and fault of each record that cannot be right; nothing is sent then.
   *
   * @example
   * ```ts
   * await client.unsubscribes.createBatch([{ email: 'ann@example.com' }, { email: 'bob@example.com' }]);
   * ```
   */
  createBatch(records: readonly UnsubscribeInput[], options?: CallOptions): ApiPromise<undefined> {
    return this.call(unsubscribes.createBatch, { body: records, options });
  }

  /**
   * Unsubscribes any number of people from all mailings, out of an array, an iterable, an async iterable or a stream.
   *
   * Sent in chunks of 1000, no faster than the limits allow; a chunk that may have been taken is sent again. Records
   * that cannot be right are left out and reported, and the rest goes on.
   *
   * Interface: "Subscribers", "Limits".
   *
   * @throws {@link BulkError} when the job stops before the end; a failed chunk alone does not stop it.
   *
   * @example
   * ```ts
   * const addresses = ['ann@example.com', 'not an address'];
   * const { accepted, refusals } = await client.unsubscribes.createMany(addresses.map((email) => ({ email })));
   * console.log(accepted, refusals[0]?.faults[0]?.code); // 1 email_error
   * ```
   */
  createMany(
    source: BulkSource<UnsubscribeInput>,
    options?: BulkOptions<UnsubscribeInput, undefined>,
  ): BulkJob<UnsubscribeInput, undefined> {
    return this.bulk(unsubscribes.createBatch, source, options);
  }
}
