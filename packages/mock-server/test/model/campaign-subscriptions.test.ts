import fc from 'fast-check';
import { expect, test } from 'vitest';
import { issuesIn, startServer } from '../harness.ts';
import { EMAIL, list, mailingAccount, pluck } from '../mailing-account.ts';
import { command, expectAgreement, some } from './machine.ts';
import { Mailings, type SubscribeOptions } from './mailings.ts';
import type { Person } from './people.ts';
import { deletePerson, email, name, pathOf, unsubscribeAll, wait } from './people-commands.ts';

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
    const isTaken = mailings.subscribe(email, mailings.campaign(campaign), options);
    expect([answer.status, ...issuesIn(answer)]).toEqual(isTaken ? [201] : [422, 'email: unavailable_error']);
    const [shown] = answer.body.subscribers ?? [];
    expect(answer.headers.get('location')).toBe(isTaken ? shown?.href : null);
    const person = mailings.find(email);
    if (isTaken && person) person.id ??= shown?.id;
    if (isTaken) expect([shown?.id, shown?.status]).toEqual([person?.id, person?.status]);
  },
);

const remove = command(
  'remove',
  fc.record({ name, campaign: fc.option(campaign) }),
  async ({ name, campaign }, mailings: Mailings, server) => {
    const query = campaign === null ? '' : `?campaign_id=${campaign}`;
    const { status } = await server.post(`${pathOf(mailings, name)}/remove${query}`, {});
    const person = mailings.find(name.email);
    expect(status).toBe(person ? 200 : 404);
    if (person)
      mailings.leave(person, 'removed', campaign === null ? undefined : mailings.campaign(campaign));
  },
);

const setStatus = command(
  'setStatus',
  fc.record({ email, status: fc.constantFrom<Person['status']>('active', 'unsubscribed') }),
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
    for (const person of known) mailings.setStatus(person, 'unsubscribed');
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

const listPeople = command(
  'listPeople',
  fc.record({
    campaign,
    status: fc.constantFrom('active', 'unsubscribed', 'removed'),
    sort: fc.constantFrom('id', 'created_at'),
    direction: fc.constantFrom('asc', 'desc'),
  }),
  async ({ campaign, status, sort, direction }, mailings: Mailings, server) => {
    const query = `status=${status}&sort=${sort}&direction=${direction}`;
    const { meta, items } = await list(server, `campaigns/${campaign}/subscribers?${query}`);
    const people = mailings.standing(mailings.campaign(campaign), status);
    const key = ({ id = '', created_at }: Person) => (sort === 'id' ? id : created_at);
    people.sort((one, other) => (key(one) < key(other) ? -1 : key(one) > key(other) ? 1 : 0));
    if (direction === 'desc') people.reverse();
    expect(pluck(items, 'id')).toEqual(people.map(({ id }) => id));
    expect(meta).toMatchObject({ total_count: people.length, status, sort, direction });
  },
);

const listRemoved = command('listRemoved', fc.constant(null), async (_, mailings: Mailings, server) => {
  const { items } = await list(server, 'subscribers?status=removed');
  expect(pluck(items, 'id')).toEqual(mailings.removed().map(({ id }) => id));
});

test('campaign subscriptions match a model after any sequence of requests', async () => {
  const steps = await expectAgreement(
    [
      ...[subscribe, subscribe, subscribe, remove, unsubscribeAll, setStatus, unsubscribeBatch, deletePerson],
      ...[move, listPeople, listRemoved, wait],
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
}, 120_000);
