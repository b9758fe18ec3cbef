import { definitionOf } from '@trickle/sdk/contract';
import { adminRoutes } from '../../src/admin/http/routes.ts';
import { neededBy, queryOf } from '../admin-inputs.ts';

const SUBSCRIBERS = 8000;
/** The subscribers of a campaign and of a workflow: each gets an email in the first hours. */
const MEMBERS = 2000;

const address = (i: number) => `p${i}@heavy.test`;

export const many = <T>(count: number, one: (i: number) => T): T[] =>
  Array.from({ length: count }, (_, i) => one(i));

const HTML = '<a href="https://heavy.test/">Boats</a>';

/** The data of a large account, as in a seed. */
export const largeAccount = (webhook: string) => ({
  default_from_email: 'crew@heavy.test',
  default_postal_address: '1 Harbour Street',
  subscribers: many(SUBSCRIBERS, (i) => ({
    email: address(i),
    tags: ['a', 'b', 'c', `t${i % 500}`],
    custom_fields: { size: String(i), color: 'red' },
  })),
  events: many(SUBSCRIBERS, (i) => ({
    email: address(i),
    action: 'Rowed',
    properties: { lap: i },
    occurred_at: '2026-01-01T00:00:00Z',
  })),
  campaigns: [
    {
      id: 'c1',
      name: 'Series',
      status: 'active',
      minutes_from_midnight: 0,
      emails: many(3, (i) => ({ subject: `Part ${i}`, html_body: HTML, delay: { days: 20 * i } })),
      subscribers: many(MEMBERS, (i) => ({ email: address(i) })),
    },
  ],
  broadcasts: [{ id: 'b1', name: 'News', subject: 'News', html_body: HTML }],
  workflows: [
    {
      id: 'w1',
      name: 'Crew',
      status: 'active',
      triggers: [{ provider: 'drip', trigger_type: 'applied_tag', properties: { tag: 'crew' } }],
      steps: [
        { type: 'delay', days: 30 },
        { type: 'apply_tag', tag: 'rested' },
      ],
      subscribers: many(MEMBERS, (i) => ({ email: address(i) })),
    },
  ],
  forms: [{ id: 'f1', headline: 'Join' }],
  goals: [{ id: 'g1', name: 'Bought', url: 'https://heavy.test/thanks' }],
  webhooks: [{ id: 'h1', post_url: webhook, events: ['subscriber.created'] }],
});

/** A batch whose subscribers are enrolled in the workflow and reported to the webhook. */
export const LARGE_BATCH = {
  batches: [{ subscribers: many(1000, (i) => ({ email: `q${i}@heavy.test`, tags: ['crew'] })) }],
};

type Route = (typeof adminRoutes)[number];

/** The values of members that name records of the account. */
const NAMES: Readonly<Record<string, unknown>> = {
  campaign: 'c1',
  campaign_id: 'c1',
  identifier: 'length',
  subscriber: address(1),
};

/** The inputs of operations that do nothing without. */
const INPUTS: Readonly<Record<string, object>> = {
  'accounts.create': { seed: { id: '7777777' } },
  'clock.advance': { hours: 1 },
  'faults.add': { operation: 'events.record', status: 503 },
  'requests.expect': { path: '/v2/9999999/subscribers/batches' },
  'requests.find': { body: { email: address(1) } },
  'rehearsal.end': { days: 21 }, // with the second email of the campaign, and without the steps that `clock.preview` runs
};

/** The operations that others need each time. */
const BEFORE: Readonly<Record<string, string>> = {
  'faults.remove': 'faults.add',
  'rehearsal.end': 'rehearsal.begin',
};

/** Why operations are refused that a large account cannot have. */
const REFUSALS: Readonly<Record<string, string>> = { 'actions.undo': 'has more than 50,000 rows' };

/** The paths that list the values of placeholders, if they are not the path before them. */
const LISTS: Readonly<Record<string, string>> = { '/_admin/request_status': '/_admin/outcomes' };

/** Those that the others need come first, and those that delete come last. */
const ORDER = ['checkpoints.take', 'GET', 'PUT', 'rehearsal.begin', 'rehearsal.cancel', 'POST', 'DELETE'];
const LAST = [
  ...['webhooks.disable', 'faults.clear', 'applications.remove'],
  ...['state.import', 'server.reset', 'accounts.remove'],
];

/** The operations of the admin API in an order in which each can succeed. */
export const adminOperations: readonly Route[] = adminRoutes.toSorted(
  (one, other) => rankOf(one) - rankOf(other),
);

function rankOf({ name, method }: Route): number {
  if (LAST.includes(name)) return ORDER.length + LAST.indexOf(name);
  return ORDER.indexOf(ORDER.includes(name) ? name : method);
}

export interface AdminRequest {
  readonly method: string;
  /** With its query. */
  readonly path: string;
  readonly body?: object;
  /** A part of the error, if it cannot succeed. */
  readonly refusal?: string | undefined;
}

type Reader = (path: string) => Promise<Readonly<Record<string, unknown>>>;

/** The operations without which an operation cannot succeed. */
export const operationsBefore = ({ name }: Route): readonly Route[] =>
  adminRoutes.filter((other) => other.name === BEFORE[name]);

/** A request of an operation about records that the account has. `read` reads a path of the admin API. */
export async function requestOf(route: Route, accountId: string, read: Reader): Promise<AdminRequest> {
  const { name, method, path, operation } = route;
  let filled = path.replace('{account_id}', accountId);
  for (let place = PLACE.exec(filled); place !== null; place = PLACE.exec(filled)) {
    const value = await valueIn(filled.slice(0, place.index), place[1] ?? '', read);
    filled = filled.replace(PLACE, `/${encodeURIComponent(value)}`);
  }
  const values: Record<string, unknown> = { ...neededBy(route, NAMES), ...INPUTS[name] };
  for (const member of Object.keys(values)) {
    if (member in READ) values[member] = await READ[member]?.(read);
  }
  if (method !== 'GET' && method !== 'DELETE') {
    const body = operation.isVerbatim ? (values[operation.first[0] ?? ''] as object) : values;
    return { method, path: filled, body, refusal: REFUSALS[name] };
  }
  const query = queryOf(values);
  return { method, path: query.size > 0 ? `${filled}?${query}` : filled };
}

const PLACE = /\/\{(\w+)\}/;

/** The values of members that only the server knows. */
const READ: Readonly<Record<string, (read: Reader) => Promise<unknown>>> = {
  of: (read) => valueIn('/_admin/requests', 'request_id', read),
  state: (read) => read('/_admin/state'),
};

/** The value of a placeholder: of the first record in the list at the path before it, or in the record above that path. */
async function valueIn(path: string, member: string, read: Reader): Promise<string> {
  const list = LISTS[path] ?? path;
  const route = adminRoutes.find((route) => route.method === 'GET' && route.path === list);
  const end = list.lastIndexOf('/');
  const above = route ? undefined : (await read(list.slice(0, end)))[list.slice(end + 1)];
  const first = route && 'limit' in (definitionOf(route.input()).shape ?? {}) ? '?limit=1' : '';
  const records = route ? Object.values(await read(`${list}${first}`)).find(Array.isArray) : above;
  const [record] = Array.isArray(records) ? records : [];
  const value = record?.[member] ?? record?.id;
  if (value === undefined) throw new Error(`${list} has no record with ${member} or id`);
  return String(value);
}
