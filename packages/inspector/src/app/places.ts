import type { IconName } from '../design/icon/icon.tsx';
import type { QueryInput } from '../location/location.ts';
import { NAVIGATION_ITEMS } from './navigation.ts';

/** Something that the palette leads to. */
export interface Place {
  readonly title: string;
  readonly icon: IconName;
  readonly path: string;
  readonly query?: QueryInput;
  /** Shown beside the title. */
  readonly detail?: string;
}

/** Parts of pages: tabs and lists with a filter. */
const PARTS: readonly Place[] = [
  { title: 'Failed requests', icon: 'request', path: '/requests', query: { outcome: 'failed' } },
  { title: 'Requests with warnings', icon: 'request', path: '/requests', query: { outcome: 'warned' } },
  { title: 'Failed jobs', icon: 'jobs', path: '/jobs', query: { tab: 'failed' } },
  { title: 'Batches', icon: 'jobs', path: '/jobs', query: { tab: 'batches' } },
  {
    title: 'Failed deliveries of webhooks',
    icon: 'webhook',
    path: '/webhooks',
    query: { state: 'given_up' },
  },
  {
    title: 'Retrying deliveries of webhooks',
    icon: 'webhook',
    path: '/webhooks',
    query: { state: 'pending' },
  },
  ...['opened', 'clicked', 'bounced', 'complained'].map(
    (outcome): Place => ({
      title: `Emails that were ${outcome}`,
      icon: 'inbox',
      path: '/outbox',
      query: { outcome: outcome },
    }),
  ),
  ...['active', 'unsubscribed', 'undeliverable', 'removed'].map(
    (status): Place => ({
      title: `Subscribers: ${status}`,
      icon: 'users',
      path: '/subscribers',
      query: { status },
    }),
  ),
  { title: 'Carts', icon: 'cart', path: '/commerce', query: { tab: 'carts' } },
  { title: 'Refunds', icon: 'cart', path: '/commerce', query: { tab: 'refunds' } },
  { title: 'Products', icon: 'cart', path: '/commerce', query: { tab: 'products' } },
  { title: 'Users and tokens', icon: 'settings', path: '/settings', query: { tab: 'users' } },
  { title: 'Limits', icon: 'settings', path: '/settings', query: { tab: 'limits' } },
  { title: 'OAuth applications', icon: 'settings', path: '/settings', query: { tab: 'applications' } },
  { title: 'All accounts', icon: 'settings', path: '/settings', query: { tab: 'accounts' } },
  { title: 'Seed', icon: 'settings', path: '/settings', query: { tab: 'seed' } },
];

/** What opens the dialog that creates a record. */
const CREATIONS: readonly Place[] = (
  [
    ['a subscriber', '/subscribers'],
    ['a campaign', '/campaigns'],
    ['a broadcast', '/broadcasts'],
    ['a workflow', '/workflows'],
    ['a form', '/forms'],
    ['a conversion', '/conversions'],
    ['a webhook', '/webhooks'],
    ['a fault', '/faults'],
  ] as const
).map(([noun, path]) => ({ title: `Create ${noun}`, icon: 'plus', path, query: { create: 'yes' } }));

/** Pages, parts of them, and dialogs. */
export const PLACES: readonly Place[] = [
  ...NAVIGATION_ITEMS.map(({ path, title, icon, key }) => ({ path, title, icon, detail: `g ${key}` })),
  ...PARTS,
  ...CREATIONS,
];
