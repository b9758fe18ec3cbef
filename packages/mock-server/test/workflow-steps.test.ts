import { expect, test } from 'vitest';
import { scenarios, type TestServer } from './harness.ts';
import { mailingAccount } from './mailing-account.ts';

const ANN = { id: 'ann', email: 'ann@acme.test' };
const BOB = { id: 'bob', email: 'bob@acme.test' };
const MINE = 'trickle';
const tagged = (tag: string) => ({ provider: MINE, trigger_type: 'applied_tag', properties: { tag } });

type Steps = readonly object[];

/** An account with the active workflow `1` and other given data. */
const seed = (steps: Steps, triggers: readonly object[] = [], more: readonly object[] = []) =>
  mailingAccount({
    subscribers: [ANN, BOB],
    workflows: [{ id: '1', name: 'Flow', status: 'active', triggers, steps }, ...more],
    forms: [
      { id: '7', headline: 'Join' },
      { id: '8', headline: 'Other' },
    ],
  } as never); // omitted settings have their defaults

const begin = (server: TestServer, email = ANN.email, workflow = '1') =>
  server.post(`workflows/${workflow}/subscribers`, { subscribers: [{ email }] });

const tag = (server: TestServer, name: string, email = ANN.email) =>
  server.post('tags', { tags: [{ email, tag: name }] });

const track = (server: TestServer, action: string, properties: object = {}) =>
  server.post('events', { events: [{ email: ANN.email, action, properties }] });

const tagsOf = async (server: TestServer, id = ANN.id) => (await server.subscriber(id)).tags;

/** The subscribers on workflow 1, their positions, and what they wait for. */
const members = async ({ server }: TestServer) =>
  (await server.memberships({ workflowId: '1' })).map((one) => [one.subscriberId, one.step, one.waitsFor]);

const marked = (name: string) => ({ type: 'apply_tag', tag: name });

/** Submits form 7 as Ann. */
const submit = (server: TestServer) =>
  server.fetch(
    new Request(`${server.url}/forms/7/submissions`, {
      method: 'POST',
      body: new URLSearchParams({ 'fields[email]': ANN.email }),
    }),
  );

scenarios('steps of a workflow', (start) => {
  test('workflow steps run in order with delays, and the last step ends the membership', async () => {
    await using server = await start({
      seed: seed([
        marked('one'),
        { type: 'delay', days: 1, hours: 2, minutes: 3 },
        { type: 'remove_tag', tag: 'one' },
        { type: 'record_event', action: 'Was greeted', properties: { how: 'warmly' } },
        marked('two'),
      ]),
    });
    await begin(server);
    await server.settle();
    expect(await tagsOf(server)).toEqual(['one']);
    expect(await members(server)).toEqual([['ann', 2, 'delay']]);
    await server.advance({ days: 1, hours: 2, minutes: 2, seconds: 59 });
    expect(await tagsOf(server)).toEqual(['one']);
    const { events } = await server.advance({ seconds: 1 });
    expect(events.map(({ event, properties }) => [event, properties])).toEqual([
      ['subscriber.removed_tag', { tag: 'one' }],
      ['subscriber.performed_custom_event', { action: 'Was greeted', how: 'warmly' }],
      ['subscriber.applied_tag', { tag: 'two' }],
    ]);
    expect(events[0]?.occurredAt).toBe('2026-03-07T14:03:00Z');
    expect(await members(server)).toEqual([]);
  });

  const goal = { type: 'goal', trigger_type: 'performed_custom_event', properties: { action: 'Bought' } };

  test.each([
    ['an exit', [marked('one'), { type: 'exit' }, marked('never')], ['one'], []],
    ['a goal that is not reached', [goal, marked('never')], [], [['ann', 0, 'goal']]],
    ['such a goal that lets continue', [{ ...goal, otherwise: 'continue' }, marked('one')], ['one'], []],
    [
      'a goal that a step reaches',
      [{ type: 'record_event', action: 'Bought' }, marked('leapt over'), goal, marked('end')],
      ['end'],
      [],
    ],
  ])('a workflow with %s leads to the right steps', async (_, steps, tags, left) => {
    await using server = await start({ seed: seed(steps) });
    await begin(server);
    await server.advance({ days: 100 });
    expect(await tagsOf(server)).toEqual(tags);
    expect(await members(server)).toEqual(left);
  });

  test("a removed subscriber's old steps no longer run, even after a new start", async () => {
    const steps = [marked('a'), { type: 'delay', hours: 1 }, { type: 'record_event', action: 'Done' }];
    await using server = await start({ seed: seed(steps) });
    await begin(server);
    await server.advance({ minutes: 30 });
    await server.delete(`workflows/1/subscribers/${ANN.email}`);
    await server.advance({ minutes: 15 });
    await begin(server);
    const { events } = await server.advance({ minutes: 30 });
    expect(events.filter(({ properties }) => properties.action === 'Done')).toEqual([]);
    const later = await server.advance({ minutes: 30 });
    expect(later.events.filter(({ properties }) => properties.action === 'Done')).toHaveLength(1);
  });

  test('workflow steps wait while the workflow is paused and continue after activation', async () => {
    const steps = [{ type: 'delay', hours: 1 }, marked('late')];
    await using server = await start({ seed: seed(steps, [tagged('vip')]) });
    await begin(server);
    await server.settle();
    await server.send('POST', 'workflows/1/pause');
    await server.advance({ days: 2 });
    expect(await members(server)).toEqual([['ann', 1, 'activation']]);
    await server.send('POST', 'workflows/1/activate');
    await server.settle();
    expect(await tagsOf(server)).toEqual(['late']);
  });

  test('a send_email step sends emails to active subscribers', async () => {
    const email = { type: 'send_email', subject: 'Hello {{ subscriber.email }}', text_body: 'Hi' };
    await using server = await start({ seed: seed([email, { type: 'delay', days: 1 }, email]) });
    await begin(server);
    await begin(server, BOB.email);
    await server.settle();
    await server.post(`subscribers/${BOB.id}/unsubscribe_all`, {});
    const { events } = await server.advance({ days: 2 });
    expect(events.map(({ event, subscriberId }) => [event, subscriberId])).toEqual([
      ['subscriber.received_email', ANN.id],
    ]);
    const outbox = await server.outbox();
    expect(outbox.map(({ to, subject }) => [to, subject])).toEqual([
      [ANN.email, `Hello ${ANN.email}`],
      [BOB.email, `Hello ${BOB.email}`],
      [ANN.email, `Hello ${ANN.email}`],
    ]);
  });

  test('the steps of a deleted subscriber no longer run', async () => {
    await using server = await start({ seed: seed([{ type: 'delay', hours: 1 }, marked('late')]) });
    await begin(server);
    await server.delete(`subscribers/${ANN.id}`);
    await server.advance({ days: 1 });
    expect(server.errors).toEqual([]);
    expect(await members(server)).toEqual([]);
  });

  test('an endless chain of workflows that start one another is stopped', async () => {
    const loop = (from: string, to: string) => ({
      ...{ id: from, name: from, status: 'active', triggers: [tagged(from)] },
      steps: [{ type: 'remove_tag', tag: from }, marked(to)],
    });
    await using server = await start({ seed: seed([], [], [loop('ping', 'pong'), loop('pong', 'ping')]) });
    await tag(server, 'ping');
    await server.settle();
    const applied = await server.events({ event: 'subscriber.applied_tag' });
    expect(applied.length).toBeGreaterThan(10);
    expect(applied.length).toBeLessThan(100);
  });
});

scenarios('triggers of a workflow', (start) => {
  const page = 'https://acme.test/pricing';
  const product = { product_id: 'p1', product_variant_id: 'p1', name: 'Boat', price: 5 };
  const ofStore = { provider: 'my_store', email: ANN.email };
  const cart = { ...ofStore, cart_id: 'c1', action: 'created', cart_url: page };
  const order = { ...ofStore, order_id: 'o1', action: 'placed' };
  const paid = { ...ofStore, upstream_id: '1', amount: 5, financial_state: 'paid' };
  const sent = (path: string, body: object) => (server: TestServer) => server.post(path, body);
  const by = (trigger_type: string, properties?: object, provider = MINE) => ({
    ...{ provider, trigger_type },
    ...(properties && { properties }),
  });
  const inStore = (trigger_type: string) => by(trigger_type, undefined, 'my_store');

  test.each([
    ['a tag', tagged('vip'), (s: TestServer) => tag(s, 'vip')],
    [
      'a custom event',
      by('performed_custom_event', { action: 'Signed up', plan: 5 }),
      (s: TestServer) => track(s, 'Signed up', { plan: '5' }),
    ],
    [
      'a custom field',
      by('updated_custom_field', { identifier: 'plan' }),
      (s: TestServer) => s.upsert({ email: ANN.email, custom_fields: { plan: 'pro' } }),
    ],
    ['a cart', inStore('created_cart'), sent('/v3/9999999/shopper_activity/cart', cart)],
    ['an order', inStore('placed_order'), sent('/v3/9999999/shopper_activity/order', order)],
    ['a legacy order that is paid', inStore('paid_order'), sent('orders', { orders: [paid] })],
    [
      'a product that is looked at',
      by('viewed_product', { product_id: 'p1' }),
      (s: TestServer) => track(s, 'viewed a Product', product),
    ],
    ['a form', by('submitted_form', { form_id: '7' }), submit],
  ] as const)('a trigger starts the workflow by %s', async (_, trigger, happen) => {
    const steps = [marked('started'), { type: 'delay', days: 9 }];
    await using server = await start({ seed: seed(steps, [trigger]) });
    await happen(server);
    await server.settle();
    expect(await tagsOf(server)).toContain('started');
    expect(await members(server)).toEqual([['ann', 2, 'delay']]);
  });

  test.each([
    ['another tag', tagged('vip'), (s: TestServer) => tag(s, 'VIP')],
    ['a tag that is there already', tagged('old'), (s: TestServer) => tag(s, 'old')],
    [
      'an event with another property',
      by('performed_custom_event', { action: 'Bought', plan: 'a' }),
      (s: TestServer) => track(s, 'Bought', { plan: 'b' }),
    ],
    [
      'a cart of another shop',
      by('created_cart', undefined, 'other_store'),
      sent('/v3/9999999/shopper_activity/cart', cart),
    ],
    ['anything while a property is missing', by('applied_tag', {}), (s: TestServer) => tag(s, 'any')],
    ['another form', by('submitted_form', { form_id: '8' }), submit],
  ] as const)('a trigger does not start the workflow by %s', async (_, trigger, happen) => {
    const account = seed([marked('started')], [trigger]);
    await using server = await start({ seed: account });
    await server.send('POST', 'workflows/1/pause');
    await tag(server, 'old');
    await server.send('POST', 'workflows/1/activate');
    await happen(server);
    await server.settle();
    expect(await tagsOf(server)).not.toContain('started');
  });

  test('triggers start nothing while the workflow is a draft or paused', async () => {
    await using server = await start({ seed: seed([marked('started')], [tagged('vip')]) });
    await server.send('POST', 'workflows/1/pause');
    await tag(server, 'vip');
    await server.settle();
    expect(await tagsOf(server)).toEqual(['vip']);
  });

  test('a trigger updated through the API uses its new settings', async () => {
    await using server = await start({ seed: seed([marked('started')], [{ id: 't', ...tagged('vip') }]) });
    const change = { provider: MINE, trigger_type: 'performed_custom_event', properties: { action: 'Go' } };
    await server.send('PUT', 'workflows/1/triggers/t', { body: { triggers: [change] } });
    await tag(server, 'vip');
    await server.settle();
    expect(await tagsOf(server)).toEqual(['vip']);
    await track(server, 'Go');
    await server.settle();
    expect(await tagsOf(server)).toContain('started');
  });
});

scenarios('goals of a workflow', (start) => {
  const goal = { type: 'goal', trigger_type: 'performed_custom_event', properties: { action: 'Bought' } };

  test('a goal moves subscribers forward from any earlier step', async () => {
    const steps = [{ type: 'delay', days: 5 }, marked('nagged'), goal, marked('thanked')];
    await using server = await start({ seed: seed(steps) });
    await begin(server);
    await begin(server, BOB.email);
    await server.advance({ days: 1 });
    await track(server, 'Bought');
    await server.settle();
    expect(await tagsOf(server)).toEqual(['thanked']);
    await server.advance({ days: 10 });
    expect(await tagsOf(server)).toEqual(['thanked']);
    expect(await tagsOf(server, BOB.id)).toEqual(['nagged']);
    expect(await members(server)).toEqual([['bob', 2, 'goal']]);
  });

  test('a goal does not move subscribers backwards', async () => {
    const start1 = [{ ...goal, otherwise: 'continue' }, marked('one')];
    await using server = await start({ seed: seed([...start1, { type: 'delay', days: 1 }, marked('two')]) });
    await begin(server);
    await server.settle();
    await track(server, 'Bought');
    await server.settle();
    expect(await members(server)).toEqual([['ann', 3, 'delay']]);
  });
});
