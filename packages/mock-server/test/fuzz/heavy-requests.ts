import { many } from './admin-requests.ts';

/** A request to the account that burdens the server. */
export interface HeavyRequest {
  readonly path: string;
  /** Posted as JSON. Without it, the path is read. */
  readonly body?: unknown;
}

/** Something that one account does, and what it needs beforehand. */
export interface Burden {
  readonly title: string;
  readonly webhooks: number;
  /** The data of the account, as in a seed. */
  readonly account?: object;
  /** The requests of a round. All are sent at once. */
  requests(round: number): readonly HeavyRequest[];
}

const WEBHOOKS = 20;

const membersOf = (count: number, name: string, value: (i: number) => string) =>
  Object.fromEntries(many(count, (i) => [`${name}_${i}`, value(i)]));

const subscribers = (count: number, one: (i: number) => object): HeavyRequest => ({
  path: 'subscribers/batches',
  body: { batches: [{ subscribers: many(count, one) }] },
});

const subscriber = (round: number, i: number, more: object) => ({
  email: `p${i}-${round}@heavy.test`,
  ...more,
});

function orders(round: number, count: number, more: object): HeavyRequest {
  const order = (i: number) => ({
    ...subscriber(round, i % 7, { provider: 'shop', amount: 100 }),
    ...{ upstream_id: `${round}-${i}`, ...more },
  });
  return { path: 'orders/batches', body: { batches: [{ orders: many(count, order) }] } };
}

/** The longest value that a record can have in each of its members, by the number of members. */
const LONG = 'long '.repeat(900);

/** The requests of pages: each has an id of its own. */
let messages = 0;
const fromPage = (commands: readonly (readonly [string, object])[]): HeavyRequest => ({
  path: '/client/9999999/messages',
  body: {
    visitor: 'c'.repeat(32),
    page: { url: 'https://heavy.test/' },
    messages: commands.map(([command, given]) => ({
      id: (++messages).toString(16).padStart(32, '0'),
      command,
      arguments: given,
    })),
  },
});

/** The heaviest requests that one account can send. */
export const BURDENS: readonly Burden[] = [
  {
    title: `a batch of 200 subscribers with 50 tags, and ${WEBHOOKS} webhooks`,
    webhooks: WEBHOOKS,
    requests: (round) => [subscribers(200, (i) => subscriber(round, i, { tags: many(50, (j) => `t${j}`) }))],
  },
  {
    title: `a subscriber with 1000 tags, and ${WEBHOOKS} webhooks`,
    webhooks: WEBHOOKS,
    requests: (round) =>
      many(4, (part) => ({
        path: 'subscribers',
        body: { subscribers: [subscriber(round, 0, { tags: many(250, (j) => `t${part}-${j}`) })] },
      })),
  },
  {
    title: 'a batch of 1000 subscribers with 240 tags',
    webhooks: 0,
    requests: (round) => [
      subscribers(1000, (i) => subscriber(round, i, { tags: many(240, (j) => `t${j}`) })),
    ],
  },
  {
    title: 'a batch of 1000 subscribers with 200 new fields',
    webhooks: 0,
    requests: (round) => [
      subscribers(1000, (i) =>
        subscriber(round, i, { custom_fields: membersOf(i === 0 ? 200 : 100, `f${round}`, String) }),
      ),
    ],
  },
  {
    title: 'a batch of 1000 events with 400 properties',
    webhooks: 0,
    requests: (round) => {
      const properties = membersOf(400, 'p', () => 'x');
      const event = (i: number) => ({ ...subscriber(round, i % 7, { action: 'Rowed' }), properties });
      return [{ path: 'events/batches', body: { batches: [{ events: many(1000, event) }] } }];
    },
  },
  {
    title: 'a batch of 1000 subscribers with 400 unknown members',
    webhooks: 0,
    requests: (round) => [
      subscribers(1000, (i) => ({ ...subscriber(round, i, {}), ...membersOf(400, 'p', () => 'x') })),
    ],
  },
  {
    title: 'a batch of 1000 subscribers with 400 fields',
    webhooks: 0,
    requests: (round) => [
      subscribers(1000, (i) => subscriber(round, i, { custom_fields: membersOf(400, 'f', () => 'x') })),
    ],
  },
  {
    title: 'a batch of 1000 subscribers with 240 tags of their own',
    webhooks: 0,
    requests: (round) => [
      subscribers(1000, (i) => subscriber(round, i, { tags: many(240, (j) => `t${i}-${j}`) })),
    ],
  },
  {
    title: 'batches of orders with 400 properties, and of orders with 100 items',
    webhooks: 0,
    requests: (round) => [
      orders(round, 1000, { properties: membersOf(380, 'p', () => 'x') }),
      orders(round + 1000, 300, { items: many(100, (j) => ({ name: `Oar ${j}`, amount: 100 })) }),
    ],
  },
  {
    title: 'a list of 1000 subscribers with 250 tags and 200 fields',
    webhooks: 0,
    account: {
      subscribers: many(1000, (i) => ({
        email: `p${i}@heavy.test`,
        tags: many(250, (j) => `t${j}`),
        custom_fields: membersOf(200, 'f', () => 'x'),
      })),
    },
    requests: () => [{ path: 'subscribers?per_page=1000' }],
  },
  {
    title: 'the documentation 50 times at once, without credentials',
    webhooks: 0,
    requests: () => many(100, (i) => ({ path: i % 2 ? '/docs' : '/openapi.json' })),
  },
  {
    title: '100 commands of a page with 90 tags each, without credentials',
    webhooks: 0,
    requests: (round) => {
      const tags = (i: number) => many(90, (j) => (i + j).toString(36));
      return [fromPage(many(100, (i) => ['identify', { email: `tags${round}@heavy.test`, tags: tags(i) }]))];
    },
  },
  {
    title: `subscribers with the longest values, and ${WEBHOOKS} webhooks`,
    webhooks: WEBHOOKS,
    requests: (round) => [
      subscribers(100, (i) =>
        subscriber(round, i, {
          first_name: 'x'.repeat(200),
          address1: 'x'.repeat(200),
          custom_fields: membersOf(8, 'long', () => LONG),
          tags: many(20, (j) => `${'t'.repeat(200)}${j}`),
        }),
      ),
    ],
  },
  {
    title: `identify and track of pages, without credentials, and ${WEBHOOKS} webhooks`,
    webhooks: WEBHOOKS,
    requests: (round) => [
      ...many(10, (i) => fromPage([['identify', { email: `page${round}@heavy.test`, [`long_${i}`]: LONG }]])),
      fromPage(many(100, (i) => ['track', { action: `Looked ${i}`, note: 'x'.repeat(300) }] as const)),
    ],
  },
];
