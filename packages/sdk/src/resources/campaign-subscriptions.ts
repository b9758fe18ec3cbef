import type { PageCall } from '../core/pagination.ts';
import type { CallOptions } from '../options.ts';
import type { CampaignSubscription, CampaignSubscriptionQuery } from '../records.generated.ts';
import { campaignSubscriptions } from '../transport/operations.generated.ts';
import { Resource } from './resource.ts';

export class CampaignSubscriptions extends Resource {
  /**
   * Lists the campaign subscriptions of a subscriber, by id.
   *
   * `last_sent_email_index` counts from 0. Interface: "Email series campaigns".
   *
   * @throws {@link NotFoundError} if there is no such subscriber.
   *
   * @example
   * ```ts
   * const { id } = await client.subscribers.get('ann@example.com');
   * for await (const { campaign_id, status } of client.campaignSubscriptions.list(id)) {
   *   console.log(campaign_id, status); // 111 active
   * }
   * ```
   */
  list(
    subscriberId: string,
    query?: CampaignSubscriptionQuery,
    options?: CallOptions,
  ): PageCall<CampaignSubscription> {
    return this.page(campaignSubscriptions.list, { path: [subscriberId], query, options });
  }
}
