// @thorough: thousands of random steps
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { issuesIn, outcomesOf, requestIdOf, startServer } from '../harness.ts';
import { till } from '../till.ts';
import { command, expectAgreement, some } from './machine.ts';
import { deleteSubscriber, email, name, unsubscribeAll, wait } from './subscriber-commands.ts';
import { type Change, type Name, type Subscriber, SubscriberModel, snapshot } from './subscriber-model.ts';

const status = fc.constantFrom<Subscriber['status']>('active', 'unsubscribed');
const tag = fc.constantFrom<string[]>('vip', 'a b', 'Émile', 'x/y');
const tags = fc.array(fc.oneof({ arbitrary: tag, weight: 9 }, fc.constant('')), { maxLength: 3 });
const change: fc.Arbitrary<Change> = some({
  new_email: email,
  user_id: fc.constantFrom('u1', 'u2', ''),
  first_name: fc.constantFrom('Ann', '', null),
  time_zone: fc.constantFrom('Etc/UTC', 'America/Chicago', 'Asia/Tokyo'),
  lifetime_value: fc.integer({ min: 0, max: 2 }),
  status,
  initial_status: status,
  custom_fields: fc.dictionary(
    fc.constantFrom('plan', 'shoe_size', 'constructor', '__proto__'),
    fc.constantFrom('pro', 'basic', '', null, 7, true),
    { maxKeys: 2, noNullPrototype: true },
  ),
  tags,
  remove_tags: tags,
});

const record = (model: SubscriberModel, who: Name, change: Change) => ({
  [who.by]: model.key(who),
  ...change,
});

const upsert = command(
  'upsert',
  fc.tuple(name, change),
  async ([who, change], model: SubscriberModel, server) => {
    const answer = await server.upsert(record(model, who, change));
    const upserted = model.upsert(who, change, 'api');
    if ('subscriber' in upserted) {
      const [shown] = answer.body.subscribers ?? [];
      expect(answer.status).toBe(200);
      upserted.subscriber.id ??= shown?.id;
      expect(snapshot(shown ?? {})).toEqual(snapshot(upserted.subscriber));
      expect(answer.headers.get('location')).toBe(shown?.href);
    } else {
      expect([answer.status, ...issuesIn(answer)]).toEqual([upserted.status, ...upserted.issues]);
    }
  },
);

const upsertBatch = command(
  'upsertBatch',
  // Ids of subscribers created by the batch itself are unknown beforehand, so none are drawn.
  fc.array(fc.tuple(email, change), { minLength: 1, maxLength: 5 }),
  async (records, model: SubscriberModel, server) => {
    const before = (await server.outcomes()).length;
    const subscribers = records.map(([email, change]) => ({ email, ...change }));
    const answer = await server.post('subscribers/batches', { batches: [{ subscribers }] });
    expect([answer.status, answer.text]).toEqual([201, '{}']);
    await server.settle();
    const upserted = records.map(([email, change]) => model.upsert({ by: 'email', email }, change, 'batch'));
    expect(await outcomesOf(server, requestIdOf(answer))).toEqual(
      upserted.map((one) => ('subscriber' in one ? 'done' : ['refused', ...one.issues].join(' '))),
    );
    expect((await server.outcomes()).length).toBe(before + records.length);
  },
);

const read = command('read', name, async (who, model: SubscriberModel, server) => {
  const answer = await server.get(`subscribers/${encodeURIComponent(model.key(who))}`);
  const subscriber = model.find(who.email);
  expect(answer.status).toBe(subscriber ? 200 : 404);
  if (subscriber) expect(answer.body.subscribers?.map(snapshot)).toEqual([snapshot(subscriber)]);
});

const applyTag = command(
  'applyTag',
  fc.record({ email, tag }),
  async ({ email, tag }, model: SubscriberModel, server) => {
    const answer = await server.post('tags', { tags: [{ email, tag }] });
    expect([answer.status, answer.text]).toEqual([201, '{}']);
    model.upsert({ by: 'email', email }, { tags: [tag] }, 'api');
  },
);

const removeTag = command(
  'removeTag',
  fc.record({ email, tag }),
  async ({ email, tag }, model: SubscriberModel, server) => {
    const path = `subscribers/${encodeURIComponent(email)}/tags/${encodeURIComponent(tag)}`;
    expect((await server.delete(path)).status).toBe(204);
    const subscriber = model.find(email);
    if (subscriber) model.removeTag(subscriber, tag);
  },
);

const filter = some({
  status: fc.constantFrom(
    ...['all', 'active', 'unsubscribed', 'active_or_unsubscribed', 'undeliverable', 'removed'],
  ),
  tags: fc.array(tag, { minLength: 1, maxLength: 2 }),
  before: fc.integer({ min: 0, max: 12 }),
  after: fc.integer({ min: 0, max: 12 }),
  page: fc.integer({ min: -1, max: 4 }),
  per_page: fc.integer({ min: 1, max: 4 }),
});

const list = command('list', filter, async (filter, model: SubscriberModel, server) => {
  const { status = 'active', tags, before, after, page = 1, per_page = 100 } = filter;
  const at = (secondsAgo: number) =>
    new Date(model.now - secondsAgo * 1000).toISOString().replace('.000', '');
  const query = new URLSearchParams({
    ...(filter.status && { status: filter.status }),
    ...(tags && { tags: tags.join(',') }),
    ...(before !== undefined && { subscribed_before: at(before) }),
    ...(after !== undefined && { subscribed_after: at(after) }),
    ...(filter.page !== undefined && { page: String(page) }),
    ...(filter.per_page !== undefined && { per_page: String(per_page) }),
  });
  const { body } = await server.get(`subscribers?${query}`);
  const all = model.subscribers.filter((subscriber) => {
    const isWanted = ['all', 'active_or_unsubscribed', subscriber.status].includes(status);
    const hasTag = !tags || subscriber.tags.some((tag) => tags.includes(tag));
    const isOld = before === undefined || subscriber.created_at < at(before);
    return isWanted && hasTag && isOld && (after === undefined || subscriber.created_at > at(after));
  });
  const start = (Math.max(page, 1) - 1) * per_page;
  const items = all.slice(start, start + per_page);
  expect(body.subscribers?.map(snapshot)).toEqual(items.map(snapshot));
  expect(body.meta).toEqual({
    page: Math.max(page, 1),
    count: items.length,
    total_pages: Math.max(1, Math.ceil(all.length / per_page)),
    total_count: all.length,
  });
});

test('subscribers and their events match a model after any sequence of requests', async () => {
  const steps = await expectAgreement(
    [upsert, upsert, upsertBatch, read, applyTag, removeTag, unsubscribeAll, deleteSubscriber, wait, list],
    async () => {
      const model = new SubscriberModel();
      const server = await startServer({ ...till({ subscribers: [] }), now: model.time() });
      return { model, server };
    },
  );
  expect(steps).toBeGreaterThan(500);
});
