// @thorough: thousands of random steps
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { issuesIn, startServer } from '../harness.ts';
import { EMAIL, list, mailingAccount, pluck } from '../mailing-account.ts';
import { command, expectAgreement, some } from './machine.ts';
import { Mailings, type SubscribeOptions } from './mailings.ts';
import { deleteSubscriber, email, name, pathOf, unsubscribeAll, wait } from './subscriber-commands.ts';
import type { Subscriber } from './subscriber-model.ts';

const campaign = fc.constantFrom('11', '12', '13');
const options: fc.Arbitrary<SubscribeOptions> = some({
  double_optin: fc.boolean(),
  starting_email_index: fc.integer({ min: 0, max: 3 }),
  reactivate_if_removed: fc.boolean(),
  tags: fc.constant(['vip']),
});

const subscribe = command(
  'subscribe',
  fc.record({ email, campaign, options }),
  async ({ email, campaign, options }, mailings: Mailings, server) => {
    const answer = await server.post(`campaigns/${campaign}/subscribers`, {
      subscribers: [{ email, ...options }],
    });
    const isAccepted = mailings.subscribe(email, mailings.campaign(campaign), options);
    expect([answer.status, ...issuesIn(answer)]).toEqual(
      isAccepted ? [201] : [422, 'email: unavailable_error'],
    );
    const [shown] = answer.body.subscribers ?? [];
    expect(answer.headers.get('location')).toBe(isAccepted ? shown?.href : null);
    const subscriber = mailings.find(email);
    if (isAccepted && subscriber) subscriber.id ??= shown?.id;
    if (isAccepted) expect([shown?.id, shown?.status]).toEqual([subscriber?.id, subscriber?.status]);
  },
);

const remove = command(
  'remove',
  fc.record({ name, campaign: fc.option(campaign) }),
  async ({ name, campaign }, mailings: Mailings, server) => {
    const query = campaign === null ? '' : `?campaign_id=${campaign}`;
    const { status } = await server.post(`${pathOf(mailings, name)}/remove${query}`, {});
    const subscriber = mailings.find(name.email);
    expect(status).toBe(subscriber ? 200 : 404);
    if (subscriber)
      mailings.leave(subscriber, 'removed', campaign === null ? undefined : mailings.campaign(campaign));
  },
);

const setStatus = command(
  'setStatus',
  fc.record({ email, status: fc.constantFrom<Subscriber['status']>('active', 'unsubscribed') }),
  async ({ email, status }, mailings: Mailings, server) => {
    expect((await server.upsert({ email, status })).status).toBe(200);
    mailings.upsert({ by: 'email', email }, { status }, 'api');
  },
);

const unsubscribeBatch = command(
  'unsubscribeBatch',
  fc.array(email, { minLength: 1, maxLength: 4 }),
  async (emails, mailings: Mailings, server) => {
    const before = (await server.outcomes()).length;
    const subscribers = emails.map((email) => ({ email }));
    expect((await server.post('unsubscribes/batches', { batches: [{ subscribers }] })).status).toBe(204);
    await server.settle();
    const outcomes = await server.outcomes();
    const known = emails.flatMap((email) => mailings.find(email) ?? []);
    expect(outcomes.length).toBe(before + emails.length);
    for (const subscriber of known) mailings.setStatus(subscriber, 'unsubscribed');
  },
);

const move = command(
  'move',
  fc.record({ campaign, verb: fc.constantFrom('activate', 'pause') }),
  async ({ campaign: id, verb }, mailings: Mailings, server) => {
    const answer = await server.post(`campaigns/${id}/${verb}`, {});
    const campaign = mailings.campaign(id);
    const isPossible = (verb === 'pause') === (campaign.status === 'active');
    if (!isPossible) {
      expect([answer.status, ...issuesIn(answer)]).toEqual([422, 'status: unavailable_error']);
    } else if (campaign.emails === 0) {
      expect([answer.status, ...issuesIn(answer)]).toEqual([422, 'emails: presence_error']);
    } else {
      expect([answer.status, answer.text]).toEqual([204, '']);
      campaign.status = verb === 'pause' ? 'paused' : 'active';
    }
  },
);

const listSubscribers = command(
  'listSubscribers',
  fc.record({
    campaign,
    status: fc.constantFrom('active', 'unsubscribed', 'removed'),
    sort: fc.constantFrom('id', 'created_at'),
    direction: fc.constantFrom('asc', 'desc'),
  }),
  async ({ campaign, status, sort, direction }, mailings: Mailings, server) => {
    const query = `status=${status}&sort=${sort}&direction=${direction}`;
    const { meta, items } = await list(server, `campaigns/${campaign}/subscribers?${query}`);
    const subscribers = mailings.withStatus(mailings.campaign(campaign), status);
    const key = ({ id = '', created_at }: Subscriber) => (sort === 'id' ? id : created_at);
    subscribers.sort((one, other) => (key(one) < key(other) ? -1 : key(one) > key(other) ? 1 : 0));
    if (direction === 'desc') subscribers.reverse();
    expect(pluck(items, 'id')).toEqual(subscribers.map(({ id }) => id));
    expect(meta).toMatchObject({ total_count: subscribers.length, status, sort, direction });
  },
);

const listRemoved = command('listRemoved', fc.constant(null), async (_, mailings: Mailings, server) => {
  const { items } = await list(server, 'subscribers?status=removed');
  expect(pluck(items, 'id')).toEqual(mailings.removed().map(({ id }) => id));
});

test('campaign subscriptions match a model after any sequence of requests', async () => {
  const steps = await expectAgreement(
    [
      ...[subscribe, subscribe, subscribe, remove, unsubscribeAll, setStatus, unsubscribeBatch],
      ...[deleteSubscriber, move, listSubscribers, listRemoved, wait],
    ],
    async () => {
      const model = new Mailings();
      const campaigns = model.campaigns.map(({ emails, ...campaign }) => ({
        ...campaign,
        // No email is due while the model runs.
        start_immediately: false,
        emails: Array.from({ length: emails }, (_, i) => ({
          ...EMAIL,
          id: `${campaign.id}-${i}`,
          delay: { days: 10_000 },
        })),
      }));
      const server = await startServer({ seed: mailingAccount({ campaigns }), now: model.time() });
      return { model, server };
    },
  );
  expect(steps).toBeGreaterThan(500);
});
