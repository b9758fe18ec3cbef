import fc from 'fast-check';
import type { Seed } from '../src/index.ts';
import type { TestServer } from './harness.ts';

/*
 * An outsider who knows of an account only what its pages show and sends arbitrary messages, and the account's
 * subscribers, about whom the outsider must learn nothing.
 */

type AccountSeed = NonNullable<Seed['accounts']>[number];

/** Addresses of possible subscribers of the account. */
export const OTHERS = ['ann@acme.test', 'bob@acme.test', 'cy@acme.test'];
/** Addresses of the outsider. */
const OWN = ['eve@evil.test', 'mallory@evil.test'];
/** Visitors of the outsider. */
export const VISITORS = ['e'.repeat(32), 'f'.repeat(32)] as const;

const visitorOf = (place: number) => String(place + 1).repeat(32);

/** A subscriber with an index of `OTHERS`. */
export interface SubscriberState {
  readonly status: 'active' | 'unsubscribed' | 'undeliverable' | 'removed' | 'deleted';
  readonly hasUserId: boolean;
  readonly isVisitor: boolean;
  readonly isInOtherAccount: boolean;
  readonly tags: string[];
  readonly custom_fields: Record<string, string>;
  readonly campaigns: Readonly<Record<'111' | '222', 'active' | 'unconfirmed' | 'removed' | null>>;
  readonly isOnWorkflow: boolean;
}

const anyStatus = fc.constantFrom(null, 'active', 'unconfirmed', 'removed');

/** A subscriber in any state. */
export const anySubscriber: fc.Arbitrary<SubscriberState> = fc.record({
  status: fc.constantFrom('active', 'unsubscribed', 'undeliverable', 'removed', 'deleted'),
  hasUserId: fc.boolean(),
  isVisitor: fc.boolean(),
  isInOtherAccount: fc.boolean(),
  tags: fc.subarray(['vip', 'reader']),
  custom_fields: fc.dictionary(fc.constantFrom('size', 'plan'), fc.constantFrom('Secret', '4')),
  campaigns: fc.record({ 111: anyStatus, 222: anyStatus }),
  isOnWorkflow: fc.boolean(),
});

/** The existing subscribers as indexes of `OTHERS`. */
export type Subscribers = readonly (SubscriberState | null)[];

/** An account with everything that pages can trigger and these subscribers, and a second account with some of them. */
export function accountOf(subscribers: Subscribers, more: Partial<AccountSeed> = {}): Seed {
  const there = subscribers.flatMap((one, place) =>
    one ? [{ ...one, place, email: OTHERS[place] ?? '' }] : [],
  );
  const on = (campaign: '111' | '222') =>
    there.flatMap(({ email, campaigns }) => {
      const status = campaigns[campaign];
      return status ? [{ email, status }] : [];
    });
  const account: AccountSeed = {
    ...{ id: '9999999', url: 'https://acme.test', default_from_email: 'crew@acme.test' },
    default_postal_address: '1 Harbor Way',
    users: [{ email: 'olive@acme.test', token: 'olive-token' }],
    lead_scoring: { threshold: 40, points: { Looked: 10 } },
    subscribers: there.map(({ place, email, status, tags, custom_fields, hasUserId, isVisitor }) => ({
      id: `subscriber${place}`,
      email,
      tags,
      custom_fields,
      status: status === 'deleted' ? 'active' : status,
      ...(hasUserId && { user_id: `user-${place}` }),
      ...(isVisitor && { visitor_uuid: visitorOf(place) }),
    })),
    campaigns: [
      { id: '111', name: 'Tips', status: 'active', start_immediately: true, emails: [{ subject: 'Hi' }] },
      {
        ...{ id: '222', name: 'Twice', status: 'active' },
        double_optin: true,
        notify_subscribe_email: 'o@acme.test',
      },
      { id: '333', name: 'Draft', status: 'draft' },
    ].map((campaign) => ({
      ...(campaign as NonNullable<AccountSeed['campaigns']>[number]),
      ...(campaign.id !== '333' && { subscribers: on(campaign.id as '111' | '222') }),
    })),
    forms: [
      { id: '77', headline: 'News', campaign_id: '222', fields: [{ name: 'size', required: true }] },
      { id: '78', headline: 'Plain', tags: ['reader'], eu_consent: 'I agree' },
      { id: '79', headline: 'Away', campaign_id: '111', redirect_url: 'https://acme.test/thanks' },
    ],
    goals: [
      { id: '1', name: 'Looked', counting_method: 'one_per_visitor' },
      { id: '2', name: 'Thanks', url: '/thanks', counting_method: 'one_per_visitor' },
    ],
    workflows: [
      {
        id: '1',
        name: 'Readers',
        status: 'active',
        triggers: [
          { provider: 'trickle', trigger_type: 'applied_tag', properties: { tag: 'reader' } },
          { provider: 'trickle', trigger_type: 'visited_page', properties: { url: '/thanks' } },
        ],
        steps: [
          { type: 'apply_tag', tag: 'vip' },
          { type: 'delay', days: 1 },
          { type: 'record_event', action: 'Looked' },
          { type: 'goal', trigger_type: 'removed_tag', properties: { tag: 'vip' } },
        ],
        subscribers: there.flatMap(({ isOnWorkflow, email }) => (isOnWorkflow ? [{ email }] : [])),
      },
    ],
    ...more,
  };
  const other = there.flatMap(({ isInOtherAccount, email }) => (isInOtherAccount ? [{ email }] : []));
  return { accounts: [account, { id: '8888888', subscribers: other }] };
}

/** One action of the outsider. */
export type Step =
  | {
      readonly kind: 'post';
      readonly visitor: string | null;
      /** The visitor in the script host's cookie. */
      readonly shared?: string | undefined;
      readonly messages: readonly object[];
    }
  | {
      readonly kind: 'form';
      readonly id: string;
      readonly accept: string;
      readonly entries: [string, string][];
    }
  | { readonly kind: 'get'; readonly path: string }
  | { readonly kind: 'wait'; readonly hours: number };

/** Values that identify, or could identify, a subscriber of the account. */
const hint = fc.constantFrom<unknown>(
  ...OTHERS.flatMap((email, place) => [email, `subscriber${place}`, `user-${place}`, visitorOf(place)]),
  ...['x', 7],
);
const optional = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });
const label = fc.constantFrom('vip', 'reader', 'mine');

const fields = (email: fc.Arbitrary<string>) =>
  fc.record({
    email,
    size: optional(fc.constantFrom('4', '')),
    user_id: optional(hint),
    status: optional(hint),
  });

/** The actions of an outsider with these known and new addresses. */
export function stepsBy(
  email: fc.Arbitrary<string>,
  identify: fc.Arbitrary<object>,
  visitors: readonly (string | null)[] = VISITORS,
): fc.Arbitrary<Step[]> {
  const given: Readonly<Record<string, fc.Arbitrary<object>>> = {
    identify,
    track: fc.record({
      action: fc.constantFrom('Looked', 'Viewed a product', ''),
      value: optional(fc.integer({ min: -1, max: 9 })),
      product_id: optional(hint),
      email: optional(hint),
      subscriber_id: optional(hint),
    }),
    subscribe: fc.record({
      campaign_id: fc.constantFrom('111', '222', '333', '9'),
      fields: fields(email),
      double_optin: optional(fc.boolean()),
    }),
    unsubscribe: fc.record({ email, campaign_id: optional(fc.constantFrom('111', '222', '333', '9', '')) }),
    visit: fc.record({ visitor: optional(hint) }),
    submitForm: fc.record({ form_id: fc.constantFrom('77', '78', '79', '9'), entries: entriesBy(email) }),
  };
  const message = fc.constantFrom(...Object.keys(given)).chain((command) =>
    fc.record({
      id: fc.integer({ min: 0, max: 40 }).map((n) => n.toString(16).padStart(32, '0')),
      command: fc.constant(command),
      arguments: (given[command] ?? fc.constant({})).map(withoutAbsent),
    }),
  );
  const post = fc.record({
    kind: fc.constant('post' as const),
    visitor: fc.constantFrom(...visitors),
    shared: optional(fc.constantFrom(...VISITORS)),
    messages: fc.array(message, { minLength: 1, maxLength: 3 }),
  });
  const form = fc.record({
    kind: fc.constant('form' as const),
    id: fc.constantFrom('77', '78', '79', '9'),
    accept: fc.constantFrom('text/html', 'application/json'),
    entries: fc
      .tuple(entriesBy(email), fc.constantFrom(...VISITORS))
      .map(([entries, visitor]): [string, string][] => [...entries, ['visitor_uuid', visitor]]),
  });
  const get = fc.record({
    kind: fc.constant('get' as const),
    path: fc.constantFrom(
      ...['/9999999.js', '/client/9999999/config', '/client/9999999/forms.js', '/forms/77'],
      ...['/client/9999999/messages', `/client/9999999/visitors/${visitorOf(0)}`],
    ),
  });
  const wait = fc.record({ kind: fc.constant('wait' as const), hours: fc.constantFrom(1, 30, 24 * 40) });
  const step: fc.Arbitrary<Step> = fc.oneof(
    { arbitrary: post, weight: 10 },
    { arbitrary: form, weight: 3 },
    { arbitrary: get, weight: 1 },
    { arbitrary: wait, weight: 1 },
  );
  return fc.array(step, { minLength: 1, maxLength: 10 });
}

const entriesBy = (email: fc.Arbitrary<string>): fc.Arbitrary<[string, string][]> =>
  fc
    .record({ email, size: optional(fc.constantFrom('4', '')), user_id: optional(fc.constantFrom('user-0')) })
    .map((given) => [
      ...Object.entries(withoutAbsent(given)).map(([name, value]): [string, string] => [
        `fields[${name}]`,
        String(value),
      ]),
      ['tags[]', 'mine'],
    ]);

const withoutAbsent = (given: object) =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));

/** Any arguments of `identify`. */
export const identifyBy = (email: fc.Arbitrary<string>, newEmail: fc.Arbitrary<string>) =>
  fc.record({
    email: optional(email),
    new_email: optional(newEmail),
    user_id: optional(fc.constantFrom('user-0', 'user-1', 'user-2', 'mine', '')),
    tags: optional(fc.subarray(['vip', 'reader', 'mine'])),
    remove_tags: optional(fc.array(label)),
    prospect: optional(fc.boolean()),
    size: optional(fc.constantFrom('4', '')),
    id: optional(hint),
    visitor_uuid: optional(hint),
    status: optional(hint),
  });

export const ownAddress = fc.constantFrom(...OWN);
export const anyAddress = fc.constantFrom(...OWN, ...OTHERS, 'ANN@acme.test', 'nobody@acme.test', 'none');

/** Runs an action. Returns everything that the outsider sees. */
export async function take(server: TestServer, step: Step): Promise<unknown> {
  if (step.kind === 'wait') {
    await server.advance({ hours: step.hours });
    return undefined;
  }
  const response = await server.fetch(requestOf(server, step));
  const seen = [response.status, [...response.headers], await response.text()];
  await server.settle();
  return seen;
}

function requestOf({ url }: TestServer, step: Exclude<Step, { kind: 'wait' }>): Request {
  const headers = { origin: 'https://acme.test' };
  if (step.kind === 'get') return new Request(url + step.path, { headers });
  const post = (path: string, more: Readonly<Record<string, string>>, body: BodyInit) =>
    new Request(url + path, { method: 'POST', headers: { ...headers, ...more }, body });
  if (step.kind === 'form') {
    const { id, accept, entries } = step;
    return post(`/forms/${id}/submissions`, { accept }, new URLSearchParams(entries));
  }
  const { visitor, shared, messages } = step;
  const cookie = shared === undefined ? {} : { cookie: `trickle_visitor_9999999=${shared}` };
  const page = { url: 'https://acme.test/thanks?dst=mine', user_agent: 'Browser/1' };
  const sent_at = Date.parse('2026-03-06T12:00:00Z');
  const body = JSON.stringify({ visitor, page, sent_at, time_zone: 'Asia/Tokyo', messages });
  return post('/client/9999999/messages', cookie, body);
}
