import type { ServerResponse } from 'node:http';
import { createWebhookHandler, parseWebhook, toNodeHandler } from '@trickle/sdk/webhooks';
import { expect, test } from 'vitest';
import { WEBHOOK_EVENTS } from '../../sdk/src/contract/index.ts';
import { scenarios } from './harness.ts';
import { serve } from './http-server.ts';
import { mailingAccount } from './mailing-account.ts';
import { ANN, statesOf, tag, withReceiver } from './webhook-account.ts';
import { Receiver } from './webhook-receiver.ts';

scenarios('webhook deliveries', (start) => {
  // proves: webhook-delivery The body has event, data and occurred_at
  test("a delivery has the interface's format, with the subscriber after the change", async () => {
    await using at = await withReceiver(start);
    await at.server.upsert({ email: ANN.email, first_name: 'Ann', tags: ['vip'] });
    await at.server.settle();
    const subscriber = await at.server.subscriber(ANN.id);
    expect(at.receiver.came).toEqual([
      {
        event: 'subscriber.applied_tag',
        data: { account_id: '9999999', subscriber: subscriber, properties: { tag: 'vip' } },
        occurred_at: '2026-03-06T12:00:00Z',
      },
    ]);
    expect(subscriber).toMatchObject({ first_name: 'Ann', tags: ['vip'] });
    expect(at.receiver.headers[0]).toMatchObject({
      'content-type': 'application/json',
      'user-agent': 'Trickle-Webhooks/2',
    });
  });

  test('a delivery about a deleted subscriber has their last state, and no properties if the interface has none', async () => {
    await using at = await withReceiver(start);
    await at.server.delete(`subscribers/${ANN.id}`);
    await at.server.settle();
    const [deleted] = at.receiver.came;
    expect(deleted).toMatchObject({ event: 'subscriber.deleted', data: { subscriber: ANN } });
    expect(Object.keys(deleted?.data ?? {})).toEqual(['account_id', 'subscriber']);
  });

  test('a webhook receives only its own events', async () => {
    await using at = await withReceiver(start, undefined, { events: ['subscriber.removed_tag'] });
    await tag(at.server, 'a');
    await at.server.delete(`subscribers/${ANN.email}/tags/a`);
    await at.server.settle();
    expect(at.receiver.events).toEqual([['subscriber.removed_tag', ANN.id]]);
  });

  // proves: webhook-delivery subscriber.received_email is sent only when include_received_email is true
  test.each([
    [false, []],
    [true, [['subscriber.received_email', ANN.id]]],
  ])('received_email is delivered if it is included: %s', async (include_received_email, events) => {
    const steps = [{ type: 'send_email', subject: 'Ahoy', text_body: 'Ahoy' }];
    const workflows = [{ id: '1', name: 'One', status: 'active', steps } as never];
    await using receiver = await Receiver.start();
    const webhooks = [{ post_url: receiver.url, include_received_email }];
    await using server = await start({ seed: mailingAccount({ subscribers: [ANN], workflows, webhooks }) });
    await server.post('workflows/1/subscribers', { subscribers: [{ email: ANN.email }] });
    await server.settle();
    expect(await server.outbox()).toHaveLength(1);
    expect(receiver.events).toEqual(events);
  });

  test('deliveries do not delay the request that causes them', async () => {
    const gate = Promise.withResolvers<void>();
    await using at = await withReceiver(start, async (response) => {
      await gate.promise;
      response.end();
    });
    expect((await tag(at.server, 'a')).status).toBe(201);
    expect((await at.server.subscriber(ANN.id)).tags).toEqual(['a']);
    gate.resolve();
    await at.server.settle();
    expect(await statesOf(at.server)).toEqual([['delivered', 1]]);
  });

  test('first attempts are in order for each subscriber, concurrent across subscribers, and at most eight at a time', async () => {
    // The first responses wait until eight requests are open.
    const held: ServerResponse[] = [];
    const answer = (response: ServerResponse) => {
      held.push(response);
      if (at.receiver.most === 8) for (const one of held.splice(0)) one.end();
    };
    await using at = await withReceiver(start, answer);
    const subscribers = Array.from({ length: 30 }, (_, i) => `p${i}@acme.test`);
    const steps = ['Step 0', 'Step 1', 'Step 2', 'Step 3'];
    const events = steps.flatMap((action) => subscribers.map((email) => ({ email, action })));
    await at.server.post('events/batches', { batches: [{ events }] });
    await at.server.settle();
    const performed = at.receiver.came.filter(({ event }) => event === 'subscriber.performed_custom_event');
    const order = Map.groupBy(performed, ({ data }) => data.subscriber.id);
    expect(order.size).toBe(30);
    for (const came of order.values()) {
      expect(came.map(({ data }) => data.properties?.action)).toEqual(steps);
    }
    expect(at.receiver.most).toBe(8);
  });

  test('credentials in a URL are sent as Basic credentials', async () => {
    await using receiver = await Receiver.start();
    const webhooks = [{ post_url: receiver.url.replace('http://', 'http://me:p%40ss@') }];
    await using server = await start({ seed: mailingAccount({ subscribers: [ANN], webhooks }) });
    await tag(server, 'a');
    await server.settle();
    expect(receiver.headers[0]?.authorization).toBe(`Basic ${btoa('me:p@ss')}`);
    expect(await statesOf(server)).toEqual([['delivered', 1]]);
  });

  test('past events of a seed are not delivered', async () => {
    await using receiver = await Receiver.start();
    const account = mailingAccount({
      subscribers: [{ ...ANN, tags: ['old'] }],
      events: [{ email: ANN.email, action: 'Signed up' }],
      webhooks: [{ post_url: receiver.url }],
    });
    await using server = await start({ seed: account });
    await server.settle();
    expect(await server.webhooks.deliveries()).toEqual([]);
  });

  test("the SDK's handler accepts deliveries once and rejects others", async () => {
    const emitted: string[] = [];
    const handler = createWebhookHandler({
      secret: 'a-secret-of-the-shop',
      on: { 'subscriber.applied_tag': ({ data }) => void emitted.push(data.properties.tag) },
    });
    await using http = await serve(toNodeHandler(handler));
    const webhooks = [
      { id: '1', post_url: `${http.url}/hooks/a-secret-of-the-shop` },
      { id: '2', post_url: `${http.url}/hooks/a-secret-of-others` },
    ];
    await using server = await start({ seed: mailingAccount({ subscribers: [ANN], webhooks }) });
    await server.faults.webhook('1', { drop: 'after', times: 1 });
    await tag(server, 'a');
    await server.advance({ minutes: 1 });
    const [first] = await server.webhooks.deliveries({ webhookId: '1' });
    expect(first?.attempts).toHaveLength(2);
    await server.webhooks.replay(first?.id ?? '');
    await server.settle();
    expect(emitted).toEqual(['a']);
    const [stranger] = await server.webhooks.deliveries({ webhookId: '2' });
    expect(stranger?.state).toBe('pending');
  });

  test('the SDK can parse deliveries', async () => {
    await using at = await withReceiver(start);
    for (const event of WEBHOOK_EVENTS) await at.server.webhooks.trigger(event, { webhookId: '1' });
    await at.server.settle();
    expect(at.receiver.came.map(({ event }) => event).sort()).toEqual([...WEBHOOK_EVENTS].sort());
    for (const came of at.receiver.came) expect(parseWebhook(JSON.stringify(came)).event).toBe(came.event);
  });
});

scenarios('the list of webhook deliveries', (start) => {
  test('requests and responses of deliveries are recorded', async () => {
    await using at = await withReceiver(start, (response) => void response.end('x'.repeat(100_000)));
    await tag(at.server, 'a');
    await at.server.settle();
    const [delivery] = await at.server.webhooks.deliveries({ state: 'delivered' });
    expect(delivery).toMatchObject({
      webhookId: '1',
      url: at.receiver.url,
      event: 'subscriber.applied_tag',
      subscriberId: ANN.id,
      origin: 'event',
      replayOf: null,
      createdAt: Date.parse('2026-03-06T12:00:00Z'),
      attempts: [{ at: Date.parse('2026-03-06T12:00:00Z'), status: 200 }],
      nextAttemptAt: null,
    });
    expect(JSON.parse(delivery?.body ?? '')).toEqual(at.receiver.came[0]);
    expect(delivery?.answer).toMatchObject({ status: 200, headers: { connection: 'close' } });
    expect(delivery?.answer?.body).toHaveLength(4096);
    expect(await at.server.webhooks.deliveries({ webhookId: 'none' })).toEqual([]);
  });

  // Unspecified: U-87
  test('a delivery can be replayed unchanged', async () => {
    await using at = await withReceiver(start);
    await tag(at.server, 'a');
    await at.server.settle();
    const [first] = await at.server.webhooks.deliveries();
    const again = await at.server.webhooks.replay(first?.id ?? '');
    expect(again).toMatchObject({ origin: 'replay', replayOf: first?.id, state: 'pending', attempts: [] });
    await at.server.settle();
    expect(at.receiver.came[1]).toEqual(at.receiver.came[0]);
    const { webhooks } = at.server;
    await expect(webhooks.replay('none')).rejects.toThrow('none');
    await webhooks.disable('1');
    await expect(webhooks.replay(first?.id ?? '')).rejects.toThrow('disabled');
    await expect(webhooks.trigger('subscriber.created', { webhookId: '1' })).rejects.toThrow('disabled');
  });

  test('a sample about a subscriber changes nothing', async () => {
    await using at = await withReceiver(start, undefined, { events: ['subscriber.created'] });
    const before = await at.server.state();
    const { webhooks } = at.server;
    expect(await webhooks.trigger('subscriber.applied_tag')).toEqual([]);
    expect(await webhooks.trigger('subscriber.created', { subscriberId: ANN.id })).toHaveLength(1);
    await webhooks.trigger('subscriber.clicked_email', { webhookId: '1' });
    await at.server.settle();
    expect(at.receiver.came).toMatchObject([
      { event: 'subscriber.created', data: { subscriber: ANN } },
      { event: 'subscriber.clicked_email', data: { properties: { ip_address: '203.0.113.7' } } },
    ]);
    expect(await at.server.state()).toBe(before);
    await expect(webhooks.trigger('subscriber.nothing' as never)).rejects.toThrow('webhooks.trigger: event');
  });
});

scenarios('faults of webhooks', (start) => {
  test.each([
    [{ status: 503, times: 1 }, ['a'], 503],
    [{ drop: 'before', times: 1 }, ['a'], undefined],
    [{ drop: 'after', times: 1 }, ['a', 'a'], undefined],
  ] as const)('the fault %o fails an attempt', async (fault, tags, code) => {
    await using at = await withReceiver(start);
    await at.server.faults.webhook('1', fault);
    await tag(at.server, 'a');
    await at.server.advance({ minutes: 1 });
    expect(at.receiver.came.map(({ data }) => data.properties?.tag)).toEqual(tags);
    const [delivery] = await at.server.webhooks.deliveries();
    expect(delivery?.attempts.map((attempt) => attempt.status)).toEqual([code, 200]);
  });

  test('a fault can duplicate a delivery, or delay it so that later ones overtake it', async () => {
    await using at = await withReceiver(start);
    await at.server.faults.webhook('1', { duplicate: 2, times: 1 });
    await at.server.faults.webhook('1', { hold: 60, times: 1 });
    for (const name of ['a', 'b', 'c']) {
      await tag(at.server, name);
      await at.server.settle();
    }
    const tags = () => at.receiver.came.map(({ data }) => data.properties?.tag);
    expect(tags()).toEqual(['a', 'a', 'a', 'c']);
    await at.server.advance({ minutes: 1 });
    expect(tags()).toEqual(['a', 'a', 'a', 'c', 'b']);
  });
});
