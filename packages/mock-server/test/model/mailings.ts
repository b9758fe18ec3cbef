import { expect } from 'vitest';
import type { TestServer } from '../harness.ts';
import { list } from '../mailing-account.ts';
import { type Subscriber, SubscriberModel } from './subscriber-model.ts';

export interface Campaign {
  readonly id: string;
  readonly name: string;
  readonly double_optin: boolean;
  readonly emails: number;
  status: 'draft' | 'active' | 'paused';
}

type SubscriptionStatus = 'active' | 'unconfirmed' | 'unsubscribed' | 'removed';

interface Subscription {
  readonly subscriber: Subscriber;
  readonly campaign: Campaign;
  status: SubscriptionStatus;
  lap: number;
}

export interface SubscribeOptions {
  readonly double_optin?: boolean;
  readonly starting_email_index?: number;
  readonly reactivate_if_removed?: boolean;
  readonly tags?: readonly string[];
}

/** The subscribers of an account and their campaigns. */
export class Mailings extends SubscriberModel {
  readonly campaigns: readonly Campaign[] = [
    { id: '11', name: 'Welcome', double_optin: false, emails: 1, status: 'active' },
    { id: '12', name: 'Asks first', double_optin: true, emails: 2, status: 'draft' },
    { id: '13', name: 'Empty', double_optin: false, emails: 0, status: 'draft' },
  ];
  /** In order of creation. */
  subscriptions: Subscription[] = [];

  campaign(id: string): Campaign {
    const found = this.campaigns.find((campaign) => campaign.id === id);
    if (!found) throw new Error(`the model has no campaign ${id}`);
    return found;
  }

  #subscription(subscriber: Subscriber | undefined, campaign: Campaign): Subscription | undefined {
    return this.subscriptions.find((one) => one.subscriber === subscriber && one.campaign === campaign);
  }

  /** Returns whether the request is accepted. */
  subscribe(email: string, campaign: Campaign, options: SubscribeOptions): boolean {
    const { double_optin = campaign.double_optin, reactivate_if_removed = true, tags = [] } = options;
    const known = this.find(email);
    const before = this.#subscription(known, campaign);
    if (!reactivate_if_removed && before?.status === 'removed') return false;
    const isRunning = before?.status === 'active';
    const begins = !isRunning && !double_optin;
    const isBack = begins && known?.status === 'unsubscribed';
    const change = { tags, ...(isBack && { status: 'active' as const }) };
    const upserted = this.upsert({ by: 'email', email }, change, 'api');
    if (!('subscriber' in upserted)) throw new Error('the model rejects a subscriber of a campaign');
    if (isRunning) return true;
    const { subscriber } = upserted;
    const subscription = before ?? { subscriber, campaign, status: 'unconfirmed', lap: 1 };
    if (!before) this.subscriptions.push(subscription);
    else if (before.status !== 'unconfirmed') subscription.lap++;
    subscription.status = begins ? 'active' : 'unconfirmed';
    if (!begins) return true;
    if (subscription.lap > 1 && !isBack) this.expectEvent(subscriber, 'reactivated');
    this.#expectCampaignEvent(subscription, 'subscribed_to_campaign');
    return true;
  }

  /** Removes a subscriber from one campaign, or from all. */
  leave(subscriber: Subscriber, status: 'removed' | 'unsubscribed', campaign?: Campaign): void {
    for (const subscription of this.subscriptions) {
      if (subscription.subscriber !== subscriber || (campaign && subscription.campaign !== campaign))
        continue;
      if (subscription.status === 'active')
        this.#expectCampaignEvent(subscription, `${status}_from_campaign`);
      if (subscription.status === 'active' || subscription.status === 'unconfirmed')
        subscription.status = status;
    }
  }

  #expectCampaignEvent({ subscriber, campaign }: Subscription, event: string): void {
    this.expectEvent(subscriber, event, { campaign_id: campaign.id, campaign_name: campaign.name });
  }

  override setStatus(subscriber: Subscriber, status: Subscriber['status']): void {
    super.setStatus(subscriber, status);
    if (status === 'unsubscribed') this.leave(subscriber, 'unsubscribed');
  }

  override delete(subscriber: Subscriber): void {
    super.delete(subscriber);
    this.subscriptions = this.subscriptions.filter((one) => one.subscriber !== subscriber);
  }

  /** The subscribers of a campaign with a status, in order of creation. */
  withStatus(campaign: Campaign, status: SubscriptionStatus): Subscriber[] {
    return this.subscribers.filter(
      (subscriber) => this.#subscription(subscriber, campaign)?.status === status,
    );
  }

  /** The subscribers who were removed from a campaign and are on none. */
  removed(): Subscriber[] {
    const has = (subscriber: Subscriber, ...wanted: readonly SubscriptionStatus[]) =>
      this.subscriptions.some((one) => one.subscriber === subscriber && wanted.includes(one.status));
    return this.subscribers.filter(
      (subscriber) => has(subscriber, 'removed') && !has(subscriber, 'active', 'unconfirmed'),
    );
  }

  override async verify(server: TestServer): Promise<void> {
    await super.verify(server);
    const shown = (await list(server, 'campaigns')).items;
    expect(shown.map((one) => [one.id, one.status, one.active_subscriber_count])).toEqual(
      this.campaigns.map((one) => [one.id, one.status, this.withStatus(one, 'active').length]),
    );
    for (const subscriber of this.subscribers) {
      const { items } = await list(server, `subscribers/${subscriber.id}/campaign_subscriptions`);
      expect(items.map(({ campaign_id, status, lap }) => [campaign_id, status, lap])).toEqual(
        this.subscriptions
          .filter((one) => one.subscriber === subscriber)
          .map(({ campaign, status, lap }) => [campaign.id, status, lap]),
      );
    }
  }
}
