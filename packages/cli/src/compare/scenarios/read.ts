import type { Scenario, Step } from '../scenario.ts';

/** Lists a collection and gets its first record. */
const listAndGet = (
  noun: 'campaigns' | 'broadcasts' | 'forms' | 'goals' | 'webhooks' | 'workflows',
): Step[] => [
  { call: `${noun}.list`, save: { id: `${noun}.oldest.id` } },
  { call: `${noun}.get`, path: ['{id}'] },
];

/** Lists a collection in these orders. */
const sorted = (noun: 'campaigns' | 'broadcasts' | 'goals' | 'workflows', ...keys: string[]): Step[] =>
  keys.flatMap((sort) =>
    ['asc', 'desc'].map((direction): Step => ({ call: `${noun}.list`, query: { sort, direction } })),
  );

const NOBODY = 'nobody-compare';
const ANONYMOUS = { headers: { authorization: null } };

/** Scenarios that only read, and requests that every server refuses. */
export const READING: readonly Scenario[] = [
  { id: 'accounts.list', class: 'read', steps: [{ call: 'accounts.list' }] },
  { id: 'accounts.get', class: 'read', steps: [{ call: 'accounts.get' }] },
  { id: 'user.get', class: 'read', steps: [{ call: 'user.get' }] },
  { id: 'tags.list', class: 'read', steps: [{ call: 'tags.list' }] },
  { id: 'customFieldIdentifiers.list', class: 'read', steps: [{ call: 'customFieldIdentifiers.list' }] },
  {
    id: 'eventActions.list',
    class: 'read',
    proves: ['U-38'],
    steps: [
      { call: 'eventActions.list' },
      { call: 'eventActions.list', query: { per_page: 1 } },
      { call: 'eventActions.list', query: { per_page: 2000 } },
      { call: 'eventActions.list', query: { per_page: 0 } },
    ],
  },
  { id: 'campaigns.get', class: 'read', proves: ['U-34', 'U-51'], steps: listAndGet('campaigns') },
  {
    id: 'campaigns.sorted',
    class: 'read',
    proves: ['U-50'],
    steps: sorted('campaigns', 'created_at', 'name'),
  },
  {
    id: 'campaigns.by-status',
    class: 'read',
    proves: ['U-14'],
    steps: ['draft', 'active', 'paused', 'all'].map((status) => ({
      call: 'campaigns.list',
      query: { status },
    })),
  },
  {
    id: 'campaigns.unknown',
    class: 'read',
    steps: [
      { call: 'campaigns.get', path: [NOBODY] },
      { call: 'campaigns.activate', path: [NOBODY] },
      { call: 'campaigns.pause', path: [NOBODY] },
      { call: 'campaigns.listSubscribers', path: [NOBODY] },
    ],
  },
  { id: 'broadcasts.get', class: 'read', proves: ['U-51'], steps: listAndGet('broadcasts') },
  {
    id: 'broadcasts.sorted',
    class: 'read',
    proves: ['U-50'],
    steps: sorted('broadcasts', 'created_at', 'name', 'send_at'),
  },
  {
    id: 'broadcasts.by-status',
    class: 'read',
    proves: ['U-14'],
    steps: ['draft', 'scheduled', 'sent', 'all'].map((status) => ({
      call: 'broadcasts.list',
      query: { status },
    })),
  },
  { id: 'broadcasts.unknown', class: 'read', steps: [{ call: 'broadcasts.get', path: [NOBODY] }] },
  {
    id: 'workflows.get',
    class: 'read',
    steps: [...listAndGet('workflows'), { call: 'workflowTriggers.list', path: ['{id}'] }],
  },
  {
    id: 'workflows.sorted',
    class: 'read',
    proves: ['U-50'],
    steps: sorted('workflows', 'created_at', 'name'),
  },
  {
    id: 'workflows.by-status',
    class: 'read',
    proves: ['U-14'],
    steps: ['draft', 'active', 'paused', 'all'].map((status) => ({
      call: 'workflows.list',
      query: { status },
    })),
  },
  {
    id: 'workflows.unknown',
    class: 'read',
    steps: [
      { call: 'workflows.get', path: [NOBODY] },
      { call: 'workflows.activate', path: [NOBODY] },
      { call: 'workflows.pause', path: [NOBODY] },
      { call: 'workflowTriggers.list', path: [NOBODY] },
      { call: 'workflowTriggers.update', path: [NOBODY, NOBODY], body: {} },
    ],
  },
  { id: 'forms.get', class: 'read', proves: ['U-51'], steps: listAndGet('forms') },
  { id: 'forms.unknown', class: 'read', steps: [{ call: 'forms.get', path: [NOBODY] }] },
  { id: 'goals.get', class: 'read', proves: ['U-33'], steps: listAndGet('goals') },
  {
    id: 'goals.sorted',
    class: 'read',
    proves: ['U-33', 'U-50'],
    steps: sorted('goals', 'created_at', 'name'),
  },
  {
    id: 'goals.by-status',
    class: 'read',
    proves: ['U-14'],
    steps: ['active', 'disabled', 'enabled', 'all'].map((status) => ({
      call: 'goals.list',
      query: { status },
    })),
  },
  { id: 'goals.unknown', class: 'read', steps: [{ call: 'goals.get', path: [NOBODY] }] },
  { id: 'webhooks.get', class: 'read', steps: listAndGet('webhooks') },
  {
    id: 'webhooks.unknown',
    class: 'read',
    proves: ['U-37'],
    steps: [
      { call: 'webhooks.get', path: [NOBODY] },
      { call: 'webhooks.delete', path: [NOBODY] },
      { call: 'webhooks.create', body: {} },
      { call: 'webhooks.create', body: { post_url: 'not a URL' } },
    ],
  },
  {
    id: 'subscribers.none',
    class: 'read',
    proves: ['U-43'],
    steps: [
      { call: 'subscribers.list', query: { subscribed_after: '2100-01-01T00:00:00Z' } },
      { call: 'subscribers.list', query: { subscribed_after: '2100-01-01', per_page: 5, page: 7 } },
    ],
  },
  {
    id: 'subscribers.unknown',
    class: 'read',
    steps: [
      { call: 'subscribers.get', path: [NOBODY] },
      { call: 'subscribers.get', path: ['nobody@compare.example'] },
      { call: 'subscribers.delete', path: [NOBODY] },
      { call: 'subscribers.remove', path: [NOBODY] },
      { call: 'subscribers.unsubscribeAll', path: [NOBODY] },
      { call: 'campaignSubscriptions.list', path: [NOBODY] },
      { call: 'purchases.list', path: [NOBODY] },
      { call: 'purchases.get', path: [NOBODY, NOBODY] },
    ],
  },
  {
    id: 'subscribers.bad-filters',
    class: 'read',
    proves: ['U-38'],
    steps: [
      { call: 'subscribers.list', query: { status: 'nonsense' } },
      { call: 'subscribers.list', query: { subscribed_before: 'nonsense' } },
      { call: 'campaigns.list', query: { sort: 'nonsense' } },
      { call: 'campaigns.list', query: { direction: 'nonsense' } },
    ],
  },
  {
    id: 'campaigns.odd-pages',
    class: 'read',
    proves: ['U-38', 'U-43'],
    steps: ['0', '-1', 'nonsense', '', '9999'].map((page) => ({ call: 'campaigns.list', query: { page } })),
  },
  {
    id: 'subscribers.missing-members',
    class: 'read',
    proves: ['U-37'],
    steps: [
      { call: 'subscribers.upsert', body: {} },
      { call: 'subscribers.upsert', body: { email: 'nonsense' } },
      { call: 'subscribers.upsert', body: { email: 'nonsense', time_zone: 'nonsense', tags: 5 } },
      { call: 'tags.apply', body: {} },
      { call: 'events.record', body: {} },
      { call: 'events.record', body: { id: NOBODY } },
    ],
  },
  {
    id: 'subscribers.empty-batch',
    class: 'read',
    proves: ['U-08'],
    steps: [{ call: 'subscribers.upsertBatch', body: [] }],
  },
  {
    id: 'orders.missing-members',
    class: 'read',
    proves: ['U-37'],
    steps: [
      { call: 'orders.upsert', body: {} },
      { call: 'refunds.upsert', body: {} },
      { call: 'shopperActivity.cart', body: {} },
      { call: 'shopperActivity.order', body: {} },
      { call: 'shopperActivity.product', body: {} },
    ],
  },
  {
    id: 'requests.broken',
    class: 'read',
    proves: ['U-06'],
    steps: ['{', '[]', '{}', '"nonsense"', '{"subscribers":"nonsense"}', '{"subscribers":[]}'].map(
      (text) => ({
        call: 'subscribers.upsert',
        body: {},
        alter: { text },
      }),
    ),
  },
  {
    id: 'requests.lenient-addresses',
    class: 'read',
    proves: ['U-02'],
    steps: [
      '/v2/{account}/tags/',
      '/v2/{account}//tags',
      '/v2/{account}/tags.json',
      '/v2/{account}/tags?',
    ].map((path) => ({ call: 'tags.list', alter: { path } })),
  },
  {
    id: 'requests.unknown-addresses',
    class: 'read',
    proves: ['U-06'],
    steps: [
      { call: 'tags.list', alter: { path: '/v2/{account}/nonsense' } },
      { call: 'tags.list', alter: { path: '/v2/{account}/tags?nonsense=1' } },
      { call: 'tags.apply', body: {}, alter: { method: 'PATCH' } },
    ],
  },
  {
    id: 'requests.anonymous',
    class: 'read',
    steps: [
      { call: 'accounts.list', alter: ANONYMOUS },
      { call: 'subscribers.upsert', body: {}, alter: ANONYMOUS },
      { call: 'accounts.list', alter: { headers: { authorization: 'Basic bm9uc2Vuc2U6' } } },
      { call: 'accounts.list', alter: { headers: { authorization: 'Bearer nonsense' } } },
      { call: 'accounts.list', alter: { headers: { authorization: 'nonsense' } } },
    ],
  },
  {
    id: 'requests.other-account',
    class: 'read',
    proves: ['U-21'],
    steps: [
      { call: 'tags.list', alter: { path: '/v2/1/tags' } },
      { call: 'accounts.get', alter: { path: '/v2/accounts/1' } },
    ],
  },
];
