import type { Seed, WhyNotSubject } from '../src/index.ts';
import type { TestServer } from './harness.ts';

/** States of an account, in each of which one rule keeps something from Ann. */

type AccountSeed = NonNullable<Seed['accounts']>[number];

export const ANN = { id: 'ann', email: 'ann@acme.test' };
const CREATED = 'subscriber.created';
const TAGGED = 'subscriber.applied_tag';

export const emails = [
  { id: 'e1', subject: 'One', text_body: 'Hi' },
  { id: 'e2', subject: 'Two', text_body: 'Hi', delay: { days: 2 } },
  { id: 'e3', subject: 'Three', text_body: 'Hi', delay: { days: 2 } },
];
export const tides = (more: object = {}) => ({
  ...{ id: '1', name: 'Tides', status: 'active' as const, emails },
  ...more,
});
export const subscribed = (more: object = {}) => tides({ subscribers: [{ email: ANN.email, ...more }] });
const tomorrow = (more: object = {}) => ({ ...subscribed(), start_immediately: false, ...more });
const vip = { provider: 'trickle', trigger_type: 'applied_tag', properties: { tag: 'VIP' } };
const bought = {
  ...{ provider: 'trickle', trigger_type: 'performed_custom_event' },
  properties: { action: 'Bought', color: ['red', 'blue'] },
};
const incomplete = { provider: 'trickle', trigger_type: 'visited_page' };
const hello = { type: 'send_email', subject: 'Hello', text_body: 'Hi' } as const;
const goal = { type: 'goal', trigger_type: 'placed_order', provider: 'my_shop' } as const;
export const flow = (more: object = {}) => ({
  id: '1',
  name: 'Flow',
  status: 'active' as const,
  triggers: [vip],
  steps: [{ type: 'delay', days: 1 } as const, hello],
  ...more,
});
export const seaNews = (more: object = {}) => ({
  ...{ id: '1', name: 'Sea news', subject: 'News', text_body: 'Hi' },
  ...{ status: 'scheduled' as const, send_at: '2026-03-07T12:00:00Z' },
  ...more,
});

export const tag = (server: TestServer, name: string) =>
  server.post('tags', { tags: [{ email: ANN.email, tag: name }] });

/** A state in which one rule keeps something back. */
export interface Case {
  readonly seed: Omit<AccountSeed, 'id'>;
  readonly about: WhyNotSubject;
  /** The events before the question. */
  readonly before?: (server: TestServer) => Promise<unknown>;
  readonly rule: string;
  readonly text: string;
}

export const campaign = { campaign: 'Tides' };
export const broadcast = { broadcast: 'Sea news' };
export const workflow = { workflow: 'Flow' };
export const webhook = { webhook: '1', event: TAGGED } as const;
const unsubscribe = (server: TestServer) => server.post('subscribers/ann/unsubscribe_all', {});

/** Applies the tag that starts the workflow. */
async function tagVip(server: TestServer): Promise<void> {
  await tag(server, 'VIP');
  await server.settle();
}

const holdWebhooks = (server: TestServer) => server.faults.add({ on: 'webhook', hold: 60 });

/** Applies a tag whose webhook is held. */
async function tagHeld(server: TestServer): Promise<void> {
  await holdWebhooks(server);
  await tag(server, 'VIP');
}
export const WEBHOOK = { id: '1', post_url: 'http://127.0.0.1:9/in' };

export const cases: Readonly<Record<string, Case>> = {
  'a subscriber who is on no campaign': {
    seed: { campaigns: [tides()] },
    about: campaign,
    rule: 'subscribed',
    text: "ann@acme.test has never been subscribed to the campaign 'Tides'.",
  },
  'a confirmation that is outstanding': {
    seed: { campaigns: [tides({ double_optin: true })] },
    about: campaign,
    before: (server) => server.post('campaigns/1/subscribers', { subscribers: [{ email: ANN.email }] }),
    rule: 'subscription_confirmed',
    text: "ann@acme.test has been asked to confirm the subscription to the campaign 'Tides' by email, and has not confirmed it.",
  },
  'a removal from the campaign': {
    seed: { campaigns: [subscribed()] },
    about: campaign,
    before: (server) => server.post('subscribers/ann/remove', { campaign_id: '1' }),
    rule: 'subscription_active',
    text: "ann@acme.test has been removed from the campaign 'Tides'.",
  },
  'an unsubscription from the campaign': {
    seed: { campaigns: [subscribed({ status: 'unsubscribed' })] },
    about: campaign,
    rule: 'subscription_active',
    text: "ann@acme.test has unsubscribed from the campaign 'Tides'.",
  },
  'a paused campaign': {
    seed: { campaigns: [subscribed()] },
    about: campaign,
    before: (server) => server.post('campaigns/1/pause', {}),
    rule: 'campaign_active',
    text: "The campaign 'Tides' is paused.",
  },
  'a draft of a campaign': {
    seed: { campaigns: [{ ...subscribed(), status: 'draft' }] },
    about: { campaign: '1', email: 1 },
    rule: 'campaign_active',
    text: "The campaign 'Tides' is a draft.",
  },
  'a bounced address': {
    seed: { campaigns: [subscribed()] },
    about: { ...campaign, email: 2 },
    async before(server) {
      await server.settle();
      const [delivery] = await server.mail.deliveries();
      await server.mail.bounce(delivery?.id ?? '');
    },
    rule: 'subscriber_active',
    text: 'ann@acme.test is undeliverable: emails to this address have bounced.',
  },
  'a series that began later': {
    seed: { campaigns: [subscribed({ starting_email_index: 2 })] },
    about: { ...campaign, email: 2 },
    rule: 'email_ahead',
    text: 'The series of ann@acme.test began with email 3.',
  },
  'an email that was skipped': {
    seed: { default_postal_address: '', campaigns: [subscribed()] },
    about: { ...campaign, email: 1 },
    before: (server) => server.settle(),
    rule: 'email_ahead',
    text: "The email 'One' was not sent: the postal address is missing.",
  },
  'a sender without an address': {
    seed: { default_postal_address: '', campaigns: [subscribed()] },
    about: { ...campaign, email: 3 },
    rule: 'sender_complete',
    text: "The email 'Three' has no sender: the postal address is missing.",
  },
  'a template that is not valid': {
    seed: { campaigns: [tomorrow({ emails: [{ id: 'e1', subject: 'One', text_body: '{% if %}' }] })] },
    about: campaign,
    rule: 'template_valid',
    text: "The email 'One' cannot be rendered: its template is not valid",
  },
  'a fault that drops emails': {
    seed: { campaigns: [tomorrow()] },
    about: campaign,
    before: (server) => server.faults.add({ id: 'lost', on: 'email', drop: 'before', email: ANN.email }),
    rule: 'not_dropped',
    text: 'The fault lost drops emails to ann@acme.test.',
  },
  'a broadcast that is a draft': {
    seed: { broadcasts: [seaNews({ status: 'draft', send_at: undefined })] },
    about: broadcast,
    rule: 'broadcast_scheduled',
    text: "The broadcast 'Sea news' is a draft: it has not been scheduled.",
  },
  'a broadcast that was canceled': {
    seed: { broadcasts: [seaNews()] },
    about: broadcast,
    before: (server) => server.broadcasts.cancel('1'),
    rule: 'broadcast_scheduled',
    text: "The broadcast 'Sea news' has been canceled.",
  },
  'an unsubscription before a broadcast': {
    seed: { broadcasts: [seaNews()] },
    about: broadcast,
    before: unsubscribe,
    rule: 'subscriber_active',
    text: 'ann@acme.test has unsubscribed from all mailings.',
  },
  'a broadcast without a sender': {
    seed: { default_from_email: undefined, broadcasts: [seaNews()] },
    about: broadcast,
    rule: 'sender_complete',
    text: "The email 'News' has no sender: from_email is missing.",
  },
  'a paused workflow': {
    seed: { workflows: [flow()] },
    about: workflow,
    async before(server) {
      await tag(server, 'VIP');
      await server.post('workflows/1/pause', {});
      await server.settle();
    },
    rule: 'workflow_active',
    text: "The workflow 'Flow' is paused.",
  },
  'a trigger with another tag': {
    seed: { workflows: [flow()] },
    about: workflow,
    before: (server) => tag(server, 'Customer'),
    rule: 'trigger_matched',
    text: "The trigger applied_tag wants the tag 'VIP'; ann@acme.test has 'Customer'.",
  },
  'a tag of the seed': {
    seed: { subscribers: [{ ...ANN, tags: ['VIP'] }], workflows: [flow()] },
    about: workflow,
    rule: 'active_then',
    text: 'the workflow or its trigger was not active at 2026-03-06T12:00:00Z, or they have left it since.',
  },
  'a trigger with another value': {
    seed: { workflows: [flow({ triggers: [bought] })] },
    about: workflow,
    before: (server) =>
      server.post('events', {
        events: [{ email: ANN.email, action: 'Bought', properties: { color: 'green' } }],
      }),
    rule: 'trigger_matched',
    text: "The trigger performed_custom_event wants the color 'red' or 'blue'; the nearest event of ann@acme.test has 'green'.",
  },
  'a trigger that is not complete': {
    seed: { workflows: [flow({ triggers: [incomplete] })] },
    about: workflow,
    rule: 'trigger_matched',
    text: 'The trigger visited_page is not complete. Set the property url.',
  },
  'a workflow without a trigger': {
    seed: { workflows: [flow({ triggers: [] })] },
    about: workflow,
    rule: 'trigger_matched',
    text: "The workflow 'Flow' has no trigger: only an API call starts subscribers.",
  },
  'a workflow that was paused when its trigger matched': {
    seed: { workflows: [flow({ status: 'paused' })] },
    about: workflow,
    async before(server) {
      await tag(server, 'VIP');
      await server.post('workflows/1/activate', {});
    },
    rule: 'active_then',
    text: 'ann@acme.test is not on it: the workflow or its trigger was not active at 2026-03-06T12:00:00Z, or they have left it since.',
  },
  'a goal that is not reached': {
    seed: { workflows: [flow({ steps: [goal, hello] })] },
    about: workflow,
    before: tagVip,
    rule: 'goal_reached',
    text: 'ann@acme.test waits for the goal of step 1. The goal placed_order wants such an event; ann@acme.test has had no such event.',
  },
  'an unsubscription before an email of a workflow': {
    seed: { workflows: [flow()] },
    about: workflow,
    async before(server) {
      await tagVip(server);
      await unsubscribe(server);
    },
    rule: 'subscriber_active',
    text: 'ann@acme.test has unsubscribed from all mailings.',
  },
  'a disabled webhook': {
    seed: { webhooks: [WEBHOOK] },
    about: webhook,
    async before(server) {
      await tagHeld(server);
      await server.webhooks.disable('1');
    },
    rule: 'webhook_enabled',
    text: 'The webhook http://127.0.0.1:9/in is disabled.',
  },
  'a webhook that wants other events': {
    seed: { subscribers: [], webhooks: [{ ...WEBHOOK, events: [CREATED] }] },
    about: webhook,
    async before(server) {
      await holdWebhooks(server);
      await server.save({ email: ANN.email, tags: ['VIP'] });
    },
    rule: 'event_wanted',
    text: 'The webhook is not subscribed to subscriber.applied_tag, but to subscriber.created.',
  },
  'an event that never happened': {
    seed: { webhooks: [WEBHOOK] },
    about: webhook,
    rule: 'event_happened',
    text: 'subscriber.applied_tag has never happened to ann@acme.test.',
  },
  'an event of the seed': {
    seed: { subscribers: [{ ...ANN, tags: ['VIP'] }], webhooks: [WEBHOOK] },
    about: webhook,
    rule: 'delivery_created',
    text: 'The event came with the seed: webhooks are not told about the past.',
  },
  'a webhook that was created after the event': {
    seed: {},
    about: webhook,
    async before(server) {
      await tag(server, 'VIP');
      await server.advance({ days: 1 });
      await server.extend({ webhooks: [{ ...WEBHOOK, created_at: '2026-03-07T12:00:00Z' }] });
    },
    rule: 'delivery_created',
    text: 'The webhook was created at 2026-03-07T12:00:00Z, after the event had happened at 2026-03-06T12:00:00Z.',
  },
  'an account that is offline': {
    seed: { webhooks: [WEBHOOK], is_offline: true },
    about: webhook,
    before: tagHeld,
    rule: 'account_online',
    text: 'The account is offline: its webhooks are held back.',
  },
  'a delivery that was dropped': {
    seed: { webhooks: [WEBHOOK] },
    about: webhook,
    async before(server) {
      await tagHeld(server);
      await server.webhooks.disable('1');
      await server.advance({ hours: 1 });
      await server.webhooks.enable('1');
    },
    rule: 'enabled_then',
    text: 'The webhook was disabled when the delivery was due, so it was dropped.',
  },
};
