import { describe, expect, it } from 'vitest';
import { path, subscribe, subscription } from './campaign-subscribers.ts';
import { startServer } from './harness.ts';
import { EMAIL, list, mailingAccount, one, pluck } from './mailing-account.ts';
import { shareServers } from './shared-servers.ts';

const serverWith = shareServers();

describe("a campaign's subscribers", () => {
  const subscribers = [
    { id: 'b', email: 'one@acme.test', created_at: '2026-01-02' },
    { id: 'c', email: 'two@acme.test', created_at: '2026-01-01' },
    { id: 'a', email: 'three@acme.test', created_at: '2026-01-02' },
  ];
  const seed = mailingAccount({
    subscribers,
    campaigns: [{ id: '1', name: 'Tides', subscribers: subscribers.map(({ email }) => ({ email })) }],
  });

  // U-50
  // proves: note The subscribers of a campaign are listed by status, sort and direction; active, created_at, desc by default
  it.each([
    ['', ['a', 'b', 'c']],
    ['?direction=asc', ['c', 'b', 'a']],
    ['?sort=created_at&direction=desc', ['a', 'b', 'c']],
    ['?sort=id&direction=asc', ['a', 'b', 'c']],
    ['?sort=id', ['c', 'b', 'a']],
  ])("a campaign's subscribers are sorted by %s", async (query, ids) => {
    const server = await serverWith(seed);
    expect(pluck((await list(server, `${path}${query}`)).items, 'id')).toEqual(ids);
  });

  it("a campaign's subscribers are listed in pages of up to 1000", async () => {
    const server = await serverWith(seed);
    const { meta, items } = await list(server, `${path}?per_page=2&page=2&sort=id&direction=asc`);
    expect(pluck(items, 'id')).toEqual(['c']);
    expect(meta).toMatchObject({ page: 2, count: 1, total_pages: 2, total_count: 3, sort: 'id' });
  });

  it('deleted subscribers are not listed on a campaign', async () => {
    await using server = await startServer({ seed });
    await server.delete('subscribers/two@acme.test');
    expect(await one(server, 'campaigns/1')).toMatchObject({ active_subscriber_count: 2 });
    expect(pluck((await list(server, path)).items, 'id')).toEqual(['a', 'b']);
    await server.save({ email: 'two@acme.test' });
    expect((await list(server, 'subscribers/two@acme.test/campaign_subscriptions')).items).toEqual([]);
  });
});

describe("a subscriber's campaign subscriptions", () => {
  it('campaign subscriptions show the last sent email', async () => {
    const sent_at = '2026-02-01T08:00:00Z';
    const deliveries = [
      { email_index: 0, sent_at: '2026-01-31' },
      { email_index: 1, sent_at },
    ];
    const subscribers = [{ email: 'ann@acme.test', is_complete: true, lap: 3, deliveries }];
    const campaigns = [
      { id: '1', name: 'Tides', emails: [EMAIL, EMAIL].map(({ id, ...email }) => email), subscribers },
    ];
    const seed = mailingAccount({ subscribers: [{ email: 'ann@acme.test' }], campaigns });
    await using server = await startServer({ seed });
    expect(await subscription(server, 'ann@acme.test')).toMatchObject({
      is_complete: true,
      lap: 3,
      last_sent_email_index: 1,
      last_sent_email_at: sent_at,
    });
    await server.post('subscribers/ann@acme.test/remove', {});
    await subscribe(server, { email: 'ann@acme.test' });
    const begun = await subscription(server, 'ann@acme.test');
    expect(begun).toMatchObject({ is_complete: false, lap: 4 });
    expect(begun).not.toHaveProperty('last_sent_email_index');
    expect(begun).not.toHaveProperty('last_sent_email_at');
  });

  it('campaign subscriptions are listed in pages of 100 in order of creation, with any status', async () => {
    const statuses = ['active', 'unconfirmed', 'unsubscribed', 'removed'] as const;
    const campaigns = Array.from({ length: 102 }, (_, i) => ({
      id: `${i}`,
      name: `${i}`,
      subscribers: [{ email: 'ann@acme.test', status: statuses[i % 4] }],
    }));
    const seed = mailingAccount({ subscribers: [{ email: 'ann@acme.test' }], campaigns });
    await using server = await startServer({ seed });
    const { meta, items } = await list(server, 'subscribers/ann@acme.test/campaign_subscriptions?page=2');
    expect(pluck(items, 'campaign_id')).toEqual(['100', '101']);
    expect(pluck(items, 'status')).toEqual(['active', 'unconfirmed']);
    expect(meta).toEqual({ page: 2, count: 2, total_pages: 2, total_count: 102 });
  });

  it('campaign subscriptions of an unknown subscriber are not found', async () => {
    await using server = await startServer({ seed: mailingAccount() });
    expect((await server.get('subscribers/nobody/campaign_subscriptions')).status).toBe(404);
  });
});
