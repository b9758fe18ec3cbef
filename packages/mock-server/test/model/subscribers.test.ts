// @thorough: thousands of random steps
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { issuesIn, outcomesOf, requestIdOf, startServer, type TestServer } from '../harness.ts';
import { till } from '../till.ts';
import { type Change, type Name, type Subscriber, SubscriberModel, snapshot } from './subscriber-model.ts';

/** A random request that `act` applies to the server and the model. Failures print its name and input. */
const command = <Input>(
  name: string,
  input: fc.Arbitrary<Input>,
  act: (input: Input, model: SubscriberModel, server: TestServer) => Promise<void>,
): fc.Arbitrary<fc.AsyncCommand<SubscriberModel, TestServer>> =>
  input.map((drawn) => ({
    check: () => true,
    async run(model, server) {
      await act(drawn, model, server);
      await model.verify(server);
      await model.verifyEvents(server);
    },
    toString: () => `${name} ${JSON.stringify(drawn)}`,
  }));

/** Chooses a random subset of the members. */
const some = <T extends object>(members: { [K in keyof T]: fc.Arbitrary<T[K]> }) =>
  fc.record(members, { requiredKeys: [] });

/** A few addresses, two of which are equal. */
const email = fc.constantFrom('ann', 'Ann', 'bob', 'carl', 'dora').map((local) => `${local}@acme.test`);
const name: fc.Arbitrary<Name> = fc.record({ by: fc.constantFrom('email', 'email', 'id'), email });

/** The path of a subscriber who may not exist. */
const pathOf = (model: SubscriberModel, who: Name) => `subscribers/${encodeURIComponent(model.key(who))}`;

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

const upsert = command('upsert', fc.tuple(name, change), async ([who, change], model, server) => {
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
});

const upsertBatch = command(
  'upsertBatch',
  // Ids of subscribers created by the batch itself are unknown beforehand, so none are drawn.
  fc.array(fc.tuple(email, change), { minLength: 1, maxLength: 5 }),
  async (records, model, server) => {
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

const read = command('read', name, async (who, model, server) => {
  const answer = await server.get(pathOf(model, who));
  const subscriber = model.find(who.email);
  expect(answer.status).toBe(subscriber ? 200 : 404);
  if (subscriber) expect(answer.body.subscribers?.map(snapshot)).toEqual([snapshot(subscriber)]);
});

const applyTag = command('applyTag', fc.record({ email, tag }), async ({ email, tag }, model, server) => {
  const answer = await server.post('tags', { tags: [{ email, tag }] });
  expect([answer.status, answer.text]).toEqual([201, '{}']);
  model.upsert({ by: 'email', email }, { tags: [tag] }, 'api');
});

const removeTag = command('removeTag', fc.record({ email, tag }), async ({ email, tag }, model, server) => {
  const path = `subscribers/${encodeURIComponent(email)}/tags/${encodeURIComponent(tag)}`;
  expect((await server.delete(path)).status).toBe(204);
  const subscriber = model.find(email);
  if (subscriber) model.removeTag(subscriber, tag);
});

const unsubscribeAll = command('unsubscribeAll', name, async (who, model, server) => {
  const { status } = await server.post(`${pathOf(model, who)}/unsubscribe_all`, {});
  const subscriber = model.find(who.email);
  expect(status).toBe(subscriber ? 200 : 404);
  if (subscriber) model.setStatus(subscriber, 'unsubscribed');
});

const deleteSubscriber = command('delete', name, async (who, model, server) => {
  const { status } = await server.delete(pathOf(model, who));
  const subscriber = model.find(who.email);
  expect(status).toBe(subscriber ? 204 : 404);
  if (subscriber) model.delete(subscriber);
});

const wait = command('wait', fc.integer({ min: 1, max: 3 }), async (seconds, model, server) => {
  model.now += seconds * 1000;
  server.clock.set(model.time());
});

test('subscribers and their events match a model after any sequence of requests', async () => {
  const commands = [
    ...[upsert, upsert, upsertBatch, read, applyTag, removeTag],
    ...[unsubscribeAll, deleteSubscriber, wait],
  ];
  const sequences = fc.commands(commands, { maxCommands: 80, size: 'max' });
  await fc.assert(
    fc.asyncProperty(sequences, async (sequence) => {
      const model = new SubscriberModel();
      await using server = await startServer({ ...till({ subscribers: [] }), now: model.time() });
      await fc.asyncModelRun(() => ({ model, real: server }), sequence);
    }),
    { numRuns: 30 },
  );
});
