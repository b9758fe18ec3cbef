import { expect, onTestFinished, test } from 'vitest';
import { TIME_LIMIT } from '../../../scripts/setup/time-limit.ts';
import { scenarios } from './harness.ts';
import { mailingAccount } from './mailing-account.ts';
import { ANN, statesOf, tag, withReceiver } from './webhook-account.ts';
import { Receiver, type Responder, status } from './webhook-receiver.ts';

const DAY = 24 * 3600;

/** Two receivers, and an account with a webhook for each. */
async function twoReceivers(answer: Responder) {
  const [first, other] = [await Receiver.start(answer), await Receiver.start()];
  onTestFinished(
    async () => void (await Promise.all([first, other].map((one) => one[Symbol.asyncDispose]()))),
  );
  const webhooks = [first, other].map(({ url: post_url }) => ({ post_url }));
  return { first, other, seed: mailingAccount({ subscribers: [ANN], webhooks }) };
}

scenarios('failed webhook deliveries', (start) => {
  test.each([
    ['an error', status(500)],
    ['a redirect', status(302, { location: 'http://127.0.0.1:1/' })],
    ['a client error', status(404)],
    ['a reset', (response) => void response.destroy()],
  ] as [string, Responder][])('a delivery that fails because of %s is retried', async (_, answer) => {
    await using at = await withReceiver(start, answer);
    await tag(at.server, 'a');
    await at.server.settle();
    expect(await statesOf(at.server)).toEqual([['pending', 1]]);
    at.receiver.answer = status(204);
    await at.server.advance({ minutes: 1 });
    expect(await statesOf(at.server)).toEqual([['delivered', 2]]);
    expect(at.receiver.came[0]).toEqual(at.receiver.came[1]);
  });

  test('a delivery that times out is retried', async () => {
    await using at = await withReceiver(start, () => undefined, {}, { webhooks: { timeout: 30 } });
    await tag(at.server, 'a');
    await at.server.settle();
    const [delivery] = await at.server.webhooks.deliveries();
    expect(delivery).toMatchObject({
      state: 'pending',
      attempts: [{ at: Date.parse('2026-03-06T12:00:00Z'), error: 'no response within 30 ms' }],
    });
  });

  test('a failed delivery blocks neither later events nor other webhooks', async () => {
    const { first, other, seed } = await twoReceivers(status(500));
    await using server = await start({ seed });
    for (const name of ['a', 'b', 'c']) await tag(server, name);
    await server.settle();
    for (const { came } of [first, other]) {
      expect(came.map(({ data }) => data.properties?.tag)).toEqual(['a', 'b', 'c']);
    }
  });

  test('a receiver that hangs does not block another one', async () => {
    const { first, other, seed } = await twoReceivers(() => undefined);
    await using server = await start({ seed, webhooks: { timeout: TIME_LIMIT } });
    const subscribers = Array.from({ length: 50 }, (_, i) => ({ email: `p${i}@acme.test` }));
    await server.post('subscribers/batches', { batches: [{ subscribers }] });
    await expect.poll(() => other.came.length).toBeGreaterThanOrEqual(50);
    expect(first.came.length).toBeLessThan(50);
  });

  // proves: webhook-delivery When the receiving endpoint rate limits, the service re-sends for up to 3 days
  test('rate-limited deliveries are retried for 3 days, and the webhook stays enabled', async () => {
    await using at = await withReceiver(start, status(429));
    await tag(at.server, 'a');
    await at.server.advance({ seconds: 3 * DAY - 1 });
    expect((await statesOf(at.server))[0]?.[0]).toBe('pending');
    await at.server.advance({ seconds: 1 });
    expect((await statesOf(at.server))[0]?.[0]).toBe('given_up');
    const attempts = at.receiver.came.length;
    expect(attempts).toBeGreaterThan(10);
    await at.server.advance({ days: 30 });
    expect(at.receiver.came).toHaveLength(attempts);
    expect(await at.server.webhooks.get('1')).toMatchObject({ status: 'active', failing_since: null });
    expect(await at.server.notices()).toEqual([]);
  });

  // proves: webhook-delivery When the endpoint errors for 3 days, the account is notified and the webhook disabled
  // proves: transition Webhook: enabled → Receiving endpoint errors (other than rate limiting) for 3 days
  test('a webhook that fails for 3 days is disabled, and the account is notified', async () => {
    await using at = await withReceiver(start, status(500));
    await tag(at.server, 'a');
    await at.server.advance({ days: 1 });
    await tag(at.server, 'b');
    expect(await at.server.webhooks.get('1')).toMatchObject({
      status: 'active',
      failing_since: '2026-03-06T12:00:00.000Z',
    });
    await at.server.advance({ days: 2 });
    expect(await at.server.webhooks.get('1')).toMatchObject({ status: 'disabled' });
    expect(await at.server.notices()).toEqual([
      {
        id: expect.any(String),
        kind: 'webhook_disabled',
        message: expect.stringContaining('has failed for 3 days (it answered 500) and has been disabled'),
        details: { webhook_id: '1', post_url: at.receiver.url },
        createdAt: '2026-03-09T12:00:00Z',
      },
    ]);
    await tag(at.server, 'c');
    await at.server.advance({ days: 30 });
    expect((await statesOf(at.server)).map(([state]) => state)).toEqual(['given_up', 'dropped']);
    expect(at.receiver.came.some(({ data }) => data.properties?.tag === 'c')).toBe(false);

    at.receiver.answer = status(200);
    await at.server.webhooks.enable('1');
    await tag(at.server, 'd');
    await at.server.advance({ days: 30 });
    expect(at.receiver.came.at(-1)?.data.properties).toEqual({ tag: 'd' });
    expect(at.receiver.came.filter(({ data }) => data.properties?.tag === 'c')).toEqual([]);
  });

  test('occasional failures with long pauses leave the webhook enabled', async () => {
    await using at = await withReceiver(start);
    for (let week = 0; week < 3; week++) {
      // One failure, then rate limiting: neither is a success.
      at.receiver.answer = status(500);
      await tag(at.server, `week ${week}`);
      await at.server.settle();
      at.receiver.answer = status(429);
      await at.server.advance({ days: 7 });
    }
    expect(await at.server.webhooks.get('1')).toMatchObject({ status: 'active' });
  });

  test('a receiver that recovers in time leaves the webhook enabled', async () => {
    await using at = await withReceiver(start, status(500));
    await tag(at.server, 'a');
    await at.server.advance({ days: 2 });
    at.receiver.answer = status(200);
    await at.server.advance({ days: 2 });
    expect(await at.server.webhooks.get('1')).toMatchObject({ status: 'active', failing_since: null });
    expect((await statesOf(at.server)).map(([state]) => state)).toEqual(['delivered']);
  });

  test('deliveries of a deleted webhook are dropped', async () => {
    await using at = await withReceiver(start, status(500));
    await tag(at.server, 'a');
    await at.server.settle();
    await at.server.delete('webhooks/1');
    await at.server.advance({ days: 5 });
    expect(await statesOf(at.server)).toEqual([['dropped', 1]]);
  });

  test('a delivery that fails while its webhook is being disabled is given up', async () => {
    await using at = await withReceiver(start, status(500), { events: ['subscriber.created'] });
    await at.server.upsert({ email: 'bob@acme.test' });
    await at.server.advance({ seconds: 3 * DAY - 1 });
    let fail: (() => void) | undefined;
    at.receiver.answer = (response) => {
      fail = () => response.writeHead(500).end();
    };
    await at.server.upsert({ email: 'eve@acme.test' });
    await expect.poll(() => fail).toBeDefined();
    at.receiver.answer = status(500);
    at.server.clock.set('2026-03-06T12:00:01Z'); // another second
    await at.server.upsert({ email: 'cat@acme.test' }); // starts jobs that are due
    await expect.poll(() => at.server.notices()).toHaveLength(1);
    fail?.();
    await at.server.settle();
    const [bob, eve] = await statesOf(at.server);
    expect([bob?.[0], eve?.[0]]).toEqual(['given_up', 'given_up']);
    expect(await at.server.webhooks.get('1')).toMatchObject({ status: 'disabled', failing_since: null });
  });

  test('with a random seed, the order in which deliveries fail does not change when they are retried', async () => {
    const retriesWith = async (...order: string[]) => {
      const webhook = { events: ['subscriber.created'] };
      await using at = await withReceiver(start, () => undefined, webhook, { randomSeed: 7 });
      const held = new Map<unknown, () => void>();
      at.receiver.answer = (response, { data }) =>
        void held.set(data.subscriber.email, () => response.writeHead(500).end());
      for (const email of order.toSorted()) await at.server.upsert({ email });
      await expect.poll(() => held.size).toBe(order.length);
      at.receiver.answer = status(500);
      for (const [index, email] of order.entries()) {
        held.get(email)?.();
        const failed = async () => (await statesOf(at.server)).filter(([, attempts]) => attempts === 1);
        await expect.poll(failed).toHaveLength(index + 1);
      }
      await at.server.advance({ days: 1 });
      const deliveries = await at.server.webhooks.deliveries();
      return deliveries.map(({ id, attempts }) => [id, ...attempts.map(({ at }) => at)]);
    };
    const retries = await retriesWith('bob@acme.test', 'eve@acme.test');
    for (const [, ...times] of retries) expect(times.length).toBeGreaterThan(5);
    expect(await retriesWith('eve@acme.test', 'bob@acme.test')).toEqual(retries);
  });

  test('deliveries to reserved host names never leave the machine', async () => {
    const webhooks = [{ id: '1', post_url: 'https://hooks.acme.test/in' }];
    await using server = await start({ seed: mailingAccount({ subscribers: [ANN], webhooks }) });
    await tag(server, 'a');
    await server.settle();
    const [delivery] = await server.webhooks.deliveries();
    expect(delivery?.attempts[0]?.error).toContain('reserved for examples');
  });
});
