import { describe, expect, it } from 'vitest';
import { TOKENS } from './boat-shop.ts';
import { basic, scenarios, startServer, type TestServer } from './harness.ts';
import { eventsOf, list, mailingAccount, pluck, type Shown } from './mailing-account.ts';

const ANN = 'ann@acme.test';
const eventOf = (event: string, id: string): [string, Shown] => [
  `subscriber.${event}`,
  { campaign_id: id, campaign_name: `Series ${id}` },
];
const removedFrom = (id: string) => eventOf('removed_from_campaign', id);
const unsubscribedFrom = (id: string) => eventOf('unsubscribed_from_campaign', id);

/** Ann is on campaigns 1 and 2, has left 3 and 4, and has not confirmed 5. */
const seed = (status: 'active' | 'unsubscribed' | 'undeliverable' = 'active') => {
  const statuses = ['active', 'active', 'removed', 'unsubscribed', 'unconfirmed'] as const;
  return mailingAccount({
    subscribers: [{ email: ANN, status }, { email: 'bob@acme.test' }],
    campaigns: statuses.map((status, i) => ({
      id: `${i + 1}`,
      name: `Series ${i + 1}`,
      subscribers: [{ email: ANN, status }, { email: 'bob@acme.test' }],
    })),
  });
};

/** Ann's status in the five campaigns. */
const statuses = async (server: TestServer, email = ANN) =>
  pluck((await list(server, `subscribers/${email}/campaign_subscriptions`)).items, 'status');

const begun = ['active', 'active', 'removed', 'unsubscribed', 'unconfirmed'];
const post = (server: TestServer, path: string) => server.send('POST', `subscribers/${path}`);

scenarios('removing a subscriber', (start) => {
  // proves: endpoint POST /v2/{account_id}/subscribers/{id_or_email}/remove
  // proves: transition Campaign subscription: active → POST .../subscribers/{id_or_email}/remove
  // proves: event subscriber.removed_from_campaign
  it('removing a subscriber from one campaign leaves the others and emits one event', async () => {
    await using server = await start({ seed: seed() });
    const links = { 'subscribers.account': `${server.url}/v2/accounts/{subscribers.account}` };
    const remove = async () => {
      const { status, body } = await post(server, `${ANN}/remove?campaign_id=1`);
      expect([status, body]).toEqual([200, { links, subscribers: [await server.subscriber(ANN)] }]);
    };
    expect(await eventsOf(server, remove)).toEqual([removedFrom('1')]);
    expect(await statuses(server)).toEqual(['removed', ...begun.slice(1)]);
    expect(await statuses(server, 'bob@acme.test')).toEqual(begun.map(() => 'active'));
    expect(await eventsOf(server, remove)).toEqual([]);
  });

  // U-05
  // proves: note remove without campaign_id removes from all campaigns
  it.each(['', '?campaign_id=', '?'])('the query "%s" removes from all campaigns', async (query) => {
    await using server = await start({ seed: seed() });
    const events = await eventsOf(server, () => post(server, `${ANN}/remove${query}`));
    expect(events).toEqual([removedFrom('1'), removedFrom('2')]);
    expect(await statuses(server)).toEqual(['removed', 'removed', 'removed', 'unsubscribed', 'removed']);
    expect(await server.subscriber(ANN)).toMatchObject({ status: 'active' });
  });
});

describe('removing a subscriber', () => {
  it('removing a subscriber from a campaign they are not on, or where they are inactive, emits nothing', async () => {
    await using server = await startServer({ seed: seed() });
    await server.post('campaigns/2/subscribers', { subscribers: [{ email: 'new@acme.test' }] });
    const events = await eventsOf(server, async () => {
      for (const from of [`${ANN}/remove?campaign_id=4`, `${ANN}/remove?campaign_id=5`])
        await post(server, from);
      expect((await post(server, 'new@acme.test/remove?campaign_id=1')).status).toBe(200);
    });
    expect(events).toEqual([]);
    expect(await statuses(server, 'new@acme.test')).toEqual(['active']);
  });

  it('removing an unknown subscriber, or from an unknown campaign, is not found', async () => {
    await using server = await startServer({ seed: seed() });
    for (const path of [`${ANN}/remove?campaign_id=404`, 'nobody@acme.test/remove', 'nobody/remove']) {
      expect((await post(server, path)).status).toBe(404);
    }
    expect(await statuses(server)).toEqual(begun);
  });

  // U-10
  it('removing works for an unsubscribed subscriber', async () => {
    await using server = await startServer({ seed: seed('unsubscribed') });
    expect((await post(server, `${ANN}/remove?campaign_id=1`)).status).toBe(200);
    expect(await server.subscriber(ANN)).toMatchObject({ status: 'unsubscribed' });
  });

  // U-54
  it('a subscriber without campaigns is listed as removed until they join one', async () => {
    await using server = await startServer({ seed: seed() });
    const removed = async () => pluck((await list(server, 'subscribers?status=removed')).items, 'email');
    expect(await removed()).toEqual([]);
    await post(server, `${ANN}/remove?campaign_id=1`);
    expect(await removed()).toEqual([]);
    await post(server, `${ANN}/remove`);
    expect(await removed()).toEqual([ANN]);
    expect(pluck((await list(server, 'subscribers')).items, 'email')).toContain(ANN);
    const back = { email: ANN, double_optin: true };
    await server.post('campaigns/1/subscribers', { subscribers: [back] });
    expect(await removed()).toEqual([]);
    await post(server, `${ANN}/remove`);
    expect(await removed()).toEqual([ANN]);
    await server.post('campaigns/1/subscribers', { subscribers: [{ email: ANN }] });
    expect(await removed()).toEqual([]);
  });
});

// U-05
describe('the old path of remove', () => {
  const unsubscribe = (server: TestServer, query: string, body?: unknown) =>
    server.send('POST', `subscribers/${ANN}/unsubscribe${query}`, body === undefined ? {} : { body });

  it.each([
    ['the query', '?campaign_id=1', undefined, ['1']],
    ['the body', '', { campaign_id: '1' }, ['1']],
    ['a number in the body', '', { campaign_id: 1 }, ['1']],
    ['the query before the body', '?campaign_id=2', { campaign_id: '1' }, ['2']],
    ['the body after an empty query', '?campaign_id=', { campaign_id: '2' }, ['2']],
    ['neither', '', undefined, ['1', '2']],
    ['an empty body', '', {}, ['1', '2']],
    ['a body that is not JSON', '', 'campaign', ['1', '2']],
    ['a body that is null', '', 'null', ['1', '2']],
  ])('the old path of remove reads the campaign from %s', async (_, query, body, ids) => {
    await using server = await startServer({ seed: seed() });
    const events = await eventsOf(server, async () => {
      const answer = await unsubscribe(server, query, body);
      expect([answer.status, answer.body.subscribers]).toEqual([200, [await server.subscriber(ANN)]]);
    });
    expect(events).toEqual(ids.map(removedFrom));
  });

  it('the old path of remove needs credentials and counts toward the limits', async () => {
    await using server = await startServer({ seed: seed(), limits: { individual: 10 } });
    const path = `subscribers/${ANN}/unsubscribe`;
    expect((await server.send('POST', path, { headers: { authorization: basic('x') } })).status).toBe(401);
    expect((await server.send('POST', path, { token: TOKENS.viewer })).status).toBe(403);
    expect((await server.send('POST', 'subscribers/nobody/unsubscribe')).status).toBe(404);
    expect((await unsubscribe(server, '')).headers.get('x-ratelimit-remaining')).toBe('8');
  });

  it('the old path of remove refuses a body that is too long', async () => {
    await using server = await startServer({ seed: seed(), bodyLimit: 100 });
    expect((await unsubscribe(server, '', 'x'.repeat(101))).status).toBe(413);
    expect(await statuses(server)).toEqual(begun);
  });
});

scenarios('unsubscribing from all mailings', (start) => {
  // proves: endpoint POST /v2/{account_id}/subscribers/{id_or_email}/unsubscribe_all
  // proves: transition Subscriber: any → POST .../subscribers/{id_or_email}/unsubscribe_all
  // proves: event subscriber.unsubscribed_all
  // proves: event subscriber.unsubscribed_from_campaign
  it('unsubscribing from all ends all subscriptions and emits one event', async () => {
    await using server = await start({ seed: seed() });
    const unsubscribe = async () => {
      const { status, body } = await post(server, `${ANN}/unsubscribe_all`);
      expect([status, body.subscribers?.[0]]).toMatchObject([200, { email: ANN, status: 'unsubscribed' }]);
    };
    expect(await eventsOf(server, unsubscribe)).toEqual([
      ['subscriber.unsubscribed_all', {}],
      unsubscribedFrom('1'),
      unsubscribedFrom('2'),
    ]);
    const left = 'unsubscribed';
    expect(await statuses(server)).toEqual([left, left, 'removed', left, left]);
    expect(await eventsOf(server, unsubscribe)).toEqual([]);
  });

  // proves: endpoint POST /v2/{account_id}/unsubscribes/batches
  // proves: transition Subscriber: any → POST /v2/{account_id}/unsubscribes/batches
  it('a batch of unsubscribes runs in the background and stores an outcome for each record', async () => {
    await using server = await start({ seed: seed() });
    const subscribers = [ANN, 'nobody@acme.test', 'x', 'BOB@acme.test'].map((email) => ({ email }));
    const events = await eventsOf(server, async () => {
      const answer = await server.post('unsubscribes/batches', { batches: [{ subscribers }] });
      expect([answer.status, answer.text, answer.headers.has('location')]).toEqual([204, '', false]);
    });
    expect(events.filter(([event]) => event === 'subscriber.unsubscribed_all')).toHaveLength(2);
    expect(await server.subscriber('bob@acme.test')).toMatchObject({ status: 'unsubscribed' });
    expect(await statuses(server, 'bob@acme.test')).toEqual(begun.map(() => 'unsubscribed'));
    expect((await server.get('subscribers/nobody@acme.test')).status).toBe(404);
    expect(await server.outcomes()).toMatchObject([
      { state: 'done', errors: [] },
      { state: 'refused', errors: [{ code: 'not_found_error' }] },
      { state: 'refused', errors: [{ code: 'email_error' }] },
      { state: 'done', errors: [] },
    ]);
  });
});

describe('unsubscribing from all mailings', () => {
  // proves: transition Subscriber: any → Create or update with `status`
  it('unsubscribing from all equals an update to unsubscribed', async () => {
    await using server = await startServer({ seed: seed() });
    const update = () => server.upsert({ email: ANN, status: 'unsubscribed' });
    expect(await eventsOf(server, update)).toEqual([
      ['subscriber.unsubscribed_all', {}],
      unsubscribedFrom('1'),
      unsubscribedFrom('2'),
    ]);
    const active = () => server.upsert({ email: ANN, status: 'active' });
    expect(await eventsOf(server, active)).toEqual([
      ['subscriber.reactivated', {}],
      ['subscriber.subscribed_to_email_marketing', {}],
    ]);
    expect((await statuses(server)).slice(0, 2)).toEqual(['unsubscribed', 'unsubscribed']);
  });

  it('unsubscribing from all works for an undeliverable subscriber, who stays undeliverable', async () => {
    await using server = await startServer({ seed: seed('undeliverable') });
    expect((await post(server, `${ANN}/unsubscribe_all`)).status).toBe(200);
    expect(pluck((await list(server, 'subscribers?status=undeliverable')).items, 'email')).toEqual([ANN]);
    expect((await server.subscriber(ANN)).status).toBe('unsubscribed');
  });

  // U-10
  it('unsubscribing an unknown or deleted subscriber is not found', async () => {
    await using server = await startServer({ seed: seed() });
    await server.delete(`subscribers/${ANN}`);
    for (const name of [ANN, 'nobody']) {
      expect((await post(server, `${name}/unsubscribe_all`)).status).toBe(404);
      expect((await post(server, `${name}/remove`)).status).toBe(404);
    }
  });
});
