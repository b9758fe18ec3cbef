import { randomBytes } from 'node:crypto';
import type { Client } from '@trickle/sdk';
import { isObject } from '../parse-json.ts';
import type { AdminApi } from '../sandbox/admin-api.ts';
import { PAGES, SampleAccount } from './sample-account.ts';

/** A sample subscriber. */
export interface SampleSubscriber {
  readonly id: string;
  readonly email: string;
}

/** Makes the calls that cause events of one sample subscriber. */
export class Chain {
  readonly client: Client;
  readonly admin: AdminApi;
  readonly account: SampleAccount;
  #subscriber: SampleSubscriber | undefined;

  constructor(client: Client, admin: AdminApi) {
    this.client = client;
    this.admin = admin;
    this.account = new SampleAccount(admin);
  }

  /** The subscriber, once it is created. */
  get subscriber(): SampleSubscriber | undefined {
    return this.#subscriber;
  }

  /** Creates the subscriber, with an unused email address. */
  async create(more: { readonly base_lead_score?: number } = {}): Promise<SampleSubscriber> {
    const email = `sample-${randomBytes(4).toString('hex')}@shop.example`;
    const { id } = await this.client.subscribers.upsert({ email, first_name: 'Ann', ...more });
    this.#subscriber = { id, email };
    return this.#subscriber;
  }

  /** Creates the subscriber and subscribes it to the sample campaign, which sends its email. */
  async subscribe(): Promise<SampleSubscriber & { readonly campaignId: string }> {
    const campaignId = await this.account.campaign();
    const subscriber = await this.create();
    await this.client.campaigns.subscribe(campaignId, { email: subscriber.email });
    return { ...subscriber, campaignId };
  }

  /** As `subscribe`, and waits for the email. Returns its delivery. */
  async receive(): Promise<string> {
    const { id } = await this.subscribe();
    await this.settle();
    const { deliveries } = await this.admin.get('deliveries', { subscriber_id: id });
    const [delivery] = Array.isArray(deliveries) ? (deliveries as readonly unknown[]).filter(isObject) : [];
    if (delivery) return String(delivery.id);
    throw new Error('The sample email was not sent. The notices of the account say why.');
  }

  /** Lets the recipient of an email act: `open`, `click`, `bounce`, `complain`, `unsubscribe`. */
  async act(deliveryId: string, action: string, more: object = {}): Promise<void> {
    await this.admin.post(`deliveries/${deliveryId}/${action}`, more);
  }

  /** Visits a page with the page script, as the subscriber. */
  async visit({ email }: SampleSubscriber): Promise<void> {
    const id = () => randomBytes(16).toString('hex');
    const message = (command: string, content: object) => ({ id: id(), command, arguments: content });
    const body = {
      visitor: id(),
      page: { url: PAGES.visited, title: 'Pricing' },
      messages: [message('identify', { email }), message('visit', {})],
    };
    await this.admin.send(`/client/${this.admin.accountId}/messages`, JSON.stringify(body), 'text/plain');
  }

  /** Runs all jobs that are due. */
  async settle(): Promise<void> {
    await this.admin.post('settle');
  }
}
