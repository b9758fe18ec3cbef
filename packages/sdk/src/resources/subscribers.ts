import type { BulkJob } from '../bulk/bulk-job.ts';
import type { BulkOptions, BulkSource } from '../bulk/options.ts';
import type { RemoveQuery, Subscriber, SubscriberInput, SubscriberQuery } from '../contract/subscribers.ts';
import { subscribers } from '../contract/subscribers.ts';
import type { CallOptions } from '../options.ts';
import type { PageCall } from '../pagination.ts';
import type { Call } from '../transport/call.ts';
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
   */
  upsert(subscriber: SubscriberInput, options?: CallOptions): Call<Subscriber> {
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
   */
  get(idOrEmailOrVisitorUuid: string, options?: CallOptions): Call<Subscriber> {
    return this.call(subscribers.get, { path: [idOrEmailOrVisitorUuid], options });
  }

  /**
   * Removes a person from the email series `campaign_id`, or from all when it is left out.
   *
   * Interface: "Subscribers", formerly named unsubscribe.
   *
   * @throws {@link NotFoundError} when there is no such person.
   */
  remove(idOrEmail: string, query?: RemoveQuery, options?: CallOptions): Call<Subscriber> {
    return this.call(subscribers.remove, { path: [idOrEmail], query, options });
  }

  /**
   * Unsubscribes a person from all mailings.
   *
   * Interface: "Subscribers".
   *
   * @throws {@link NotFoundError} when there is no such person.
   */
  unsubscribeAll(idOrEmail: string, options?: CallOptions): Call<Subscriber> {
    return this.call(subscribers.unsubscribeAll, { path: [idOrEmail], options });
  }

  /**
   * Deletes a person for good.
   *
   * Interface: "Subscribers".
   *
   * @throws {@link NotFoundError} when there is no such person.
   */
  delete(idOrEmail: string, options?: CallOptions): Call<undefined> {
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
   */
  upsertBatch(records: readonly SubscriberInput[], options?: CallOptions): Call<undefined> {
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
   */
  upsertMany(
    source: BulkSource<SubscriberInput>,
    options?: BulkOptions<SubscriberInput, undefined>,
  ): BulkJob<SubscriberInput, undefined> {
    return this.bulk(subscribers.upsertBatch, source, options);
  }
}
