import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createWebhookHandler, parseWebhook, toNodeHandler } from '@trickle/sdk/webhooks';
import { expect, test } from 'vitest';
import { WEBHOOK_EVENTS } from '../../sdk/src/contract/index.ts';
import { type Start, scenarios, type TestServer } from './harness.ts';
import { mailingAccount } from './mailing-account.ts';
import { Receiver, type Responder, status } from './webhook-receiver.ts';

const ANN = { id: 'ann', email: 'ann@acme.test' };
const DAY = 24 * 3600;

type Launch = (options?: Start) => Promise<TestServer>;

/** A server whose account has a webhook, `1`, at a receiver. */
async function withReceiver(start: Launch, answer?: Responder, webhook: object = {}, more: Start = {}) {
  const receiver = await Receiver.start(answer);
  const webhooks = [{ id: '1', post_url: receiver.url, ...webhook }];
  const server = await start({ seed: mailingAccount({ subscribers: [ANN], webhooks }), ...more });
  return {
    receiver,
    server,
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]();
      await receiver[Symbol.asyncDispose]();
    },
  };
}

const tag = (server: TestServer, name: string, email = ANN.email) =>
  server.post('tags', { tags: [{ email, tag: name }] });

const statesOf = async ({ server }: TestServer) =>
  (await server.webhooks.deliveries()).map(({ state, attempts }) => [state, attempts.length]);

scenarios('webhooks are posted', (start) => {
  // proves: webhook-delivery The body has event, data and occurred_at
  test('as the interface has it, with the person as they are after the change', async () => {
    await using at = await withReceiver(start);
    await at.server.upsert({ email: ANN.email, first_name: 'Ann', tags: ['vip'] });
    await at.server.server.settle();
    const person = await at.server.person(ANN.id);
    expect(at.receiver.came).toEqual([
      {
        event: 'subscriber.applied_tag',
        data: { account_id: '9999999', subscriber: person, properties: { tag: 'vip' } },
        occurred_at: '2026-03-06T12:00:00Z',
      },
    ]);
    expect(person).toMatchObject({ first_name: 'Ann', tags: ['vip'] });
    expect(at.receiver.headers[0]).toMatchObject({
      'content-type': 'application/json',
      'user-agent': 'Trickle-Webhooks/2',
    });
  });

  test('of a deleted person with what they were, and without properties where the interface has none', async () => {
    await using at = await withReceiver(start);
    await at.server.delete(`subscribers/${ANN.id}`);
    await at.server.server.settle();
    const [deleted] = at.receiver.came;
    expect(deleted).toMatchObject({ event: 'subscriber.deleted', data: { subscriber: ANN } });
    expect(Object.keys(deleted?.data ?? {})).toEqual(['account_id', 'subscriber']);
  });

  test('of the events that are enabled only', async () => {
    await using at = await withReceiver(start, undefined, { events: ['subscriber.removed_tag'] });
    await tag(at.server, 'a');
    await at.server.delete(`subscribers/${ANN.email}/tags/a`);
    await at.server.server.settle();
    expect(at.receiver.events).toEqual([['subscriber.removed_tag', ANN.id]]);
  });

  // proves: webhook-delivery subscriber.received_email is sent only when include_received_email is true
  test.each([false, true])(
    'of received emails when include_received_email is %s',
    async (include_received_email) => {
      const email = { type: 'send_email', subject: 'Ahoy', text_body: 'Ahoy' };
      await using receiver = await Receiver.start();
      await using server = await start({
        seed: mailingAccount({
          subscribers: [ANN],
          workflows: [{ id: '1', name: 'One', status: 'active', steps: [email] } as never],
          webhooks: [{ post_url: receiver.url, include_received_email }],
        }),
      });
      await server.post('workflows/1/subscribers', { subscribers: [{ email: ANN.email }] });
      await server.server.settle();
      expect(await server.server.outbox()).toHaveLength(1);
      expect(receiver.events).toEqual(include_received_email ? [['subscriber.received_email', ANN.id]] : []);
    },
  );

  test('without holding up the request that caused them', async () => {
    let release = () => {};
    const gate = new Promise<void>((resolve) => {
      release = resolve;
    });
    await using at = await withReceiver(start, async (response) => {
      await gate;
      response.end();
    });
    expect((await tag(at.server, 'a')).status).toBe(201);
    expect((await at.server.person(ANN.id)).tags).toEqual(['a']);
    release();
    await at.server.server.settle();
    expect(await statesOf(at.server)).toEqual([['delivered', 1]]);
  });

  test('first attempts in order for each person, some people at a time, and no more than eight', async () => {
    await using at = await withReceiver(start, (response) => void setImmediate(() => response.end()));
    const people = Array.from({ length: 30 }, (_, i) => `p${i}@acme.test`);
    const events = Array.from({ length: 4 }, (_, i) =>
      people.map((email) => ({ email, action: `Step ${i}` })),
    ).flat();
    await at.server.post('events/batches', { batches: [{ events }] });
    await at.server.server.settle();
    const order = new Map<string, unknown[]>();
    for (const { event, data } of at.receiver.came) {
      if (event !== 'subscriber.performed_custom_event') continue;
      const { id } = data.subscriber;
      order.set(id, [...(order.get(id) ?? []), data.properties?.action]);
    }
    expect(order.size).toBe(30);
    for (const actions of order.values()) expect(actions).toEqual(['Step 0', 'Step 1', 'Step 2', 'Step 3']);
    expect(at.receiver.most).toBeGreaterThan(1);
    expect(at.receiver.most).toBeLessThanOrEqual(8);
  });

  test('to a URL that brings credentials, with these as Basic credentials', async () => {
    await using receiver = await Receiver.start();
    const post_url = receiver.url.replace('http://', 'http://me:p%40ss@');
    const webhooks = [{ id: '1', post_url }];
    await using server = await start({ seed: mailingAccount({ subscribers: [ANN], webhooks }) });
    await tag(server, 'a');
    await server.server.settle();
    expect(receiver.headers[0]?.authorization).toBe(`Basic ${btoa('me:p@ss')}`);
    expect(await statesOf(server)).toEqual([['delivered', 1]]);
  });

  test('not for what a seed says happened before', async () => {
    await using receiver = await Receiver.start();
    const account = mailingAccount({
      subscribers: [{ ...ANN, tags: ['old'] }],
      events: [{ email: ANN.email, action: 'Signed up' }],
      webhooks: [{ post_url: receiver.url }],
    });
    await using server = await start({ seed: account });
    await server.server.settle();
    expect(await server.server.webhooks.deliveries()).toEqual([]);
  });

  test('to the SDK’s own handler, which does what is new once and refuses strangers', async () => {
    const told: string[] = [];
    const handler = createWebhookHandler({
      secret: 'a-secret-of-the-shop',
      on: { 'subscriber.applied_tag': ({ data }) => void told.push(data.properties.tag) },
    });
    const http = createServer(toNodeHandler(handler));
    http.listen(0, '127.0.0.1');
    await once(http, 'listening');
    const url = `http://127.0.0.1:${(http.address() as AddressInfo).port}/hooks`;
    const webhooks = [
      { id: '1', post_url: `${url}/a-secret-of-the-shop` },
      { id: '2', post_url: `${url}/a-secret-of-others` },
    ];
    await using server = await start({ seed: mailingAccount({ subscribers: [ANN], webhooks }) });
    server.server.faults.webhook('1', { drop: 'after', times: 1 });
    await tag(server, 'a');
    await server.server.advance({ minutes: 1 });
    const [first] = await server.server.webhooks.deliveries({ webhookId: '1' });
    expect(first?.attempts).toHaveLength(2);
    await server.server.webhooks.replay(first?.id ?? '');
    await server.server.settle();
    expect(told).toEqual(['a']);
    const [stranger] = await server.server.webhooks.deliveries({ webhookId: '2' });
    expect(stranger?.state).toBe('pending');
    http.closeAllConnections();
    http.close();
  });

  test('in a form that the SDK reads', async () => {
    await using at = await withReceiver(start);
    for (const event of WEBHOOK_EVENTS) await at.server.server.webhooks.trigger(event, { webhookId: '1' });
    await at.server.server.settle();
    expect(at.receiver.came.map(({ event }) => event).sort()).toEqual([...WEBHOOK_EVENTS].sort());
    for (const came of at.receiver.came) {
      const read = parseWebhook(JSON.stringify(came));
      expect(read.event).toBe(came.event);
    }
  });
});

scenarios('webhooks that are not received', (start) => {
  test.each([
    ['an error', status(500)],
    ['a redirect', status(302, { location: 'http://127.0.0.1:1/' })],
    ['a client error', status(404)],
    ['a reset', (response) => void response.destroy()],
  ] as [string, Responder][])('because of %s are sent again', async (_, answer) => {
    await using at = await withReceiver(start, answer);
    await tag(at.server, 'a');
    await at.server.server.settle();
    expect(await statesOf(at.server)).toEqual([['pending', 1]]);
    at.receiver.answer = status(204);
    await at.server.server.advance({ minutes: 1 });
    expect(await statesOf(at.server)).toEqual([['delivered', 2]]);
    expect(at.receiver.came[0]).toEqual(at.receiver.came[1]);
  });

  test('in time are sent again', async () => {
    await using at = await withReceiver(start, () => undefined, {}, { webhooks: { timeout: 30 } });
    await tag(at.server, 'a');
    await at.server.server.settle();
    const [delivery] = await at.server.server.webhooks.deliveries();
    expect(delivery).toMatchObject({
      state: 'pending',
      attempts: [{ at: Date.parse('2026-03-06T12:00:00Z'), error: 'no answer within 30 ms' }],
    });
  });

  test('hold back neither later events nor other webhooks', async () => {
    await using other = await Receiver.start();
    await using receiver = await Receiver.start(status(500));
    const webhooks = [
      { id: '1', post_url: receiver.url },
      { id: '2', post_url: other.url },
    ];
    await using server = await start({ seed: mailingAccount({ subscribers: [ANN], webhooks }) });
    for (const name of ['a', 'b', 'c']) await tag(server, name);
    await server.server.settle();
    for (const { came } of [receiver, other]) {
      expect(came.map(({ data }) => data.properties?.tag)).toEqual(['a', 'b', 'c']);
    }
  });

  test('by a receiver that hangs do not starve another one', async () => {
    await using other = await Receiver.start();
    await using receiver = await Receiver.start(() => undefined);
    const webhooks = [
      { id: '1', post_url: receiver.url },
      { id: '2', post_url: other.url },
    ];
    await using server = await start({
      seed: mailingAccount({ webhooks }),
      webhooks: { timeout: 400 },
    });
    const subscribers = Array.from({ length: 50 }, (_, i) => ({ email: `p${i}@acme.test` }));
    await server.post('subscribers/batches', { batches: [{ subscribers }] });
    await expect.poll(() => other.came.length, { timeout: 5000 }).toBeGreaterThanOrEqual(50);
    expect(receiver.came.length).toBeLessThan(50);
  });

  // proves: webhook-delivery When the receiving endpoint rate limits, the service re-sends for up to 3 days
  test('because the receiver limits them are sent again for 3 days, and the webhook stays enabled', async () => {
    await using at = await withReceiver(start, status(429));
    await tag(at.server, 'a');
    await at.server.server.advance({ seconds: 3 * DAY - 1 });
    expect((await statesOf(at.server))[0]?.[0]).toBe('pending');
    await at.server.server.advance({ seconds: 1 });
    expect((await statesOf(at.server))[0]?.[0]).toBe('given_up');
    const attempts = at.receiver.came.length;
    expect(attempts).toBeGreaterThan(10);
    await at.server.server.advance({ days: 30 });
    expect(at.receiver.came).toHaveLength(attempts);
    expect(await at.server.server.webhooks.get('1')).toMatchObject({ status: 'active', failing_since: null });
    expect(await at.server.server.notices()).toEqual([]);
  });

  // proves: webhook-delivery When the endpoint errors for 3 days, the account is notified and the webhook disabled
  // proves: transition Webhook: enabled → Receiving endpoint errors (other than rate limiting) for 3 days
  test('for 3 days disable their webhook, and the account is told', async () => {
    await using at = await withReceiver(start, status(500));
    await tag(at.server, 'a');
    await at.server.server.advance({ days: 1 });
    await tag(at.server, 'b');
    expect(await at.server.server.webhooks.get('1')).toMatchObject({
      status: 'active',
      failing_since: '2026-03-06T12:00:00.000Z',
    });
    await at.server.server.advance({ days: 2 });
    expect(await at.server.server.webhooks.get('1')).toMatchObject({ status: 'disabled' });
    expect(await at.server.server.notices()).toEqual([
      {
        id: expect.any(String),
        kind: 'webhook_disabled',
        message: expect.stringContaining('has failed for 3 days (it answered 500) and is disabled'),
        details: { webhook_id: '1', post_url: at.receiver.url },
        createdAt: '2026-03-09T12:00:00Z',
      },
    ]);
    await tag(at.server, 'c');
    await at.server.server.advance({ days: 30 });
    expect((await statesOf(at.server)).map(([state]) => state)).toEqual(['given_up', 'dropped']);
    expect(at.receiver.came.some(({ data }) => data.properties?.tag === 'c')).toBe(false);

    at.receiver.answer = status(200);
    await at.server.server.webhooks.enable('1');
    await tag(at.server, 'd');
    await at.server.server.advance({ days: 30 });
    expect(at.receiver.came.at(-1)?.data.properties).toEqual({ tag: 'd' });
    expect(at.receiver.came.filter(({ data }) => data.properties?.tag === 'c')).toEqual([]);
  });

  test('now and then, with long silences in between, leave it enabled', async () => {
    await using at = await withReceiver(start);
    for (let week = 0; week < 3; week++) {
      // One failure, and then the receiver limits: neither is a success.
      at.receiver.answer = status(500);
      await tag(at.server, `week ${week}`);
      await at.server.server.settle();
      at.receiver.answer = status(429);
      await at.server.server.advance({ days: 7 });
    }
    expect(await at.server.server.webhooks.get('1')).toMatchObject({ status: 'active' });
  });

  test('by a receiver that recovers in time leave it enabled', async () => {
    await using at = await withReceiver(start, status(500));
    await tag(at.server, 'a');
    await at.server.server.advance({ days: 2 });
    at.receiver.answer = status(200);
    await at.server.server.advance({ days: 2 });
    expect(await at.server.server.webhooks.get('1')).toMatchObject({ status: 'active', failing_since: null });
    expect((await statesOf(at.server)).map(([state]) => state)).toEqual(['delivered']);
  });

  test('and whose webhook is deleted meanwhile are dropped', async () => {
    await using at = await withReceiver(start, status(500));
    await tag(at.server, 'a');
    await at.server.server.settle();
    await at.server.delete('webhooks/1');
    await at.server.server.advance({ days: 5 });
    expect(await statesOf(at.server)).toEqual([['dropped', 1]]);
  });

  test('since their host stands for nothing never leave the machine', async () => {
    const webhooks = [{ id: '1', post_url: 'https://hooks.acme.test/in' }];
    await using server = await start({ seed: mailingAccount({ subscribers: [ANN], webhooks }) });
    await tag(server, 'a');
    await server.server.settle();
    const [delivery] = await server.server.webhooks.deliveries();
    expect(delivery?.attempts[0]?.error).toContain('reserved for examples');
  });
});

scenarios('the ledger of webhooks', (start) => {
  test('keeps what was sent and what was answered', async () => {
    await using at = await withReceiver(start, (response) => void response.end('x'.repeat(100_000)));
    await tag(at.server, 'a');
    await at.server.server.settle();
    const [delivery] = await at.server.server.webhooks.deliveries({ state: 'delivered' });
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
    expect(delivery?.answer).toMatchObject({ status: 200, headers: { connection: 'keep-alive' } });
    expect(delivery?.answer?.body).toHaveLength(4096);
    expect(await at.server.server.webhooks.deliveries({ webhookId: 'none' })).toEqual([]);
  });

  // Unspecified: U-87
  test('sends a delivery once more, as it was', async () => {
    await using at = await withReceiver(start);
    await tag(at.server, 'a');
    await at.server.server.settle();
    const [first] = await at.server.server.webhooks.deliveries();
    const again = await at.server.server.webhooks.replay(first?.id ?? '');
    expect(again).toMatchObject({ origin: 'replay', replayOf: first?.id, state: 'pending', attempts: [] });
    await at.server.server.settle();
    expect(at.receiver.came[1]).toEqual(at.receiver.came[0]);
    const { webhooks } = at.server.server;
    await expect(webhooks.replay('none')).rejects.toThrow('none');
    await webhooks.disable('1');
    await expect(webhooks.replay(first?.id ?? '')).rejects.toThrow('disabled');
    await expect(webhooks.trigger('subscriber.created', { webhookId: '1' })).rejects.toThrow('disabled');
  });

  test('sends samples about somebody, to whom nothing happens', async () => {
    await using at = await withReceiver(start, undefined, { events: ['subscriber.created'] });
    const before = await at.server.state();
    const { webhooks } = at.server.server;
    expect(await webhooks.trigger('subscriber.applied_tag')).toEqual([]);
    expect(await webhooks.trigger('subscriber.created', { subscriberId: ANN.id })).toHaveLength(1);
    await webhooks.trigger('subscriber.clicked_email', { webhookId: '1' });
    await at.server.server.settle();
    expect(at.receiver.came).toMatchObject([
      { event: 'subscriber.created', data: { subscriber: ANN } },
      { event: 'subscriber.clicked_email', data: { properties: { ip_address: '203.0.113.7' } } },
    ]);
    expect(await at.server.state()).toBe(before);
    expect(() => webhooks.trigger('subscriber.nothing' as never)).toThrow('subscriber.nothing');
  });
});

scenarios('faults of webhooks', (start) => {
  test.each([
    [{ status: 503, times: 1 }, ['a'], 503],
    [{ drop: 'before', times: 1 }, ['a'], undefined],
    [{ drop: 'after', times: 1 }, ['a', 'a'], undefined],
  ] as const)('as %o lose an attempt', async (fault, tags, code) => {
    await using at = await withReceiver(start);
    at.server.server.faults.webhook('1', fault);
    await tag(at.server, 'a');
    await at.server.server.advance({ minutes: 1 });
    expect(at.receiver.came.map(({ data }) => data.properties?.tag)).toEqual(tags);
    const [delivery] = await at.server.server.webhooks.deliveries();
    expect(delivery?.attempts.map((attempt) => attempt.status)).toEqual([code, 200]);
  });

  test('double what is sent, or hold it back so that later ones overtake it', async () => {
    await using at = await withReceiver(start);
    at.server.server.faults.webhook('1', { duplicate: 2, times: 1 });
    at.server.server.faults.webhook('1', { hold: 60, times: 1 });
    for (const name of ['a', 'b', 'c']) {
      await tag(at.server, name);
      await at.server.server.settle();
    }
    const tags = () => at.receiver.came.map(({ data }) => data.properties?.tag);
    expect(tags()).toEqual(['a', 'a', 'a', 'c']);
    await at.server.server.advance({ minutes: 1 });
    expect(tags()).toEqual(['a', 'a', 'a', 'c', 'b']);
  });
});
