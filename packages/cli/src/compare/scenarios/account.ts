import { type Members, proves, type Step, scenariosOf } from '../scenario.ts';
import { ann, getAnn } from './own.ts';

const firstCampaign: Step = { call: 'campaigns.list', save: { campaign: 'campaigns.0.id' } };
const firstWorkflow: Step = { call: 'workflows.list', save: { workflow: 'workflows.0.id' } };

const subscribe = (body: Members = {}): Step => ({
  call: 'campaigns.subscribe',
  path: ['{campaign}'],
  body: { email: '{ann}', ...body },
});
const remove: Step = { call: 'subscribers.remove', path: ['{ann}'], query: { campaign_id: '{campaign}' } };
const subscriptions: Step = { call: 'campaignSubscriptions.list', path: ['{id}'] };
const idOfAnn: Step = { ...getAnn, save: { id: 'subscribers.0.id' } };

/** Scenarios that change campaigns, workflows and webhooks. */
export const ACCOUNT = scenariosOf('account', {
  'customFieldIdentifiers.values': [
    proves('U-35', 'U-36'),
    ...['blue', null, 'blue', '', 42, true].map((value) =>
      ann({ custom_fields: { trickle_compare: value } }),
    ),
    { call: 'customFieldIdentifiers.list' },
  ],
  'campaigns.subscribe': [
    proves('U-09', 'U-53'),
    firstCampaign,
    subscribe(),
    idOfAnn,
    subscriptions,
    subscribe(),
    subscriptions,
  ],
  'campaigns.double-opt-in': [
    proves('U-53'),
    firstCampaign,
    subscribe({ double_optin: true }),
    idOfAnn,
    subscriptions,
  ],
  'campaigns.leave-and-return': [
    proves('U-54', 'U-55'),
    firstCampaign,
    subscribe({ double_optin: false }),
    idOfAnn,
    remove,
    subscriptions,
    { call: 'campaigns.listSubscribers', path: ['{campaign}'], query: { status: 'removed' } },
    subscribe({ reactivate_if_removed: false }),
    subscribe({ double_optin: false }),
    subscriptions,
  ],
  'campaigns.utc-offset': [
    proves('U-59'),
    firstCampaign,
    ...[-360, 330, 7, 'nonsense'].map((utc_offset) => subscribe({ utc_offset })),
    getAnn,
  ],
  'campaigns.subscribers': [
    proves('U-50'),
    firstCampaign,
    subscribe({ double_optin: false }),
    subscribe({ email: '{bob}', double_optin: false }),
    ...['asc', 'desc'].map(
      (direction): Step => ({
        call: 'campaigns.listSubscribers',
        path: ['{campaign}'],
        query: { sort: 'created_at', direction },
      }),
    ),
  ],
  'campaigns.pause': [
    proves('U-15', 'U-52'),
    { call: 'campaigns.list', query: { status: 'active' }, save: { campaign: 'campaigns.0.id' } },
    { call: 'campaigns.pause', path: ['{campaign}'] },
    { call: 'campaigns.pause', path: ['{campaign}'] },
    { call: 'campaigns.get', path: ['{campaign}'] },
    { call: 'campaigns.activate', path: ['{campaign}'] },
    { call: 'campaigns.activate', path: ['{campaign}'] },
    { call: 'campaigns.get', path: ['{campaign}'] },
  ],
  'workflows.start': [
    proves('U-09', 'U-57'),
    firstWorkflow,
    { call: 'workflows.start', path: ['{workflow}'], body: { email: '{ann}', first_name: 'Trickle' } },
    { call: 'workflows.start', path: ['{workflow}'], body: { email: '{ann}' } },
    { call: 'workflows.start', path: ['{workflow}'], body: { id: 'nobody-compare' } },
    { call: 'workflows.remove', path: ['{workflow}', '{ann}'] },
    { call: 'workflows.remove', path: ['{workflow}', '{ann}'] },
    { call: 'workflows.remove', path: ['{workflow}', 'nobody-compare'] },
  ],
  'workflows.pause': [
    proves('U-16', 'U-52'),
    { call: 'workflows.list', query: { status: 'active' }, save: { workflow: 'workflows.0.id' } },
    { call: 'workflows.pause', path: ['{workflow}'] },
    { call: 'workflows.pause', path: ['{workflow}'] },
    { call: 'workflows.activate', path: ['{workflow}'] },
    { call: 'workflows.activate', path: ['{workflow}'] },
    { call: 'workflows.get', path: ['{workflow}'] },
  ],
  'workflowTriggers.create': [
    proves('U-56'),
    firstWorkflow,
    {
      call: 'workflowTriggers.create',
      path: ['{workflow}'],
      body: { provider: 'trickle', trigger_type: 'applied_tag', properties: { tag: 'trickle-compare' } },
      save: { trigger: 'triggers.0.id' },
    },
    {
      call: 'workflowTriggers.update',
      path: ['{workflow}', '{trigger}'],
      body: { provider: 'trickle', trigger_type: 'applied_tag' },
    },
    { call: 'workflowTriggers.create', path: ['{workflow}'], body: {} },
  ],
  'webhooks.create': [
    proves('U-18', 'U-58'),
    {
      call: 'webhooks.create',
      body: { post_url: 'https://hooks.compare.example/trickle' },
      save: { webhook: 'webhooks.0.id' },
    },
    { call: 'webhooks.get', path: ['{webhook}'] },
    { call: 'webhooks.delete', path: ['{webhook}'] },
    { call: 'webhooks.delete', path: ['{webhook}'] },
    {
      call: 'webhooks.create',
      body: {
        post_url: 'https://hooks.compare.example/trickle',
        events: ['subscriber.created', 'subscriber.created'],
        include_received_email: true,
      },
      save: { webhook: 'webhooks.0.id' },
    },
    { call: 'webhooks.list' },
    { call: 'webhooks.delete', path: ['{webhook}'] },
  ],
  'webhooks.bad-urls': [
    proves('U-153'),
    ...['ftp://compare.example', 'compare.example', ''].map(
      (post_url): Step => ({ call: 'webhooks.create', body: { post_url, events: ['nonsense'] } }),
    ),
  ],
});
