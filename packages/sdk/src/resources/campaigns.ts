import type { CampaignWithForms } from '../contract/campaigns.ts';
import type { ApiPromise } from '../core/api-promise.ts';
import type { PageCall } from '../core/pagination.ts';
import type { CallOptions } from '../options.ts';
import type {
  Campaign,
  CampaignQuery,
  CampaignSubscriberInput,
  CampaignSubscriberQuery,
  Subscriber,
} from '../records.generated.ts';
import { campaigns } from '../transport/operations.generated.ts';
import { Resource } from './resource.ts';

export class Campaigns extends Resource {
  /**
   * Lists the email series of the account, oldest first by default.
   *
   * Interface: "Email series campaigns".
   *
   * @example
   * ```ts
   * for await (const { id, name } of client.campaigns.list({ status: 'active', sort: 'name' })) {
   *   console.log(id, name); // 111 Welcome
   * }
   * ```
   */
  list(query?: CampaignQuery, options?: CallOptions): PageCall<Campaign> {
    return this.page(campaigns.list, { query, options });
  }

  /**
   * Gets one email series, with the forms that subscribe to it in `linked.forms`.
   *
   * Rates are fractions of 1. `minutes_from_midnight` is the sending time; `days_of_the_week_mask` starts on Monday.
   *
   * Interface: "Email series campaigns".
   *
   * @throws {@link NotFoundError} if there is no such series.
   *
   * @example
   * ```ts
   * const { name, email_count, linked } = await client.campaigns.get('111');
   * console.log(name, email_count, linked.forms[0]?.headline); // Welcome 2 Coffee news
   * ```
   */
  get(campaignId: string, options?: CallOptions): ApiPromise<CampaignWithForms> {
    return this.call(campaigns.get, { path: [campaignId], options });
  }

  /**
   * Activates a draft or paused series.
   *
   * Not retried, since a second activation fails.
   *
   * Interface: "Email series campaigns", "States and transitions".
   *
   * @throws {@link ValidationError} if it cannot be activated, for example without a postal address.
   *
   * @example
   * ```ts
   * await client.campaigns.activate('112');
   * console.log((await client.campaigns.get('112')).status); // active
   * ```
   */
  activate(campaignId: string, options?: CallOptions): ApiPromise<undefined> {
    return this.call(campaigns.activate, { path: [campaignId], options });
  }

  /**
   * Pauses an active series.
   *
   * Not retried, since a second pause fails.
   *
   * Interface: "Email series campaigns", "States and transitions".
   *
   * @throws {@link ValidationError} if it cannot be paused.
   *
   * @example
   * ```ts
   * await client.campaigns.pause('111');
   * console.log((await client.campaigns.get('111')).status); // paused
   * ```
   */
  pause(campaignId: string, options?: CallOptions): ApiPromise<undefined> {
    return this.call(campaigns.pause, { path: [campaignId], options });
  }

  /**
   * Lists the subscribers of a series. Default: active subscribers, newest first.
   *
   * A page has 100 subscribers; `per_page` allows up to 1000. Interface: "Email series campaigns".
   *
   * @throws {@link NotFoundError} if there is no such series.
   *
   * @example
   * ```ts
   * for await (const { email } of client.campaigns.listSubscribers('111', { per_page: 1000 })) {
   *   console.log(email); // ann@example.com
   * }
   * ```
   */
  listSubscribers(
    campaignId: string,
    query?: CampaignSubscriberQuery,
    options?: CallOptions,
  ): PageCall<Subscriber> {
    return this.page(campaigns.listSubscribers, { path: [campaignId], query, options });
  }

  /**
   * Subscribes a subscriber to a series, by email address. Creates the subscriber if necessary.
   *
   * `double_optin: true` sends a confirmation email first (default: the setting of the series).
   * `starting_email_index` counts from 0; `utc_offset` is in minutes.
   *
   * Interface: "Email series campaigns", subscribe arguments.
   *
   * @throws {@link ValidationError} if the subscriber was removed from the series and `reactivate_if_removed` is
   *   false.
   * @throws {@link NotFoundError} if there is no such series.
   *
   * @example
   * ```ts
   * const bob = await client.campaigns.subscribe('111', { email: 'bob@example.com', double_optin: false });
   * console.log(bob.email); // bob@example.com
   * ```
   */
  subscribe(
    campaignId: string,
    subscriber: CampaignSubscriberInput,
    options?: CallOptions,
  ): ApiPromise<Subscriber> {
    return this.call(campaigns.subscribe, { path: [campaignId], body: subscriber, options });
  }
}
