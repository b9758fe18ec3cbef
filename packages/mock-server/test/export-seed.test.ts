import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runsOf } from '../../../scripts/setup/thorough.ts';
import { boatShop, TOKENS } from './boat-shop.ts';
import { scenarios, startServer, type TestServer } from './harness.ts';

const account = '9999999';
const owner = { email: 'owner@acme.test', token: TOKENS.owner };

/**
 * The data of an account that clients and tests read, except the ids that a seed cannot give and rows that belong to nobody.
 */
async function recordsOf(server: TestServer): Promise<unknown> {
  const { body } = await server.get('subscribers?status=all&per_page=1000');
  const answers: unknown[] = [body];
  const names = ['tags', 'custom_field_identifiers', 'event_actions', 'forms', 'webhooks'];
  const mailings = ['campaigns', 'broadcasts', 'workflows', 'goals'].map((noun) => `${noun}?status=all`);
  for (const path of [...names, ...mailings, 'campaigns/111/subscribers'])
    answers.push((await server.get(path)).body);
  const ids = new Set(body.subscribers?.map(({ id }) => id));
  const ofSomebody = ({ subscriberId }: { readonly subscriberId: string | null }) =>
    ids.has(subscriberId ?? '');
  const { orders } = await server.commerce();
  const timeline = await server.timeline();
  return {
    answers: JSON.parse(JSON.stringify(answers).replaceAll(server.url, '')),
    orders: orders.filter(ofSomebody).map(({ id: _, data, ...order }) => ({ ...order, ...data.attributes })),
    memberships: (await server.memberships()).map(({ event: _, ...membership }) => membership),
    events: timeline
      .filter((event) => event.kind === 'custom' && ofSomebody(event))
      .map(({ id: _, cause: __, ...event }) => event),
    conversions: (await server.conversions()).filter(ofSomebody).map(({ id: _, cause: __, ...one }) => one),
  };
}

/** The stored statuses of subscribers by their ids. The API presents some as `unsubscribed`. */
async function statusesIn(server: TestServer): Promise<unknown[]> {
  const { subscribers = [] } = (await server.exportState()).tables;
  return subscribers
    .toSorted((one, other) => (String(one.id) < String(other.id) ? -1 : 1))
    .map(({ status }) => status);
}

scenarios('an exported seed', (start) => {
  it('gives another server the same records, and the same seed again', async () => {
    await using server = await start({ seed: boatShop({ hasOrder: true }) });
    const email = 'cy@acme.test';
    await server.save({ email, tags: ['new', 'vip'], custom_fields: { Size: 'm' }, base_lead_score: 7 });
    await server.post('events', { events: [{ email, action: 'Bought oars', properties: { value: 12 } }] });
    await server.post('campaigns/111/subscribers', { subscribers: [{ email }] });
    await server.settle();
    const { $left_out, ...seed } = await server.exportSeed();
    expect($left_out).toEqual({});
    await using other = await start({ seed });
    await other.settle();
    const { $left_out: _, ...again } = await other.exportSeed();
    expect(again).toEqual(seed);
    expect(await recordsOf(other)).toEqual(await recordsOf(server));
  });

  const statuses: readonly (readonly [kept: string, given: object, unsubscribes: boolean])[] = [
    ['active', {}, false],
    ['unsubscribed', { status: 'unsubscribed' }, false],
    ['removed', { status: 'removed' }, false],
    ['active', { status: 'undeliverable' }, false],
    ['active', { status: 'undeliverable', deliverable_status: 'active' }, false],
    ['unsubscribed', { status: 'undeliverable', deliverable_status: 'unsubscribed' }, false],
    ['unsubscribed', { status: 'undeliverable' }, true],
  ];

  it('a subscriber keeps the status that bounces hide', async () => {
    const subscribers = statuses.map(([, given], i) => ({ id: `s${i}`, email: `s${i}@acme.test`, ...given }));
    await using server = await start({
      seed: { accounts: [{ id: account, users: [owner], subscribers }] },
    });
    for (const [i, { id, email }] of subscribers.entries()) {
      if (statuses[i]?.[2]) await server.upsert({ id, email, status: 'unsubscribed' });
    }
    const { $left_out, ...seed } = await server.exportSeed();
    expect($left_out).toEqual({});
    await using other = await start({ seed });
    const { $left_out: _, ...again } = await other.exportSeed();
    expect(again).toEqual(seed);
    for (const one of [server, other]) {
      expect(await statusesIn(one)).toEqual(
        statuses.map(([, given]) => ('status' in given ? given.status : 'active')),
      );
      for (const { id } of subscribers) await one.mail.makeDeliverable(id);
      expect(await statusesIn(one)).toEqual(statuses.map(([kept]) => kept));
    }
  });

  it('a status beside bounces is refused for anyone who is not undeliverable', async () => {
    const subscribers = [{ email: 'ann@acme.test', deliverable_status: 'unsubscribed' as const }];
    await expect(
      start({ seed: { accounts: [{ id: account, users: [owner], subscribers }] } }),
    ).rejects.toThrow('accounts[0].subscribers[0].deliverable_status is for the status undeliverable only');
  });

  it('is answered as a document with the names that it has', async () => {
    await using server = await start();
    await server.save({ email: 'cy@acme.test', custom_fields: { favoriteColor: 'teal' } });
    const { body } = await server.get(`/_admin/seed/export?account_id=${account}`);
    expect(body).toEqual(await server.exportSeed({ accountId: account }));
  });
});

/** Anything that leaves the account with other records. */
const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('save' as const),
      who: fc.nat(3),
      tags: fc.subarray(['a', 'b', 'vip']),
      members: fc.record(
        {
          first_name: fc.constantFrom('Ann', 'Bo', ''),
          custom_fields: fc.dictionary(
            fc.constantFrom('size', 'favoriteColor', '__proto__'),
            fc.constantFrom('s', 'm', ''),
          ),
          lifetime_value: fc.integer({ min: -10, max: 10_000 }),
          base_lead_score: fc.integer({ min: 0, max: 99 }),
          time_zone: fc.constantFrom('Europe/Oslo', 'Etc/UTC'),
          eu_consent: fc.constantFrom('granted', 'denied'),
          prospect: fc.boolean(),
          status: fc.constantFrom('active', 'unsubscribed'),
          sms_number: fc.constantFrom('+12065550100', '206 555 0101'),
        },
        { requiredKeys: [] },
      ),
    }),
  },
  {
    weight: 9,
    arbitrary: fc.record({
      do: fc.constantFrom(
        'event',
        'purchase',
        'order',
        'subscribe',
        'enroll',
        'delete',
        'leave',
        'advance',
        'disable',
      ),
      who: fc.nat(3),
      action: fc.constantFrom('Rowed', 'Bought oars', 'Viewed a product'),
      amount: fc.nat(999),
      hours: fc.nat(60),
    }),
  },
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

async function perform(server: TestServer, one: Step): Promise<unknown> {
  const email = `p${one.who}@acme.test`;
  if (one.do === 'save') return server.upsert({ email, tags: one.tags, ...one.members });
  const { action, amount, hours } = one;
  const order = { email, provider: 'shop', upstream_id: email, amount };
  const steps: Readonly<Record<string, () => Promise<unknown>>> = {
    event: () => server.post('events', { events: [{ email, action }] }),
    purchase: () => server.post(`subscribers/${email}/purchases`, { purchases: [{ amount }] }),
    order: () => server.post('orders', { orders: [order] }),
    subscribe: () => server.post('campaigns/111/subscribers', { subscribers: [{ email }] }),
    enroll: () => server.post('workflows/222/subscribers', { subscribers: [{ email }] }),
    delete: () => server.delete(`subscribers/${email}`),
    leave: () => server.post(`subscribers/${email}/remove?campaign_id=111`, {}),
    advance: () => server.advance({ hours }),
    disable: () => server.webhooks.disable('41'),
  };
  return steps[one.do]?.();
}

const START = '2026-03-06T12:00:00Z';

/** A workflow that waits. */
const workflow = {
  id: '222',
  name: 'Onboarding',
  status: 'active' as const,
  triggers: [{ provider: 'drip', trigger_type: 'performed_custom_event', properties: { action: 'Rowed' } }],
  steps: [
    { type: 'apply_tag' as const, tag: 'begun' },
    { type: 'delay' as const, hours: 20 },
    { type: 'send_email' as const, subject: 'Row on' },
    { type: 'goal' as const, trigger_type: 'placed_order' },
  ],
};

/** A shop whose campaign sends. */
const shop = () => ({
  accounts: [
    {
      id: account,
      users: [
        owner,
        { email: 'max@acme.test', role: 'member' as const, time_zone: 'Asia/Tokyo', token: 'max' },
      ],
      default_from_email: 'crew@acme.test',
      default_postal_address: '1 Harbor Way, Duluth MN',
      lead_scoring: { threshold: 50, points: { Rowed: 3 } },
      campaigns: [
        {
          id: '111',
          name: 'First voyage',
          status: 'active' as const,
          emails: [{ subject: 'One' }, { subject: 'Two', delay: { hours: 5 } }, { subject: 'Three' }],
        },
      ],
      workflows: [workflow],
      goals: [{ id: '61', name: 'Bought oars', counting_method: 'one_per_visitor' as const }],
      webhooks: [{ id: '41', post_url: 'http://127.0.0.1:9/hooks' }],
    },
  ],
});

describe('exporting a seed', () => {
  it('export, start and export again give the same seed and records, whatever has happened', async () => {
    const run = fc.asyncProperty(fc.array(step, { maxLength: 20 }), async (steps) => {
      await using server = await startServer({ seed: shop(), now: START });
      for (const one of steps) await perform(server, one);
      await server.settle();
      const { $left_out: _, ...seed } = await server.exportSeed();
      await using other = await startServer({ seed, now: server.time.now().toISOString() });
      await other.settle();
      const { $left_out: __, ...again } = await other.exportSeed();
      expect(again).toEqual(seed);
      expect(await recordsOf(other)).toEqual(await recordsOf(server));
    });
    await fc.assert(run, { numRuns: runsOf(25) });
  });

  it('a checkpoint is exported as it was, of the whole server or of an account', async () => {
    await using server = await startServer();
    const now = await server.exportSeed();
    const mine = await server.exportSeed({ accountId: account });
    await server.snapshot({ name: 'before' });
    await server.snapshot({ name: 'mine', accountId: account });
    await server.save({ email: 'cy@acme.test' });
    expect(await server.exportSeed({ checkpoint: 'before' })).toEqual(now);
    expect(await server.exportSeed({ checkpoint: 'before', accountId: account })).toEqual(mine);
    expect(await server.exportSeed({ checkpoint: 'mine' })).toEqual(mine);
    expect(mine.accounts?.map(({ id }) => id)).toEqual([account]);
    expect(await server.exportSeed({ accountId: account })).not.toEqual(mine);
    const elsewhere = { checkpoint: 'mine', accountId: '8888888' };
    await expect(server.exportSeed(elsewhere)).rejects.toThrow(
      'checkpoint-2 is of account 9999999, not of 8888888',
    );
    await expect(server.exportSeed({ checkpoint: 'be-fore' })).rejects.toThrow('did you mean before?');
  });

  it('records that a seed cannot express are counted', async () => {
    await using server = await startServer();
    const v3 = `/v3/${account}/shopper_activity`;
    const shopper = { email: 'cy@acme.test', provider: 'shop', occurred_at: '2026-03-01T00:00:00Z' };
    await server.post(`${v3}/order`, { ...shopper, action: 'placed', order_id: '1', grand_total: 5 });
    const cart = { action: 'created', cart_id: '1', cart_url: 'https://a.test' };
    await server.post(`${v3}/cart`, { ...shopper, ...cart });
    await server.settle();
    await server.advance({ days: 60 }); // the broadcast is sent
    const { $left_out } = await server.exportSeed();
    expect($left_out).toEqual({ shopper_orders: 1, carts: 1, broadcast_emails: 2 });
  });

  it('tokens that open other accounts too are not in the seed of one account', async () => {
    const both = { email: 'both@acme.test', token: 'opens-both' };
    const accounts = [
      { id: '1', users: [both, { email: 'one@acme.test', token: 'opens-one' }] },
      { id: '2', users: [both].map(({ email }) => ({ email, token: 'opens-both-too' })) },
    ];
    await using server = await startServer({ seed: { accounts } });
    const one = await server.exportSeed({ accountId: '1' });
    expect(one).toMatchObject({ $left_out: { tokens_of_other_accounts: 2 } });
    expect(one.accounts?.[0]?.users).toEqual([
      { email: 'both@acme.test' },
      { email: 'one@acme.test', token: 'opens-one' },
    ]);
    await server.snapshot({ name: 'mine', accountId: '1' });
    expect(await server.exportSeed({ checkpoint: 'mine' })).toEqual(one);
    const { $left_out, ...whole } = await server.exportSeed();
    expect($left_out).toEqual({});
    await using other = await startServer({ seed: whole });
    expect((await other.send('GET', '/v2/2/tags', { token: 'opens-both' })).status).toBe(200);
  });

  it('a subscriber continues at the step of a workflow that the seed names', async () => {
    const [first] = shop().accounts;
    const members = [
      { email: 'ann@acme.test', step: 3 },
      { email: 'bo@acme.test', step: 1 },
    ];
    const subscribers = members.map(({ email }) => ({ email }));
    const seed = {
      accounts: [{ ...first, subscribers, workflows: [{ ...workflow, subscribers: members }] }],
    };
    await using server = await startServer({ seed, now: START });
    await server.settle();
    expect(await server.memberships()).toMatchObject([
      { step: 3, waitsFor: 'goal' },
      { step: 2, waitsFor: 'delay' },
    ]);
    await server.advance({ hours: 20 });
    expect((await server.outbox()).map(({ to, subject }) => [to, subject])).toEqual([
      ['bo@acme.test', 'Row on'],
    ]);
  });

  it('the events of a seed are in the past, so they start no workflow of the seed', async () => {
    const [first] = shop().accounts;
    const subscribers = [{ email: 'ann@acme.test' }];
    const events = [{ email: 'ann@acme.test', action: 'Rowed', occurred_at: '2026-01-01T00:00:00Z' }];
    await using server = await startServer({ seed: { accounts: [{ ...first, subscribers, events }] } });
    await server.settle();
    expect(await server.memberships()).toEqual([]);
    await server.post('events', { events: [{ email: 'ann@acme.test', action: 'Rowed' }] });
    expect(await server.memberships()).toHaveLength(1);
  });

  it('a disabled webhook stays disabled', async () => {
    await using server = await startServer({ seed: shop(), now: START });
    await server.webhooks.disable('41');
    const { $left_out: _, ...seed } = await server.exportSeed();
    await using other = await startServer({ seed, now: START });
    expect(await other.webhooks.get('41')).toMatchObject({ status: 'disabled' });
  });
});
