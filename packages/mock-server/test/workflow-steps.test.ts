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

/** The subscribers on workflow 1 and their positions. */
const members = async ({ server }: TestServer) =>
  (await server.memberships({ workflowId: '1' })).map(({ subscriberId, step, waitsFor }) => ({
    subscriberId,
    step,
    waitsFor,
  }));

const marked = (name: string) => ({ type: 'apply_tag', tag: name });

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
    expect(await members(server)).toEqual([{ subscriberId: 'ann', step: 2, waitsFor: 'delay' }]);
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

  test('an exit step ends the workflow', async () => {
    await using server = await start({ seed: seed([marked('one'), { type: 'exit' }, marked('never')]) });
    await begin(server);
    await server.settle();
    expect(await tagsOf(server)).toEqual(['one']);
    expect(await members(server)).toEqual([]);
  });

  test("a removed subscriber's old steps no longer run, even after a new start", async () => {
    await using server = await start({
      seed: seed([marked('a'), { type: 'delay', hours: 1 }, { type: 'record_event', action: 'Done' }]),
    });
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
    await using server = await start({
      seed: seed([{ type: 'delay', hours: 1 }, marked('late')], [tagged('vip')]),
    });
    await begin(server);
    await server.settle();
    await server.send('POST', 'workflows/1/pause');
    await server.advance({ days: 2 });
    expect(await members(server)).toEqual([{ subscriberId: 'ann', step: 1, waitsFor: 'activation' }]);
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
      triggers: [tagged(from)],
      steps: [{ type: 'remove_tag', tag: from }, marked(to)],
      status: 'active',
    });
    await using server = await start({
      seed: seed(
        [],
        [],
        [
          { id: 'ping', name: 'Ping', ...loop('ping', 'pong') },
          { id: 'pong', name: 'Pong', ...loop('pong', 'ping') },
        ],
      ),
    });
    await tag(server, 'ping');
    await server.settle();
    const applied = await server.events({ event: 'subscriber.applied_tag' });
    expect(applied.length).toBeGreaterThan(10);
    expect(applied.length).toBeLessThan(100);
  });
});

scenarios('triggers of a workflow', (start) => {
  const page = 'https://acme.test/pricing';
  const product = {
    provider: 'my_store',
    product_id: 'p1',
    product_variant_id: 'p1',
    name: 'Boat',
    price: 5,
  };
  const cart = { provider: 'my_store', email: ANN.email, cart_id: 'c1', action: 'created', cart_url: page };
  const order = { provider: 'my_store', email: ANN.email, order_id: 'o1', action: 'placed' };

  test.each([
    ['a tag', tagged('vip'), (s: TestServer) => tag(s, 'vip')],
    [
      'a custom event',
      {
        provider: MINE,
        trigger_type: 'performed_custom_event',
        properties: { action: 'Signed up', plan: 5 },
      },
      (s: TestServer) => track(s, 'Signed up', { plan: '5' }),
    ],
    [
      'a custom field',
      { provider: MINE, trigger_type: 'updated_custom_field', properties: { identifier: 'plan' } },
      (s: TestServer) => s.upsert({ email: ANN.email, custom_fields: { plan: 'pro' } }),
    ],
    [
      'a cart',
      { provider: 'my_store', trigger_type: 'created_cart' },
      (s: TestServer) => s.post('/v3/9999999/shopper_activity/cart', cart),
    ],
    [
      'an order',
      { provider: 'my_store', trigger_type: 'placed_order' },
      (s: TestServer) => s.post('/v3/9999999/shopper_activity/order', order),
    ],
    [
      'a legacy order that is paid',
      { provider: 'my_store', trigger_type: 'paid_order' },
      (s: TestServer) =>
        s.post('orders', {
          orders: [
            { email: ANN.email, provider: 'my_store', upstream_id: '1', amount: 5, financial_state: 'paid' },
          ],
        }),
    ],
    [
      'a product that is looked at',
      { provider: MINE, trigger_type: 'viewed_product', properties: { product_id: 'p1' } },
      (s: TestServer) => track(s, 'viewed a Product', product),
    ],
    [
      'a form',
      { provider: MINE, trigger_type: 'submitted_form', properties: { form_id: '7' } },
      (s: TestServer) =>
        s.fetch(
          new Request(`${s.url}/forms/7/submissions`, {
            method: 'POST',
            body: new URLSearchParams({ 'fields[email]': ANN.email }),
          }),
        ),
    ],
  ] as const)('a trigger starts the workflow by %s', async (_, trigger, happen) => {
    await using server = await start({
      seed: seed([marked('started'), { type: 'delay', days: 9 }], [trigger]),
    });
    await happen(server);
    await server.settle();
    expect(await tagsOf(server)).toContain('started');
    expect(await members(server)).toMatchObject([{ subscriberId: 'ann' }]);
  });

  test.each([
    ['another tag', tagged('vip'), (s: TestServer) => tag(s, 'VIP')],
    ['a tag that is there already', tagged('old'), (s: TestServer) => tag(s, 'old')],
    [
      'an event with another property',
      { provider: MINE, trigger_type: 'performed_custom_event', properties: { action: 'Bought', plan: 'a' } },
      (s: TestServer) => track(s, 'Bought', { plan: 'b' }),
    ],
    [
      'a cart of another shop',
      { provider: 'other_store', trigger_type: 'created_cart' },
      (s: TestServer) => s.post('/v3/9999999/shopper_activity/cart', cart),
    ],
    [
      'anything while a property is missing',
      { provider: MINE, trigger_type: 'applied_tag', properties: {} },
      (s: TestServer) => tag(s, 'any'),
    ],
    [
      'another form',
      { provider: MINE, trigger_type: 'submitted_form', properties: { form_id: '8' } },
      (s: TestServer) =>
        s.fetch(
          new Request(`${s.url}/forms/7/submissions`, {
            method: 'POST',
            body: new URLSearchParams({ 'fields[email]': ANN.email }),
          }),
        ),
    ],
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
  const goal = (more: object = {}) => ({
    type: 'goal',
    trigger_type: 'performed_custom_event',
    properties: { action: 'Bought' },
    ...more,
  });

  test('a goal moves subscribers forward from any earlier step', async () => {
    await using server = await start({
      seed: seed([{ type: 'delay', days: 5 }, marked('nagged'), goal(), marked('thanked')]),
    });
    await begin(server);
    await begin(server, BOB.email);
    await server.advance({ days: 1 });
    await track(server, 'Bought');
    await server.settle();
    expect(await tagsOf(server)).toEqual(['thanked']);
    await server.advance({ days: 10 });
    expect(await tagsOf(server)).toEqual(['thanked']);
    expect(await tagsOf(server, BOB.id)).toEqual(['nagged']);
    expect(await members(server)).toEqual([{ subscriberId: 'bob', step: 2, waitsFor: 'goal' }]);
  });

  test('an unreached goal makes subscribers wait, or continue if configured', async () => {
    for (const [otherwise, tags] of [
      ['wait', []],
      ['continue', ['after']],
    ] as const) {
      await using server = await start({ seed: seed([goal({ otherwise }), marked('after')]) });
      await begin(server);
      await server.advance({ days: 100 });
      expect(await tagsOf(server)).toEqual(tags);
    }
  });

  test('a goal does not move subscribers backwards', async () => {
    await using server = await start({
      seed: seed([goal({ otherwise: 'continue' }), marked('one'), { type: 'delay', days: 1 }, marked('two')]),
    });
    await begin(server);
    await server.settle();
    await track(server, 'Bought');
    await server.settle();
    expect(await members(server)).toEqual([{ subscriberId: 'ann', step: 3, waitsFor: 'delay' }]);
  });

  test('a workflow step can itself reach a goal', async () => {
    await using server = await start({
      seed: seed([{ type: 'record_event', action: 'Bought' }, marked('leapt over'), goal(), marked('end')]),
    });
    await begin(server);
    await server.settle();
    expect(await tagsOf(server)).toEqual(['end']);
  });
});
