import { proves, type Step, scenariosOf } from '../scenario.ts';

const listAndGet = (
  noun: 'campaigns' | 'broadcasts' | 'forms' | 'goals' | 'webhooks' | 'workflows',
): Step[] => [
  { call: `${noun}.list`, save: { id: `${noun}.oldest.id` } },
  { call: `${noun}.get`, path: ['{id}'] },
];

/** Lists a collection in both directions of each sort key. */
const sorted = (noun: 'campaigns' | 'broadcasts' | 'goals' | 'workflows', ...keys: string[]): Step[] =>
  keys.flatMap((sort) =>
    ['asc', 'desc'].map((direction): Step => ({ call: `${noun}.list`, query: { sort, direction } })),
  );

const byStatus = (noun: 'campaigns' | 'broadcasts' | 'goals' | 'workflows', ...statuses: string[]): Step[] =>
  statuses.map((status) => ({ call: `${noun}.list`, query: { status } }));

const NOBODY = 'nobody-compare';
const ANONYMOUS = { headers: { authorization: null } };

/** Scenarios that only read or send requests that every server refuses. */
export const READING = scenariosOf('read', {
  'accounts.list': [{ call: 'accounts.list' }],
  'accounts.get': [{ call: 'accounts.get' }],
  'user.get': [{ call: 'user.get' }],
  'tags.list': [{ call: 'tags.list' }],
  'customFieldIdentifiers.list': [{ call: 'customFieldIdentifiers.list' }],
  'eventActions.list': [
    proves('U-38'),
    { call: 'eventActions.list' },
    { call: 'eventActions.list', query: { per_page: 1 } },
    { call: 'eventActions.list', query: { per_page: 2000 } },
    { call: 'eventActions.list', query: { per_page: 0 } },
  ],
  'campaigns.get': [proves('U-34', 'U-51'), ...listAndGet('campaigns')],
  'campaigns.sorted': [proves('U-50'), ...sorted('campaigns', 'created_at', 'name')],
  'campaigns.by-status': [proves('U-14'), ...byStatus('campaigns', 'draft', 'active', 'paused', 'all')],
  'campaigns.unknown': [
    { call: 'campaigns.get', path: [NOBODY] },
    { call: 'campaigns.activate', path: [NOBODY] },
    { call: 'campaigns.pause', path: [NOBODY] },
    { call: 'campaigns.listSubscribers', path: [NOBODY] },
  ],
  'broadcasts.get': [proves('U-51'), ...listAndGet('broadcasts')],
  'broadcasts.sorted': [proves('U-50'), ...sorted('broadcasts', 'created_at', 'name', 'send_at')],
  'broadcasts.by-status': [proves('U-14'), ...byStatus('broadcasts', 'draft', 'scheduled', 'sent', 'all')],
  'broadcasts.unknown': [{ call: 'broadcasts.get', path: [NOBODY] }],
  'workflows.get': [...listAndGet('workflows'), { call: 'workflowTriggers.list', path: ['{id}'] }],
  'workflows.sorted': [proves('U-50'), ...sorted('workflows', 'created_at', 'name')],
  'workflows.by-status': [proves('U-14'), ...byStatus('workflows', 'draft', 'active', 'paused', 'all')],
  'workflows.unknown': [
    { call: 'workflows.get', path: [NOBODY] },
    { call: 'workflows.activate', path: [NOBODY] },
    { call: 'workflows.pause', path: [NOBODY] },
    { call: 'workflowTriggers.list', path: [NOBODY] },
    { call: 'workflowTriggers.update', path: [NOBODY, NOBODY], body: {} },
  ],
  'forms.get': [proves('U-51'), ...listAndGet('forms')],
  'forms.unknown': [{ call: 'forms.get', path: [NOBODY] }],
  'goals.get': [proves('U-33'), ...listAndGet('goals')],
  'goals.sorted': [proves('U-33', 'U-50'), ...sorted('goals', 'created_at', 'name')],
  'goals.by-status': [proves('U-14'), ...byStatus('goals', 'active', 'disabled', 'enabled', 'all')],
  'goals.unknown': [{ call: 'goals.get', path: [NOBODY] }],
  'webhooks.get': [...listAndGet('webhooks')],
  'webhooks.unknown': [
    proves('U-37'),
    { call: 'webhooks.get', path: [NOBODY] },
    { call: 'webhooks.delete', path: [NOBODY] },
    { call: 'webhooks.create', body: {} },
    { call: 'webhooks.create', body: { post_url: 'not a URL' } },
  ],
  'subscribers.none': [
    proves('U-43'),
    { call: 'subscribers.list', query: { subscribed_after: '2100-01-01T00:00:00Z' } },
    { call: 'subscribers.list', query: { subscribed_after: '2100-01-01', per_page: 5, page: 7 } },
  ],
  'subscribers.unknown': [
    { call: 'subscribers.get', path: [NOBODY] },
    { call: 'subscribers.get', path: ['nobody@compare.example'] },
    { call: 'subscribers.delete', path: [NOBODY] },
    { call: 'subscribers.remove', path: [NOBODY] },
    { call: 'subscribers.unsubscribeAll', path: [NOBODY] },
    { call: 'campaignSubscriptions.list', path: [NOBODY] },
    { call: 'purchases.list', path: [NOBODY] },
    { call: 'purchases.get', path: [NOBODY, NOBODY] },
  ],
  'subscribers.bad-filters': [
    proves('U-38'),
    { call: 'subscribers.list', query: { status: 'nonsense' } },
    { call: 'subscribers.list', query: { subscribed_before: 'nonsense' } },
    { call: 'campaigns.list', query: { sort: 'nonsense' } },
    { call: 'campaigns.list', query: { direction: 'nonsense' } },
  ],
  'campaigns.odd-pages': [
    proves('U-38', 'U-43'),
    ...['0', '-1', 'nonsense', '', '9999'].map((page): Step => ({ call: 'campaigns.list', query: { page } })),
  ],
  'subscribers.missing-members': [
    proves('U-37'),
    { call: 'subscribers.upsert', body: {} },
    { call: 'subscribers.upsert', body: { email: 'nonsense' } },
    { call: 'subscribers.upsert', body: { email: 'nonsense', time_zone: 'nonsense', tags: 5 } },
    { call: 'tags.apply', body: {} },
    { call: 'events.record', body: {} },
    { call: 'events.record', body: { id: NOBODY } },
  ],
  'subscribers.empty-batch': [proves('U-08'), { call: 'subscribers.upsertBatch', body: [] }],
  'orders.missing-members': [
    proves('U-37'),
    { call: 'orders.upsert', body: {} },
    { call: 'refunds.upsert', body: {} },
    { call: 'shopperActivity.cart', body: {} },
    { call: 'shopperActivity.order', body: {} },
    { call: 'shopperActivity.product', body: {} },
  ],
  'requests.broken': [
    proves('U-06'),
    ...['{', '[]', '{}', '"nonsense"', '{"subscribers":"nonsense"}', '{"subscribers":[]}'].map(
      (text): Step => ({ call: 'subscribers.upsert', body: {}, alter: { text } }),
    ),
  ],
  'requests.lenient-addresses': [
    proves('U-02'),
    ...['/v2/{account}/tags/', '/v2/{account}//tags', '/v2/{account}/tags.json', '/v2/{account}/tags?'].map(
      (path): Step => ({ call: 'tags.list', alter: { path } }),
    ),
  ],
  'requests.unknown-addresses': [
    proves('U-06'),
    { call: 'tags.list', alter: { path: '/v2/{account}/nonsense' } },
    { call: 'tags.list', alter: { path: '/v2/{account}/tags?nonsense=1' } },
    { call: 'tags.apply', body: {}, alter: { method: 'PATCH' } },
  ],
  'requests.anonymous': [
    { call: 'accounts.list', alter: ANONYMOUS },
    { call: 'subscribers.upsert', body: {}, alter: ANONYMOUS },
    { call: 'accounts.list', alter: { headers: { authorization: 'Basic bm9uc2Vuc2U6' } } },
    { call: 'accounts.list', alter: { headers: { authorization: 'Bearer nonsense' } } },
    { call: 'accounts.list', alter: { headers: { authorization: 'nonsense' } } },
  ],
  'requests.other-account': [
    proves('U-21'),
    { call: 'tags.list', alter: { path: '/v2/1/tags' } },
    { call: 'accounts.get', alter: { path: '/v2/accounts/1' } },
  ],
});
