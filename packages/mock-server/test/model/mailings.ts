import { expect } from 'vitest';
import type { TestServer } from '../harness.ts';
import { list } from '../mailing-account.ts';
import { People, type Person } from './people.ts';

export interface Campaign {
  readonly id: string;
  readonly name: string;
  readonly double_optin: boolean;
  readonly emails: number;
  status: 'draft' | 'active' | 'paused';
}

type Standing = 'active' | 'unconfirmed' | 'unsubscribed' | 'removed';

interface Subscription {
  readonly person: Person;
  readonly campaign: Campaign;
  status: Standing;
  lap: number;
}

export interface SubscribeOptions {
  readonly double_optin?: boolean;
  readonly starting_email_index?: number;
  readonly reactivate_if_removed?: boolean;
  readonly tags?: readonly string[];
}

/** The subscribers of an account and their campaigns. */
export class Mailings extends People {
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

  #standing(person: Person | undefined, campaign: Campaign): Subscription | undefined {
    return this.subscriptions.find((one) => one.person === person && one.campaign === campaign);
  }

  /** Returns whether the request is accepted. */
  subscribe(email: string, campaign: Campaign, options: SubscribeOptions): boolean {
    const { double_optin = campaign.double_optin, reactivate_if_removed = true, tags = [] } = options;
    const known = this.find(email);
    const before = this.#standing(known, campaign);
    if (!reactivate_if_removed && before?.status === 'removed') return false;
    const isRunning = before?.status === 'active';
    const begins = !isRunning && !double_optin;
    const isBack = begins && known?.status === 'unsubscribed';
    const change = { tags, ...(isBack && { status: 'active' as const }) };
    const upserted = this.upsert({ by: 'email', email }, change, 'api');
    if (!('person' in upserted)) throw new Error('the model refuses someone who is on a campaign');
    if (isRunning) return true;
    const { person } = upserted;
    const subscription = before ?? { person, campaign, status: 'unconfirmed', lap: 1 };
    if (!before) this.subscriptions.push(subscription);
    else if (before.status !== 'unconfirmed') subscription.lap++;
    subscription.status = begins ? 'active' : 'unconfirmed';
    if (!begins) return true;
    if (subscription.lap > 1 && !isBack) this.tell(person, 'reactivated');
    this.#tellOf(subscription, 'subscribed_to_campaign');
    return true;
  }

  /** Removes a subscriber from one campaign, or from all. */
  leave(person: Person, status: 'removed' | 'unsubscribed', campaign?: Campaign): void {
    for (const subscription of this.subscriptions) {
      if (subscription.person !== person || (campaign && subscription.campaign !== campaign)) continue;
      if (subscription.status === 'active') this.#tellOf(subscription, `${status}_from_campaign`);
      if (subscription.status === 'active' || subscription.status === 'unconfirmed')
        subscription.status = status;
    }
  }

  #tellOf({ person, campaign }: Subscription, event: string): void {
    this.tell(person, event, { campaign_id: campaign.id, campaign_name: campaign.name });
  }

  override setStatus(person: Person, status: Person['status']): void {
    super.setStatus(person, status);
    if (status === 'unsubscribed') this.leave(person, 'unsubscribed');
  }

  override delete(person: Person): void {
    super.delete(person);
    this.subscriptions = this.subscriptions.filter((one) => one.person !== person);
  }

  /** The subscribers of a campaign with a status, in order of creation. */
  standing(campaign: Campaign, status: Standing): Person[] {
    return this.people.filter((person) => this.#standing(person, campaign)?.status === status);
  }

  /** The subscribers who were removed from a campaign and are on none. */
  removed(): Person[] {
    const has = (person: Person, ...wanted: readonly Standing[]) =>
      this.subscriptions.some((one) => one.person === person && wanted.includes(one.status));
    return this.people.filter((person) => has(person, 'removed') && !has(person, 'active', 'unconfirmed'));
  }

  override async verify(server: TestServer): Promise<void> {
    await super.verify(server);
    const shown = (await list(server, 'campaigns')).items;
    expect(shown.map((one) => [one.id, one.status, one.active_subscriber_count])).toEqual(
      this.campaigns.map((one) => [one.id, one.status, this.standing(one, 'active').length]),
    );
    for (const person of this.people) {
      const { items } = await list(server, `subscribers/${person.id}/campaign_subscriptions`);
      expect(items.map(({ campaign_id, status, lap }) => [campaign_id, status, lap])).toEqual(
        this.subscriptions
          .filter((one) => one.person === person)
          .map(({ campaign, status, lap }) => [campaign.id, status, lap]),
      );
    }
  }
}
