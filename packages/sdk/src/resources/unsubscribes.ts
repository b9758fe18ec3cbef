import type { BulkJob } from '../bulk/bulk-job.ts';
import type { BulkOptions, BulkSource } from '../bulk/options.ts';
import type { ApiPromise } from '../core/api-promise.ts';
import type { CallOptions } from '../options.ts';
import type { UnsubscribeInput } from '../records.generated.ts';
import { unsubscribes } from '../transport/operations.generated.ts';
import { Resource } from './resource.ts';

export class Unsubscribes extends Resource {
  /**
   * Unsubscribes 1 to 1000 subscribers, by email address, from all mailings in the background.
   *
   * Counts as a batch. Interface: "Subscribers", "Limits".
   *
   * @throws {@link InputError} if a record is invalid, with the index and issue of each. Nothing is sent then.
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
   * Unsubscribes subscribers from all mailings, by records from an array, an iterable, an async iterable or a stream.
   *
   * Sends chunks of 1000, within the rate limits. A chunk whose outcome is unknown is retried. Invalid records are
   * skipped and reported.
   *
   * Interface: "Subscribers", "Limits".
   *
   * @throws {@link BulkError} if the job stops early. A failed chunk alone does not stop it.
   *
   * @example
   * ```ts
   * const addresses = ['ann@example.com', 'not an address'];
   * const { accepted, rejections } = await client.unsubscribes.createMany(addresses.map((email) => ({ email })));
   * console.log(accepted, rejections[0]?.issues[0]?.code); // 1 email_error
   * ```
   */
  createMany(
    source: BulkSource<UnsubscribeInput>,
    options?: BulkOptions<UnsubscribeInput, undefined>,
  ): BulkJob<UnsubscribeInput, undefined> {
    return this.bulk(unsubscribes.createBatch, source, options);
  }
}
