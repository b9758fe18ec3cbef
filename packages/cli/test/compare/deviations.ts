import type { Fetch } from '@trickle/sdk';
import type { DifferenceClass } from '../../src/compare/difference.ts';

/** A response that is altered before it reaches the client. */
interface Altered {
  status: number;
  headers: Headers;
  body: unknown;
  /** The number of responses altered before. */
  readonly count: number;
}

/** One way in which a server deviates. */
export interface Deviation {
  readonly name: string;
  readonly class: DifferenceClass;
  /** The place where the difference is reported. */
  readonly place: string;
  /** A scenario that shows it. */
  readonly scenario: string;
  /** Matches the responses that deviate, such as `POST /v2/9999999/tags 201`. */
  readonly on: RegExp;
  alter(response: Altered): void;
}

/** A server that deviates. */
export function deviating(send: Fetch, { on, alter }: Deviation): Fetch {
  let count = 0;
  return async (request) => {
    const response = await send(request);
    const { pathname, search } = new URL(request.url);
    if (!on.test(`${request.method} ${pathname}${search} ${response.status}`)) return response;
    const text = await response.text();
    const isJson = /json/.test(response.headers.get('content-type') ?? '');
    const body: unknown = isJson && text !== '' ? JSON.parse(text) : text;
    const altered = { status: response.status, headers: new Headers(response.headers), body, count };
    alter(altered);
    count += 1;
    const content = typeof altered.body === 'string' ? altered.body : JSON.stringify(altered.body);
    return new Response(content === '' || altered.status === 204 ? null : content, altered);
  };
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

/** Changes the values at a path such as `subscribers.*.tags`; undefined removes one. */
function edit(value: unknown, path: readonly string[], change: (value: unknown) => unknown): void {
  const [name = '', ...rest] = path;
  if (!isObject(value)) return;
  for (const key of name === '*' ? Object.keys(value) : [name]) {
    if (rest.length > 0) {
      edit(value[key], rest, change);
      continue;
    }
    const changed = change(value[key]);
    if (changed === undefined) delete value[key];
    else value[key] = changed;
  }
}

const placeOf = (path: string): string => path.replaceAll('.*', '[]');

/** A deviation of the values at a path of a body. */
function body(
  ...[kind, scenario, path, change, { on = / 2\d\d$/, place = placeOf(path) } = {}]: [
    DifferenceClass,
    string,
    string,
    (value: unknown, count: number) => unknown,
    { readonly on?: RegExp; readonly place?: string }?,
  ]
): Deviation {
  return {
    ...{ name: `${kind}: ${place} in ${scenario}`, class: kind, place, scenario, on },
    alter: (response) => edit(response.body, path.split('.'), (value) => change(value, response.count)),
  };
}

const status = (call: string, scenario: string, on: RegExp, to: number): Deviation => ({
  ...{ name: `status: ${to} of ${call}`, class: 'status', place: `status of ${call}`, scenario, on },
  alter: (response) => {
    response.status = to;
    if (response.body === '') response.body = '{}';
  },
});

const header = (scenario: string, on: RegExp, name: string, value: string | undefined): Deviation => ({
  ...{
    name: `header: ${name} ${value} in ${scenario} ${on}`,
    class: 'header',
    place: `header ${name}`,
    scenario,
    on,
  },
  alter: ({ headers }) => (value === undefined ? headers.delete(name) : headers.set(name, value)),
});

const to = (value: unknown) => () => value;
const gone = to(undefined);
const text = (value: unknown) => String(value);
const reversed = (value: unknown) => (Array.isArray(value) ? value.toReversed() : value);
const swapped = (value: unknown, count: number) =>
  Array.isArray(value) && count % 2 === 1 ? value.toReversed() : value;
/** A different id each time. */
const fresh = (value: unknown, count: number) => (typeof value === 'string' ? `${value}x${count}` : value);
const replaced = (part: RegExp, by: string) => (value: unknown) =>
  typeof value === 'string' ? value.replace(part, by) : value;
const UPSERT = /POST \/v2\/9999999\/subscribers 200$/;
const SECOND = /GET \S+subscribers\/[^/]+ 200$/;

const errors = (
  ...[kind, scenario, call, member, change]: [
    DifferenceClass,
    string,
    string,
    string,
    (value: unknown) => unknown,
  ]
): Deviation =>
  body(kind, scenario, `errors.*${member}`, change, {
    on: / 422$/,
    place: `422 of ${call}: errors[]${member}`,
  });

const statuses = [
  status('subscribers.upsert', 'subscribers.create', UPSERT, 201),
  status('subscribers.get', 'subscribers.unknown', /GET \S+subscribers\/nobody-compare 404$/, 410),
  status('subscribers.delete', 'subscribers.delete', /DELETE \S+ 404$/, 204),
  status('tags.apply', 'tags.apply', / 201$/, 200),
  status('tags.remove', 'tags.apply', /DELETE \S+tags\S+ 204$/, 200),
  status('campaigns.subscribe', 'campaigns.subscribe', / 201$/, 200),
  status('campaigns.activate', 'campaigns.pause', /activate 204$/, 200),
  status('campaigns.pause', 'campaigns.pause', /pause 422$/, 403),
  status('webhooks.create', 'webhooks.create', / 201$/, 200),
  status('subscribers.upsertBatch', 'subscribers.batch', / 201$/, 202),
  status('unsubscribes.createBatch', 'unsubscribes.batch', /batches 204$/, 202),
  status('accounts.list', 'requests.anonymous', / 401$/, 403),
  status('orders.upsert', 'orders.unknown', / 422$/, 404),
];

const headers = [
  header('subscribers.create', UPSERT, 'location', undefined),
  header('purchases.create', /POST \S+purchases 201$/, 'location', undefined),
  header('user.get', /GET /, 'location', '/v2/user'),
  header('subscribers.create', UPSERT, 'location', 'http://elsewhere.example/v2/9999999/subscribers/1/2'),
  header('user.get', /GET /, 'content-type', 'text/html'),
  header('campaigns.get', /GET \S+campaigns\/110/, 'content-type', 'application/json'),
  header('requests.anonymous', / 401$/, 'content-type', 'text/plain'),
  header('tags.list', /GET /, 'x-ratelimit-limit', undefined),
  header('tags.list', /GET /, 'x-ratelimit-limit', '5'),
  header('tags.list', /GET /, 'x-ratelimit-remaining', undefined),
  header('tags.list', /GET /, 'x-ratelimit-remaining', 'many'),
  header('requests.anonymous', / 401$/, 'www-authenticate', undefined),
  header('requests.anonymous', / 401$/, 'www-authenticate', 'Bearer'),
];

const later = (value: unknown, count: number) =>
  typeof value === 'string'
    ? new Date(Date.parse(value) + count * 60_000).toISOString().replace('.000', '')
    : value;
const lowered = (value: unknown) => (typeof value === 'string' ? value.toLowerCase() : value);

const missing = [
  body('missing', 'subscribers.create', 'subscribers.*.sms_consent', gone),
  body('missing', 'subscribers.create', 'subscribers.*.tags', gone),
  body('missing', 'subscribers.create', 'subscribers.*.links', gone),
  body('missing', 'subscribers.create', 'links', gone),
  body('missing', 'campaigns.get', 'campaigns.*.links.forms', gone),
  body('missing', 'campaigns.get', 'linked', gone),
  body('missing', 'broadcasts.get', 'broadcasts.*.subject', gone),
  body('missing', 'campaigns.sorted', 'meta.total_count', gone),
  body('missing', 'forms.get', 'forms.*.orientation', gone),
  body('missing', 'purchases.create', 'purchases.*.items.*.quantity', gone),
  body('missing', 'workflowTriggers.create', 'triggers.*.actions_required', gone),
  errors('missing', 'subscribers.several-errors', 'subscribers.upsert', '.attribute', gone),
  body('missing', 'tags.list', 'tags', (value) => Array.isArray(value) && value.slice(1), {
    place: 'tags[]',
  }),
];

const added = [
  body('new', 'subscribers.create', 'subscribers.*.score', to(5)),
  body('new', 'user.get', 'users.*.id', to('7')),
  body('new', 'accounts.get', 'accounts.*.plan', to('gold')),
  body('new', 'campaigns.get', 'campaigns.*.color', to('blue')),
  body('new', 'campaigns.sorted', 'meta.next', to('/2')),
  body('new', 'forms.get', 'included', to([])),
  body('new', 'purchases.create', 'purchases.*.items.*.tax', to(0)),
  body('new', 'webhooks.get', 'webhooks.*.secret', to('s')),
  body('new', 'goals.get', 'goals.*.links.form', to('5')),
  body('new', 'subscribers.create', 'subscribers.*.custom_fields.color', to('blue')),
  errors('new', 'subscribers.several-errors', 'subscribers.upsert', '.field', to('x')),
  body('new', 'tags.list', 'tags', (value) => Array.isArray(value) && [...value, 'blue'], {
    place: 'tags[]',
  }),
];

const types = [
  body('type', 'subscribers.create', 'subscribers.*.lifetime_value', text),
  body('type', 'subscribers.create', 'subscribers.*.id', to(7)),
  body('type', 'subscribers.create', 'subscribers.*.tags', to({})),
  body('type', 'subscribers.create', 'subscribers.*.sms_consent', text),
  body('type', 'subscribers.create', 'subscribers.*.custom_fields', to([])),
  body('type', 'campaigns.get', 'campaigns.*.email_count', text),
  body('type', 'campaigns.get', 'campaigns.*.minutes_from_midnight', text),
  body('type', 'campaigns.get', 'campaigns.*.links.forms', text),
  body('type', 'goals.get', 'goals.*.default_value', text),
  body('type', 'forms.get', 'forms.*.opacity', text),
  body('type', 'campaigns.sorted', 'meta.total_pages', text),
  errors('type', 'subscribers.several-errors', 'subscribers.upsert', '.code', to(5)),
];

const nullOrAbsent = [
  ...['first_name', 'address1', 'phone', 'sms_number', 'user_id', 'ip_address', 'visitor_uuid'].map((name) =>
    body('null or absent', 'subscribers.create', `subscribers.*.${name}`, (value) => value ?? null),
  ),
  body('null or absent', 'campaigns.get', 'campaigns.*.bcc', gone),
  body('null or absent', 'campaigns.get', 'campaigns.*.confirmation_url', gone),
  body('null or absent', 'broadcasts.get', 'broadcasts.*.bcc', gone),
  body(
    'null or absent',
    'campaigns.double-opt-in',
    'campaign_subscriptions.*.last_sent_email_at',
    (value) => value ?? null,
  ),
];

const enums = [
  body('enum', 'subscribers.create', 'subscribers.*.status', to('unsubscribed')),
  body('enum', 'subscribers.create', 'subscribers.*.eu_consent', to('denied')),
  body('enum', 'campaigns.get', 'campaigns.*.status', to('draft'), { on: /campaigns\/110 / }),
  body('enum', 'broadcasts.get', 'broadcasts.*.status', to('sending'), { on: /broadcasts\/550 / }),
  body('enum', 'workflows.get', 'workflows.*.status', to('archived'), { on: /workflows\/220 / }),
  body('enum', 'goals.get', 'goals.*.status', to('disabled')),
  body('enum', 'goals.get', 'goals.*.counting_method', to('one_per_visitor')),
  body('enum', 'forms.get', 'forms.*.orientation', to('side_left_tab')),
  body('enum', 'workflowTriggers.create', 'triggers.*.type', to('action')),
  body('enum', 'campaigns.subscribe', 'campaign_subscriptions.*.status', to('removed')),
  body('enum', 'webhooks.create', 'webhooks.*.events.0', to('subscriber.tagged'), {
    on: /POST .* 201$/,
    place: 'webhooks[].events[]',
  }),
];

const values = [
  body('value', 'subscribers.create', 'subscribers.*.base_lead_score', to(0)),
  body('value', 'subscribers.create', 'subscribers.*.time_zone', to('UTC')),
  body('value', 'subscribers.create', 'subscribers.*.prospect', to(false)),
  body('value', 'tags.apply', 'subscribers.*.tags.*', (value) => text(value).toUpperCase(), {
    on: SECOND,
    place: 'subscribers[].tags[]',
  }),
  body('value', 'subscribers.every-attribute', 'subscribers.*.city', to('Testville, MN')),
  body(
    'value',
    'customFieldIdentifiers.values',
    'subscribers.*.custom_fields.trickle_compare',
    (value) => value && 'BLUE',
  ),
  body('value', 'subscribers.case-of-addresses', 'subscribers.*.email', (value) => text(value).toLowerCase()),
  body('value', 'purchases.create', 'purchases.*.amount', to(19)),
  body('value', 'purchases.create', 'purchases.*.items.*.sku', (value) => value && 'b7x'),
  body('value', 'campaigns.leave-and-return', 'campaign_subscriptions.*.lap', to(1)),
  body('value', 'campaigns.odd-pages', 'meta.page', to(1)),
  body('value', 'tags.capitals', 'subscribers.*.tags.*', lowered),
  body('value', 'subscribers.every-attribute', 'subscribers.*.created_at', later),
  body('value', 'campaigns.get', 'campaigns.*.name', fresh),
  body('value', 'purchases.create', 'purchases.*.occurred_at', replaced(/^2026-01-05/, '2026-01-04')),
  errors('value', 'subscribers.user-ids', 'subscribers.upsert', '.code', to('taken_error')),
  errors('value', 'subscribers.user-ids', 'subscribers.upsert', '.attribute', to('email')),
];

const references = [
  {
    ...{
      name: 'reference: a new id whenever a subscriber is shown',
      class: 'reference',
      place: 'subscribers[].id',
    },
    ...{ scenario: 'subscribers.every-attribute', on: / 200$/ },
    alter: (response) => {
      const { subscribers: [{ id = '' } = {}] = [] } = response.body as { subscribers?: { id?: string }[] };
      const renewed = (json: string) => json.replaceAll(id, `${id}x${response.count}`);
      response.body = JSON.parse(renewed(JSON.stringify(response.body)));
      const location = response.headers.get('location');
      if (location) response.headers.set('location', renewed(location));
    },
  } satisfies Deviation,
  body('reference', 'forms.get', 'forms.*.links.account', to('8888888')),
  body('reference', 'campaigns.subscribe', 'campaign_subscriptions.*.campaign_id', to('112')),
  body('reference', 'campaigns.subscribe', 'campaign_subscriptions.*.links.subscriber', to('112')),
  body('reference', 'subscribers.create', 'subscribers.*.links.account', to('8888888')),
  body('reference', 'subscribers.create', 'subscribers.*.href', replaced(/[^/]+$/, '7')),
  body('reference', 'campaigns.get', 'campaigns.*.links.forms.*', fresh, {
    place: 'campaigns[].links.forms[]',
  }),
  body('reference', 'workflows.get', 'workflows.*.href', replaced(/[^/]+$/, '7')),
  body('reference', 'purchases.create', 'purchases.*.links.subscriber', fresh),
  body('reference', 'purchases.create', 'purchases.*.id', fresh, { on: /purchases\/\w+ 200$/ }),
  body('reference', 'shopperActivity.value', 'request_id', to('1')),
  body('reference', 'subscribers.create', 'subscribers.*.id', fresh, { on: SECOND }),
  body('reference', 'webhooks.create', 'webhooks.*.id', fresh, { on: /GET \S+webhooks\/\w+ 200$/ }),
  {
    ...{ name: 'reference: Location of another record', class: 'reference', place: 'header location' },
    ...{ scenario: 'subscribers.create', on: UPSERT },
    alter: ({ headers: all }) => all.set('location', text(all.get('location')).replace(/[^/]+$/, '7')),
  } satisfies Deviation,
];

/** The times of a list in reverse order. */
const withTimesReversed = (value: unknown) => {
  const list = value as { created_at: string }[]; // where it is used
  const times = list.map(({ created_at }) => created_at).toReversed();
  return list.map((record, i) => ({ ...record, created_at: times[i] }));
};

const orders = [
  ...['campaigns', 'broadcasts', 'workflows', 'goals'].map((noun) =>
    body('order', `${noun}.sorted`, noun, swapped),
  ),
  body('order', 'campaigns.subscribers', 'subscribers', reversed, {
    on: /campaigns\/110\/subscribers\?\S*desc 200$/,
  }),
  body('order', 'purchases.create', 'purchases.*.items', reversed),
  body('order', 'campaigns.by-status', 'campaigns', withTimesReversed, {
    on: /status=all 200$/,
    place: 'campaigns[].created_at',
  }),
  ...['campaigns', 'broadcasts', 'workflows', 'goals'].map((noun) =>
    body('order', `${noun}.by-status`, noun, reversed, { on: /status=all 200$/ }),
  ),
];

const shifted = (kind: 'Z' | 'ms' | 'space' | 'date' | 'offset') => (value: unknown) => {
  const [day, time] = text(value).replace(/\.\d+/, '').replace('Z', '').split('T');
  return {
    Z: `${day}T${time}`,
    ms: `${day}T${time}.000000Z`,
    space: `${day} ${time}Z`,
    date: day,
    offset: `${day}T${time}+00:00`,
  }[kind];
};
const formats = [
  body('time format', 'subscribers.create', 'subscribers.*.created_at', shifted('Z')),
  body('time format', 'subscribers.every-attribute', 'subscribers.*.created_at', shifted('ms')),
  body('time format', 'campaigns.get', 'campaigns.*.created_at', shifted('space')),
  body('time format', 'campaigns.by-status', 'campaigns.*.updated_at', shifted('date')),
  body(
    'time format',
    'broadcasts.sorted',
    'broadcasts.*.send_at',
    (value) => value && shifted('offset')(value),
  ),
  body('time format', 'workflows.get', 'workflows.*.created_at', shifted('offset')),
  body('time format', 'forms.get', 'forms.*.created_at', shifted('offset')),
  body('time format', 'goals.get', 'goals.*.created_at', shifted('Z')),
  body('time format', 'webhooks.get', 'webhooks.*.created_at', shifted('space')),
  body('time format', 'accounts.get', 'accounts.*.created_at', shifted('ms')),
  body('time format', 'purchases.create', 'purchases.*.occurred_at', shifted('ms')),
];

/** Deviations of every class. */
export const DEVIATIONS: readonly Deviation[] = [
  ...[...statuses, ...headers, ...missing, ...added, ...types, ...nullOrAbsent],
  ...[...enums, ...values, ...references, ...orders, ...formats],
];
