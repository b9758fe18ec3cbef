import { describe, expect, it } from 'vitest';
import { path, seed, subscribe, subscribed, subscription } from './campaign-subscribers.ts';
import { scenarios, startServer } from './harness.ts';
import { eventsOf, faults, list, mailingAccount, one, pluck } from './mailing-account.ts';
import { rows, TemporaryFolder } from './temporary-folder.ts';

scenarios('subscribing to a campaign', (start) => {
  // proves: endpoint POST /v2/{account_id}/campaigns/{campaign_id}/subscribers
  // proves: transition Campaign subscription: none → Subscribe someone to a campaign
  // proves: event subscriber.subscribed_to_campaign
  // proves: note Subscribing answers with the URL of the subscriber in Location
  it('subscribing to a campaign returns the subscriber and emits one event', async () => {
    await using server = await start({ seed: seed() });
    const events = await eventsOf(server, async () => {
      const { status, headers, body } = await subscribe(server, { email: 'ann@acme.test' });
      expect(status).toBe(201);
      const subscriber = await server.subscriber('ann@acme.test');
      expect(body).toEqual({
        links: { 'subscribers.account': `${server.url}/v2/accounts/{subscribers.account}` },
        subscribers: [subscriber],
      });
      expect(headers.get('location')).toBe(subscriber.href);
    });
    expect(events).toEqual([subscribed]);
  });

  // proves: endpoint GET /v2/{account_id}/subscribers/{subscriber_id}/campaign_subscriptions
  it('a new campaign subscription starts at lap 1 without sent emails', async () => {
    await using server = await start({ seed: seed() });
    await subscribe(server, { email: 'ann@acme.test' });
    const { id } = await server.subscriber('ann@acme.test');
    const { meta, items } = await list(server, `subscribers/${id}/campaign_subscriptions`);
    expect(items).toEqual([
      {
        id: expect.stringMatching(/^[a-z0-9]{20}$/),
        campaign_id: '1',
        status: 'active',
        is_complete: false,
        lap: 1,
        links: { account: '9999999', subscriber: id },
      },
    ]);
    expect(meta).toEqual({ page: 1, count: 1, total_pages: 1, total_count: 1 });
  });

  // proves: endpoint GET /v2/{account_id}/campaigns/{campaign_id}/subscribers
  it("subscribing adds the subscriber to the campaign's list", async () => {
    await using server = await start({ seed: seed() });
    await subscribe(server, { email: 'ann@acme.test' });
    const { meta, items } = await list(server, path);
    expect(pluck(items, 'email')).toEqual(['active@acme.test', 'ann@acme.test']);
    expect(items[1]).toEqual(await server.subscriber('ann@acme.test'));
    expect(meta).toEqual({
      page: 1,
      count: 2,
      total_pages: 1,
      total_count: 2,
      sort: 'created_at',
      direction: 'desc',
      status: 'active',
    });
  });
});

describe('subscribing to a campaign', () => {
  it('subscribing an unknown address creates the subscriber with all attributes', async () => {
    await using server = await startServer({ seed: seed() });
    const profile = {
      email: 'new@acme.test',
      user_id: 'u-1',
      time_zone: 'America/Chicago',
      custom_fields: { shoe_size: '39' },
      tags: ['vip'],
      prospect: false,
      base_lead_score: 12,
      eu_consent: 'granted',
    };
    const old = { ...profile, prospect: undefined, potential_lead: false };
    const given = { ...old, utc_offset: 60, starting_email_index: 1, eu_consent_message: 'Yes' };
    const events = await eventsOf(server, () => subscribe(server, given));
    expect(await server.subscriber('new@acme.test')).toMatchObject({ ...profile, utc_offset: -360 });
    expect(events).toEqual([
      ['subscriber.created', {}],
      ['subscriber.subscribed_to_email_marketing', {}],
      ['subscriber.applied_tag', { tag: 'vip' }],
      subscribed,
    ]);
  });

  it("subscribing again only updates the subscriber's attributes", async () => {
    await using server = await startServer({ seed: seed() });
    const before = await subscription(server, 'active@acme.test');
    const again = { email: 'active@acme.test', tags: ['vip'], starting_email_index: 3, double_optin: true };
    const events = await eventsOf(server, () => subscribe(server, again));
    expect(events).toEqual([['subscriber.applied_tag', { tag: 'vip' }]]);
    expect(await eventsOf(server, () => subscribe(server, again))).toEqual([]);
    expect(await subscription(server, 'active@acme.test')).toEqual(before);
  });

  it.each(['draft', 'paused'] as const)('subscribing works while the campaign is %s', async (status) => {
    await using server = await startServer({ seed: seed({ status }) });
    expect((await subscribe(server, { email: 'ann@acme.test' })).status).toBe(201);
    expect(await subscription(server, 'ann@acme.test')).toMatchObject({ status: 'active' });
  });

  // proves: transition Campaign subscription: removed → Subscribe someone to a campaign
  // proves: event subscriber.reactivated
  // proves: note reactivate_if_removed re-subscribes a removed subscriber by default
  it.each(['removed', 'unsubscribed'])('subscribing starts another lap after %s', async (status) => {
    await using server = await startServer({ seed: seed() });
    const email = `${status}@acme.test`;
    const { id } = await subscription(server, email);
    const events = await eventsOf(server, () => subscribe(server, { email }));
    expect(events).toEqual([['subscriber.reactivated', {}], subscribed]);
    expect(await subscription(server, email)).toMatchObject({ id, status: 'active', lap: 2 });
  });

  // proves: error 422 Subscribe to a campaign when a removed subscriber with the same email exists and `reactivate_if_removed` is false
  it('subscribing a removed subscriber is refused with reactivate_if_removed=false', async () => {
    await using server = await startServer({ seed: seed() });
    const email = 'removed@acme.test';
    const before = await subscription(server, email);
    const events = await eventsOf(server, async () => {
      const answer = await subscribe(server, { email, tags: ['vip'], reactivate_if_removed: false });
      expect(answer.status).toBe(422);
      const message = 'email belongs to a removed subscriber';
      expect(answer.body.errors).toEqual([{ code: 'unavailable_error', attribute: 'email', message }]);
    });
    expect(events).toEqual([]);
    expect(await subscription(server, email)).toEqual(before);
    expect(await server.subscriber(email)).toMatchObject({ tags: [] });
  });

  it.each(['ann', 'active', 'unsubscribed'])('reactivate_if_removed=false lets in %s', async (name) => {
    await using server = await startServer({ seed: seed() });
    const record = { email: `${name}@acme.test`, reactivate_if_removed: false };
    expect((await subscribe(server, record)).status).toBe(201);
    expect(await subscription(server, record.email)).toMatchObject({ status: 'active' });
  });

  it.each(['removed', 'unsubscribed'] as const)(
    'subscribing reactivates who is %s from everything',
    async (status) => {
      const email = 'gone@acme.test';
      const campaigns = [{ id: '1', name: 'Tides' }];
      await using server = await startServer({
        seed: mailingAccount({ subscribers: [{ email, status }], campaigns }),
      });
      if (status === 'removed') {
        const refused = await subscribe(server, { email, reactivate_if_removed: false });
        expect(faults(refused)).toEqual([['unavailable_error', 'email']]);
      }
      expect(await eventsOf(server, () => subscribe(server, { email }))).toEqual([
        ['subscriber.reactivated', {}],
        ['subscriber.subscribed_to_email_marketing', {}],
        subscribed,
      ]);
      expect(await server.subscriber(email)).toMatchObject({ status: 'active' });
      expect(await subscription(server, email)).toMatchObject({ status: 'active' });
    },
  );

  it('a campaign subscription stores starting_email_index', async () => {
    using folder = new TemporaryFolder();
    const db = folder.file('trickle.db');
    await using server = await startServer({ seed: seed(), db });
    await subscribe(server, { email: 'ann@acme.test', starting_email_index: 7 });
    await subscribe(server, { email: 'new@acme.test' });
    const kept = rows(db, 'select data from campaign_subscriptions order by seq desc limit 2');
    expect(kept.map(({ data }) => JSON.parse(String(data)).starting_email_index)).toEqual([0, 7]);
  });

  it('subscribing to a campaign leaves other campaigns unchanged', async () => {
    const both = { subscribers: [{ email: 'ann@acme.test', status: 'removed' as const }] };
    const campaigns = ['0', '1', '2'].map((id) => ({ id, name: `Tides ${id}`, ...both }));
    const subscribers = [{ email: 'ann@acme.test' }];
    await using server = await startServer({ seed: mailingAccount({ subscribers, campaigns }) });
    await subscribe(server, { email: 'ann@acme.test' });
    const { items } = await list(server, 'subscribers/ann@acme.test/campaign_subscriptions');
    expect(pluck(items, 'status')).toEqual(['removed', 'active', 'removed']);
    const counts = pluck((await list(server, 'campaigns')).items, 'active_subscriber_count');
    expect(counts).toEqual([0, 1, 0]);
    for (const [id, emails] of Object.entries({ 0: [], 1: ['ann@acme.test'], 2: [] })) {
      expect(pluck((await list(server, `campaigns/${id}/subscribers`)).items, 'email')).toEqual(emails);
    }
  });

  it('subscribing to an unknown campaign is not found and creates no subscriber', async () => {
    await using server = await startServer({ seed: seed() });
    const subscribers = [{ email: 'n@acme.test' }];
    expect((await server.post('campaigns/404/subscribers', { subscribers })).status).toBe(404);
    expect((await server.get('subscribers/n@acme.test')).status).toBe(404);
  });
});

// U-53
describe('double opt-in', () => {
  // proves: note double_optin defaults to the campaign's setting
  it.each([
    [true, undefined, 'unconfirmed'],
    [true, false, 'active'],
    [false, true, 'unconfirmed'],
    [false, undefined, 'active'],
  ])('of the campaign %s, of the request %s: the status is %s', async (campaign, request, status) => {
    await using server = await startServer({ seed: seed({ double_optin: campaign }) });
    const record = { email: 'new@acme.test', ...(request !== undefined && { double_optin: request }) };
    const events = await eventsOf(server, () => subscribe(server, record));
    expect(await subscription(server, 'new@acme.test')).toMatchObject({ status, lap: 1 });
    const [name] = subscribed;
    expect(events.filter(([event]) => event === name)).toEqual(status === 'active' ? [subscribed] : []);
  });

  it("an unconfirmed subscriber is not in the campaign's lists and counts", async () => {
    await using server = await startServer({ seed: seed() });
    await subscribe(server, { email: 'ann@acme.test', double_optin: true });
    expect(await one(server, 'campaigns/1')).toMatchObject({ active_subscriber_count: 1 });
    for (const status of ['active', 'unsubscribed', 'removed']) {
      const { items } = await list(server, `${path}?status=${status}`);
      expect(pluck(items, 'email')).toEqual([`${status}@acme.test`]);
    }
  });

  it('a later request can skip double opt-in', async () => {
    await using server = await startServer({ seed: seed() });
    const email = 'unconfirmed@acme.test';
    expect(await eventsOf(server, () => subscribe(server, { email, double_optin: true }))).toEqual([]);
    expect(await subscription(server, email)).toMatchObject({ status: 'unconfirmed', lap: 1 });
    expect(await eventsOf(server, () => subscribe(server, { email, double_optin: false }))).toEqual([
      subscribed,
    ]);
    expect(await subscription(server, email)).toMatchObject({ status: 'active', lap: 1 });
  });

  it('an unsubscribed subscriber stays unsubscribed until they confirm', async () => {
    await using server = await startServer({ seed: seed() });
    await server.post('subscribers/ann@acme.test/unsubscribe_all', {});
    const record = { email: 'ann@acme.test', double_optin: true };
    expect(await eventsOf(server, () => subscribe(server, record))).toEqual([]);
    expect(await server.subscriber('ann@acme.test')).toMatchObject({ status: 'unsubscribed' });
  });
});

// U-59
describe('the utc_offset of a new campaign subscriber', () => {
  it.each([
    [-360, 'Etc/GMT+6'],
    [840, 'Etc/GMT-14'],
    [-720, 'Etc/GMT+12'],
    [0, 'Etc/UTC'],
    [330, 'Asia/Kolkata'],
    [-570, 'Pacific/Marquesas'],
  ])('a utc_offset of %i minutes sets a missing time zone: %s', async (utc_offset, time_zone) => {
    await using server = await startServer({ seed: seed() });
    for (const email of ['new@acme.test', 'ann@acme.test']) {
      await subscribe(server, { email, utc_offset });
      expect(await server.subscriber(email)).toMatchObject({ utc_offset, time_zone });
    }
  });

  it('a utc_offset does not replace a known or given time zone', async () => {
    await using server = await startServer({ seed: seed() });
    await server.save({ email: 'ann@acme.test', time_zone: 'Asia/Tokyo' });
    await subscribe(server, { email: 'ann@acme.test', utc_offset: -360 });
    const kept = { time_zone: 'Asia/Tokyo', utc_offset: 540 };
    expect(await server.subscriber('ann@acme.test')).toMatchObject(kept);
    await subscribe(server, { email: 'ann@acme.test', utc_offset: 540, time_zone: 'America/Chicago' });
    expect(await server.subscriber('ann@acme.test')).toMatchObject({ time_zone: 'America/Chicago' });
  });

  const none = [-780, 900, 7, 100_000];
  it.each(none)('a utc_offset of %i minutes is refused because no zone has it', async (utc_offset) => {
    await using server = await startServer({ seed: seed() });
    const answer = await subscribe(server, { email: 'new@acme.test', utc_offset });
    expect(answer.status).toBe(422);
    expect(faults(answer)).toEqual([['range_error', 'utc_offset']]);
    expect((await server.get('subscribers/new@acme.test')).status).toBe(404);
  });
});
