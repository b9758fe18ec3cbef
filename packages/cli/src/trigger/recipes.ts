import type { WebhookEvent } from '@trickle/sdk/contract';
import type { Chain } from './chain.ts';
import { PAGES } from './sample-account.ts';

/** How to cause an event. */
export interface Recipe {
  /** What is done, as in "apply a tag". */
  readonly summary: string;
  run(chain: Chain): Promise<unknown>;
}

/** Creates a subscriber, and does something with it. */
const created = (summary: string, run: (chain: Chain, email: string) => Promise<unknown>): Recipe => ({
  summary,
  async run(chain) {
    const { email } = await chain.create();
    await run(chain, email);
  },
});

/** Sends an email to a new subscriber, who does something with it. */
const received = (summary: string, action: string, more: object = {}): Recipe => ({
  summary,
  async run(chain) {
    await chain.act(await chain.receive(), action, more);
  },
});

/** The calls for events that need only the REST API. */
const REST = {
  'subscriber.created': created('create a subscriber', async () => {}),
  'subscriber.deleted': created('delete a subscriber', ({ client }, email) =>
    client.subscribers.delete(email),
  ),
  'subscriber.subscribed_to_email_marketing': created('create an active subscriber', async () => {}),
  'subscriber.unsubscribed_all': created('unsubscribe a subscriber from all mailings', ({ client }, email) =>
    client.subscribers.unsubscribeAll(email),
  ),
  'subscriber.reactivated': created(
    'unsubscribe a subscriber, and make it active again',
    async ({ client }, email) => {
      await client.subscribers.unsubscribeAll(email);
      await client.subscribers.upsert({ email, status: 'active' });
    },
  ),
  'subscriber.applied_tag': created('apply a tag', ({ client }, email) =>
    client.tags.apply({ email, tag: 'Sample' }),
  ),
  'subscriber.removed_tag': created('apply a tag, and remove it', async ({ client }, email) => {
    await client.tags.apply({ email, tag: 'Sample' });
    await client.tags.remove(email, 'Sample');
  }),
  'subscriber.updated_custom_field': created('set a custom field', ({ client }, email) =>
    client.subscribers.upsert({ email, custom_fields: { boat: 'Yawl' } }),
  ),
  'subscriber.updated_email_address': created('change the email address', ({ client }, email) =>
    client.subscribers.upsert({ email, new_email: `new-${email}` }),
  ),
  'subscriber.updated_lifetime_value': created('record a purchase', ({ client }, email) =>
    client.purchases.create(email, {
      ...{ provider: 'trickle-trigger', order_id: email, amount: 4900, items: [] },
    }),
  ),
  'subscriber.updated_time_zone': created('change the time zone', ({ client }, email) =>
    client.subscribers.upsert({ email, time_zone: 'America/Chicago' }),
  ),
  'subscriber.updated_alias': created('set the user id', ({ client }, email) =>
    client.subscribers.upsert({ email, user_id: `user of ${email}` }),
  ),
  'subscriber.performed_custom_event': created('record a custom event', ({ client }, email) =>
    client.events.record({ email, action: 'Viewed a boat', properties: { boat: 'Yawl', value: 1250 } }),
  ),
} satisfies Partial<Record<WebhookEvent, Recipe>>;

/** The calls for each event of campaigns and emails. */
const EMAILS = {
  'subscriber.subscribed_to_campaign': {
    summary: 'subscribe a subscriber to a campaign',
    run: (chain) => chain.subscribe(),
  },
  'subscriber.removed_from_campaign': {
    summary: 'remove a subscriber from a campaign',
    async run(chain) {
      const { email, campaignId } = await chain.subscribe();
      await chain.client.subscribers.remove(email, { campaign_id: campaignId });
    },
  },
  'subscriber.unsubscribed_from_campaign': received(
    'follow the unsubscribe link of a campaign',
    'unsubscribe',
    { scope: 'campaign' },
  ),
  'subscriber.completed_campaign': {
    summary: 'send the last email of a campaign',
    run: (chain) => chain.receive(),
  },
  'subscriber.received_email': { summary: 'send an email', run: (chain) => chain.receive() },
  'subscriber.opened_email': received('open an email', 'open'),
  'subscriber.clicked_email': received('click a link in an email', 'click', { url: PAGES.link }),
  'subscriber.bounced': received('bounce an email, softly', 'bounce', { is_hard: false }),
  'subscriber.complained': received('report an email as spam', 'complain'),
  'subscriber.marked_as_undeliverable': received('bounce an email', 'bounce'),
  'subscriber.marked_as_deliverable': {
    summary: 'bounce an email, and mark the subscriber as deliverable',
    async run(chain) {
      await chain.act(await chain.receive(), 'bounce');
      await chain.admin.post(`subscribers/${chain.subscriber?.id}/make_deliverable`);
    },
  },
  'subscriber.clicked_trigger_link': {
    summary: 'click a trigger link in an email',
    async run(chain) {
      await chain.account.triggerLink();
      await chain.act(await chain.receive(), 'click', { url: PAGES.triggerLink });
    },
  },
} satisfies Partial<Record<WebhookEvent, Recipe>>;

/** The calls for each event of pages and lead scoring. */
const SCORES = {
  'subscriber.visited_page': {
    summary: 'visit a page that a workflow watches',
    async run(chain) {
      await chain.account.visitWorkflow();
      await chain.visit(await chain.create());
    },
  },
  'subscriber.became_lead': {
    summary: 'create a subscriber with a lead score above the threshold',
    async run(chain) {
      await chain.create({ base_lead_score: (await chain.account.leadThreshold()) + 1 });
    },
  },
  'subscriber.updated_lead_score': {
    summary: 'raise the base lead score',
    async run(chain) {
      await chain.account.leadThreshold();
      const { email } = await chain.create({ base_lead_score: 10 });
      await chain.client.subscribers.upsert({ email, base_lead_score: 20 });
    },
  },
  'subscriber.became_non_prospect': {
    summary: 'exclude a subscriber from lead scoring',
    async run(chain) {
      await chain.account.leadThreshold();
      const { email } = await chain.create();
      await chain.client.subscribers.upsert({ email, prospect: false });
    },
  },
} satisfies Partial<Record<WebhookEvent, Recipe>>;

/** How to cause each webhook event of the interface. */
export const RECIPES: Readonly<Record<WebhookEvent, Recipe>> = { ...REST, ...EMAILS, ...SCORES };
