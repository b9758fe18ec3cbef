import type { IconName } from '../design/icon/icon.tsx';

/** A page in the sidebar. */
export interface NavigationItem {
  readonly path: string;
  readonly title: string;
  readonly icon: IconName;
  /** The key after `g` that opens the page. */
  readonly key: string;
}

/** The pages in the sidebar, in groups. */
export const NAVIGATION: readonly {
  readonly title: string | undefined;
  readonly items: readonly NavigationItem[];
}[] = [
  {
    title: undefined,
    items: [
      { path: '/', title: 'Overview', icon: 'overview', key: 'o' },
      { path: '/requests', title: 'Requests', icon: 'request', key: 'r' },
    ],
  },
  {
    title: 'Audience',
    items: [
      { path: '/subscribers', title: 'Subscribers', icon: 'users', key: 's' },
      { path: '/events', title: 'Events', icon: 'activity', key: 'a' },
      { path: '/forms', title: 'Forms', icon: 'form', key: 'f' },
      { path: '/commerce', title: 'Commerce', icon: 'cart', key: 'm' },
      { path: '/conversions', title: 'Conversions', icon: 'goal', key: 'v' },
    ],
  },
  {
    title: 'Messages',
    items: [
      { path: '/campaigns', title: 'Campaigns', icon: 'layers', key: 'c' },
      { path: '/broadcasts', title: 'Broadcasts', icon: 'broadcast', key: 'b' },
      { path: '/workflows', title: 'Workflows', icon: 'flow', key: 'w' },
      { path: '/outbox', title: 'Outbox', icon: 'inbox', key: 'e' },
    ],
  },
  {
    title: 'Developers',
    items: [
      { path: '/webhooks', title: 'Webhooks', icon: 'webhook', key: 'h' },
      { path: '/content-calls', title: 'Content calls', icon: 'code', key: 'd' },
      { path: '/jobs', title: 'Jobs and batches', icon: 'jobs', key: 'j' },
      { path: '/faults', title: 'Faults', icon: 'bolt', key: 'x' },
      { path: '/clock', title: 'Clock', icon: 'clock', key: 't' },
      { path: '/checkpoints', title: 'Checkpoints', icon: 'checkpoint', key: 'p' },
      { path: '/settings', title: 'Settings', icon: 'settings', key: 'n' },
    ],
  },
];

/** All pages of the sidebar. */
export const NAVIGATION_ITEMS = NAVIGATION.flatMap(({ items }) => items);

/** Pages that are shown as part of another page of the sidebar. */
const PARENTS: Readonly<Record<string, string>> = {
  '/webhook-deliveries': '/webhooks',
  '/batches': '/jobs',
  '/trace': '/requests',
};

/** Whether a path belongs to a page of the sidebar. */
export function isWithin(path: string, item: NavigationItem): boolean {
  const first = path.split('/', 2).join('/');
  return (PARENTS[first] ?? first) === item.path;
}
