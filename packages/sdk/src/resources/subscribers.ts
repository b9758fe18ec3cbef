import type { BulkJob } from '../bulk/bulk-job.ts';
import type { BulkOptions, BulkSource } from '../bulk/options.ts';
import type { ApiPromise } from '../core/api-promise.ts';
import type { PageCall } from '../core/pagination.ts';
import type { CallOptions } from '../options.ts';
import type { RemoveQuery, Subscriber, SubscriberInput, SubscriberQuery } from '../records.generated.ts';
import { subscribers } from '../transport/operations.generated.ts';
import { Resource } from './resource.ts';

export class Subscribers extends Resource {
  /**
   * Creates a subscriber, or updates the one identified by `email`, `id` or `visitor_uuid`; one of them is required.
   *
   * Omitted fields are unchanged. `tags` are added, `remove_tags` removed; null or '' clears a custom field.
   * `lifetime_value` is in cents, `time_zone` an Olson name (default for a new subscriber: `Etc/UTC`), `sms_number` a
   * US number in E.164 format.
   *
   * Interface: "Subscribers".
   *
   * @throws {@link ValidationError} if the service rejects a value, with `uniqueness_error` for a `user_id` or
   *   `new_email` of another subscriber.
   * @throws {@link RateLimitError} with `scope: 'concurrent'` during another update of the same subscriber.
   *
   * @example
   * ```ts
   * const ann = await client.subscribers.upsert({
   *   email: 'ann@example.com',
   *   first_name: 'Ann',
   *   custom_fields: { roast: 'light' },
   *   tags: ['vip'],
   * });
   * console.log(ann.custom_fields, ann.tags); // { roast: 'light' } [ 'customer', 'vip' ]
   * ```
   */
  upsert(subscriber: SubscriberInput, options?: CallOptions): ApiPromise<Subscriber> {
    return this.call(subscribers.upsert, { body: subscriber, options });
  }

  /**
   * Lists the subscribers of the account. Default: active subscribers.
   *
   * `tags` is comma-separated and matches subscribers with at least one of the tags. `subscribed_before` and
   * `subscribed_after` are ISO 8601. A page has 100 subscribers; `per_page` allows up to 1000.
   *
   * Interface: "Subscribers", list arguments.
   *
   * @throws {@link ValidationError} for an unknown value of a filter.
   *
   * @example
   * ```ts
   * for await (const { email } of client.subscribers.list({ tags: 'customer,trial', per_page: 1000 })) {
   *   console.log(email); // ann@example.com
   * }
   * const { items, meta } = await client.subscribers.list({ status: 'all' }); // one page
   * console.log(items.length, meta.total_count); // 2 2
   * ```
   */
  list(query?: SubscriberQuery, options?: CallOptions): PageCall<Subscriber> {
    return this.page(subscribers.list, { query, options });
  }

  /**
   * Gets one subscriber by id, email address or visitor UUID.
   *
   * Interface: "Subscribers".
   *
   * @throws {@link NotFoundError} if there is no such subscriber.
   *
   * @example
   * ```ts
   * const ann = await client.subscribers.get('ann@example.com');
   * console.log(ann.first_name, ann.lifetime_value / 100); // Ann 37
   * ```
   */
  get(idOrEmailOrVisitorUuid: string, options?: CallOptions): ApiPromise<Subscriber> {
    return this.call(subscribers.get, { path: [idOrEmailOrVisitorUuid], options });
  }

  /**
   * Removes a subscriber from the email series `campaign_id`, or from all series by default.
   *
   * Interface: "Subscribers", formerly named unsubscribe.
   *
   * @throws {@link NotFoundError} if there is no such subscriber.
   *
   * @example
   * ```ts
   * await client.subscribers.remove('ann@example.com', { campaign_id: '111' });
   * ```
   */
  remove(idOrEmail: string, query?: RemoveQuery, options?: CallOptions): ApiPromise<Subscriber> {
    return this.call(subscribers.remove, { path: [idOrEmail], query, options });
  }

  /**
   * Unsubscribes a subscriber from all mailings.
   *
   * Interface: "Subscribers".
   *
   * @throws {@link NotFoundError} if there is no such subscriber.
   *
   * @example
   * ```ts
   * const { status } = await client.subscribers.unsubscribeAll('ann@example.com');
   * console.log(status); // unsubscribed
   * ```
   */
  unsubscribeAll(idOrEmail: string, options?: CallOptions): ApiPromise<Subscriber> {
    return this.call(subscribers.unsubscribeAll, { path: [idOrEmail], options });
  }

  /**
   * Deletes a subscriber permanently.
   *
   * Interface: "Subscribers".
   *
   * @throws {@link NotFoundError} if there is no such subscriber.
   *
   * @example
   * ```ts
   * await client.subscribers.delete('ann@example.com');
   * ```
   */
  delete(idOrEmail: string, options?: CallOptions): ApiPromise<undefined> {
    return this.call(subscribers.delete, { path: [idOrEmail], options });
  }

  /**
   * Creates or updates 1 to 1000 subscribers in the background. Changes may appear after a delay.
   *
   * The service skips invalid records silently, so the SDK validates all records first.
   * Counted as a batch: 50 requests and 50,000 records per hour.
   *
   * Interface: "Subscribers", "Limits".
   *
   * @throws {@link InputError} if a record is invalid, with the index and issue of each. Nothing is sent then.
   *
   * @example
   * ```ts
   * await client.subscribers.upsertBatch([
   *   { email: 'ann@example.com', tags: ['newsletter'] },
   *   { email: 'cid@example.com', first_name: 'Cid' },
   * ]);
   * ```
   */
  upsertBatch(records: readonly SubscriberInput[], options?: CallOptions): ApiPromise<undefined> {
    return this.call(subscribers.upsertBatch, { body: records, options });
  }

  /**
   * Creates or updates any number of subscribers from an array, an iterable, an async iterable or a stream.
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
   * async function* records() {
   *   for (let i = 1; i <= 2500; i++) yield { email: `subscriber${i}@example.com` };
   * }
   * const job = client.subscribers.upsertMany(records());
   * for await (const { accepted } of job) if (accepted === 1000) console.log('The first chunk'); // The first chunk
   * const { accepted, rejected, failures } = await job;
   * console.log(accepted, rejected, failures); // 2500 0 []
   * ```
   */
  upsertMany(
    source: BulkSource<SubscriberInput>,
    options?: BulkOptions<SubscriberInput, undefined>,
  ): BulkJob<SubscriberInput, undefined> {
    return this.bulk(subscribers.upsertBatch, source, options);
  }
}
