import type { BulkJob } from '../bulk/bulk-job.ts';
import type { BulkOptions, BulkSource } from '../bulk/options.ts';
import type { ApiPromise } from '../core/api-promise.ts';
import type { PageCall } from '../core/pagination.ts';
import type { CallOptions } from '../options.ts';
import type { RemoveQuery, Subscriber, SubscriberInput, SubscriberQuery } from '../records/subscribers.ts';
import { subscribers } from '../transport/operations.generated.ts';
import { Resource } from './resource.ts';

/** The people who receive email. */
export class Subscribers extends Resource {
  /**
   * Creates a person, or updates the one that `email`, `id` or `visitor_uuid` names; one of the three is needed.
   *
   * What is left out stays as it is. `tags` are added, `remove_tags` taken away; a custom field is cleared with null
   * or ''. `lifetime_value` is in cents, `time_zone` an Olson name (default `Etc/UTC` for a new person),
   * `sms_number` a number of the USA in E.164 form.
   *
   * Interface: "Subscribers".
   *
   * @throws {@link ValidationError} when a value is refused: `uniqueness_error` for a `user_id` or `new_email` of
   *   somebody else.
   * @throws {@link RateLimitError} with `scope: 'concurrent'` while another update of the person is under way.
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
   * Lists the people of the account, the active ones unless `status` says otherwise.
   *
   * `tags` is comma-separated and finds people with at least one of them; `subscribed_before` and
   * `subscribed_after` are ISO 8601. A page holds 100, with `per_page` up to 1000.
   *
   * Interface: "Subscribers", list arguments.
   *
   * @throws {@link ValidationError} for a filter that the service does not know.
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
   * Gets one person by id, email address or visitor uuid.
   *
   * Interface: "Subscribers".
   *
   * @throws {@link NotFoundError} when there is nobody of that name.
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
   * Removes a person from the email series `campaign_id`, or from all when it is left out.
   *
   * Interface: "Subscribers", formerly named unsubscribe.
   *
   * @throws {@link NotFoundError} when there is no such person.
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
   * Unsubscribes a person from all mailings.
   *
   * Interface: "Subscribers".
   *
   * @throws {@link NotFoundError} when there is no such person.
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
   * Deletes a person for good.
   *
   * Interface: "Subscribers".
   *
   * @throws {@link NotFoundError} when there is no such person.
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
   * Creates or updates 1 to 1000 people in the background; what happened may show after a delay.
   *
   * A record that the service finds invalid is skipped there without a word, so the SDK checks all of them first.
   * Counted as a batch: 50 requests and 50,000 records an hour.
   *
   * Interface: "Subscribers", "Limits".
   *
   * @throws {@link InputError} naming the index and fault of each record that cannot be right; nothing is sent then.
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
   * Creates or updates any number of people, out of an array, an iterable, an async iterable or a stream.
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
   * async function* people() {
   *   for (let i = 1; i <= 2500; i++) yield { email: `person${i}@example.com` };
   * }
   * const job = client.subscribers.upsertMany(people());
   * for await (const { accepted } of job) if (accepted === 1000) console.log('The first chunk'); // The first chunk
   * const { accepted, refused, failures } = await job;
   * console.log(accepted, refused, failures); // 2500 0 []
   * ```
   */
  upsertMany(
    source: BulkSource<SubscriberInput>,
    options?: BulkOptions<SubscriberInput, undefined>,
  ): BulkJob<SubscriberInput, undefined> {
    return this.bulk(subscribers.upsertBatch, source, options);
  }
}
