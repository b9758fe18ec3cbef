interface NounFacts<Icon = string, Name = string> {
  /** The path of the page below the inspector's root. A record has its id after it. */
  readonly path: string;
  readonly title: string;
  readonly icon: Icon;
  readonly key?: string;
  /** Whether it is a page alone, so that no page shows one record of it. */
  readonly isPage?: boolean;
  /** Whether an open record stands beside the list. */
  readonly isBeside?: boolean;
  readonly parent?: Name;
  readonly creates?: string;
}

const TABLE = {
  overview: { path: '/', title: 'Overview', icon: 'overview', key: 'o', isPage: true },
  request: { path: '/requests', title: 'Requests', icon: 'request', key: 'r', isBeside: true },
  trace: { path: '/trace', title: 'Trace', icon: 'request', parent: 'request' },
  subscriber: { path: '/subscribers', title: 'Subscribers', icon: 'users', key: 's', creates: 'subscriber' },
  event: { path: '/events', title: 'Events', icon: 'activity', key: 'a', isBeside: true },
  form: { path: '/forms', title: 'Forms', icon: 'form', key: 'f', creates: 'form' },
  order: { path: '/commerce', title: 'Commerce', icon: 'cart', key: 'm', isBeside: true },
  goal: { path: '/conversions', title: 'Conversions', icon: 'goal', key: 'v', creates: 'conversion' },
  conversion: { path: '/conversions', title: 'Conversions', icon: 'goal', isPage: true, parent: 'goal' },
  campaign: { path: '/campaigns', title: 'Campaigns', icon: 'layers', key: 'c', creates: 'campaign' },
  broadcast: { path: '/broadcasts', title: 'Broadcasts', icon: 'broadcast', key: 'b', creates: 'broadcast' },
  workflow: { path: '/workflows', title: 'Workflows', icon: 'flow', key: 'w', creates: 'workflow' },
  email: { path: '/outbox', title: 'Outbox', icon: 'inbox', key: 'e', isBeside: true },
  webhook: { path: '/webhooks', title: 'Webhooks', icon: 'webhook', key: 'h', creates: 'webhook' },
  webhook_delivery: { path: '/webhook-deliveries', title: 'Deliveries', icon: 'webhook', parent: 'webhook' },
  content_call: { path: '/content-calls', title: 'Content calls', icon: 'code', key: 'd', isBeside: true },
  job: { path: '/jobs', title: 'Jobs and batches', icon: 'jobs', key: 'j' },
  batch: { path: '/batches', title: 'Batches', icon: 'layers', parent: 'job' },
  fault: { path: '/faults', title: 'Faults', icon: 'bolt', key: 'x', isPage: true, creates: 'fault' },
  clock: { path: '/clock', title: 'Clock', icon: 'clock', key: 't', isPage: true },
  checkpoint: { path: '/checkpoints', title: 'Checkpoints', icon: 'checkpoint', key: 'p', isPage: true },
  settings: { path: '/settings', title: 'Settings', icon: 'settings', key: 'n', isPage: true },
} as const satisfies Readonly<Record<string, NounFacts>>;

/** A kind of thing that pages show; for a record, the type that others refer to it by. */
export type Noun = keyof typeof TABLE;

export const NOUNS: Readonly<Record<Noun, NounFacts<(typeof TABLE)[Noun]['icon'], Noun>>> = TABLE;

/** Whether records of a type are shown: on a page of their own, or in the list of another noun. */
export const isRecordType = (type: string): type is Noun =>
  isNoun(type) && (!NOUNS[type].isPage || NOUNS[type].parent !== undefined);

const isNoun = (type: string): type is Noun => Object.hasOwn(NOUNS, type);

const NAMES = Object.keys(NOUNS) as readonly Noun[]; // the keys of the table

export const SIDEBAR: readonly (readonly [group: string, nouns: readonly Noun[]])[] = [
  ['', ['overview', 'request']],
  ['Audience', ['subscriber', 'event', 'form', 'order', 'goal']],
  ['Messages', ['campaign', 'broadcast', 'workflow', 'email']],
  ['Developers', ['webhook', 'content_call', 'job', 'fault', 'clock', 'checkpoint', 'settings']],
];

export const PAGES = SIDEBAR.flatMap(([, nouns]) => nouns.map((noun) => NOUNS[noun]));

/** Parts of pages that the palette leads to: tabs, and lists with a filter. */
export const PARTS: readonly (readonly [
  title: string,
  noun: Noun,
  query: Readonly<Record<string, string>>,
])[] = [
  ['Failed requests', 'request', { outcome: 'failed' }],
  ['Requests with warnings', 'request', { outcome: 'warned' }],
  ['Failed jobs', 'job', { tab: 'failed' }],
  ['Batches', 'job', { tab: 'batches' }],
  ['Failed deliveries of webhooks', 'webhook', { state: 'given_up' }],
  ['Retrying deliveries of webhooks', 'webhook', { state: 'pending' }],
  ['Emails that were opened', 'email', { outcome: 'opened' }],
  ['Emails that were clicked', 'email', { outcome: 'clicked' }],
  ['Emails that were bounced', 'email', { outcome: 'bounced' }],
  ['Emails that were complained', 'email', { outcome: 'complained' }],
  ['Subscribers: active', 'subscriber', { status: 'active' }],
  ['Subscribers: unsubscribed', 'subscriber', { status: 'unsubscribed' }],
  ['Subscribers: undeliverable', 'subscriber', { status: 'undeliverable' }],
  ['Subscribers: removed', 'subscriber', { status: 'removed' }],
  ['Carts', 'order', { tab: 'carts' }],
  ['Refunds', 'order', { tab: 'refunds' }],
  ['Products', 'order', { tab: 'products' }],
  ['Users and tokens', 'settings', { tab: 'users' }],
  ['Limits', 'settings', { tab: 'limits' }],
  ['OAuth applications', 'settings', { tab: 'applications' }],
  ['Your last actions: undo', 'checkpoint', {}],
  ['All accounts', 'settings', { tab: 'accounts' }],
  ['Seed', 'settings', { tab: 'seed' }],
];

/** The noun whose page has a path, with the id of the record in it. */
export function placeAt(path: string): { readonly noun: Noun; readonly id: string | undefined } | undefined {
  const [, first = '', id, ...more] = path.split('/');
  const noun = NAMES.find((name) => NOUNS[name].path === `/${first}`);
  if (noun === undefined || more.length > 0) return undefined;
  const { isPage, parent } = NOUNS[noun];
  const hasPage = id === undefined ? parent === undefined : !isPage;
  return hasPage ? { noun, id: id && decoded(id) } : undefined;
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch (error) {
    if (error instanceof URIError) return part;
    throw error;
  }
}
