import { expect, test } from 'vitest';
import { LimitReachedError, RateLimitError } from '../../src/index.ts';
import { clientOf, failureOf, ok } from '../answered-client.ts';
import { subscribers } from '../bulk-receiving.ts';
import { HOUR, simulation, times } from './simulation.ts';

/** A client may be 1 % slower than one that the service never refuses can be. */
const inWindows = (windows: number) => windows * HOUR * 1.01;
const MINUTE = 60_000;

test.each([
  [60, 0, 1],
  [60, 20, 1],
  [60, 40, 1],
  [60, 59, 1],
  [360, 0, 9],
  [360, 25, 9],
])(
  '%d calls at 36 an hour, in windows that began %d minutes before, take %d',
  async (calls, minutes, windows) => {
    await using world = await simulation({ individual: 36, windowOffset: minutes * MINUTE });
    const result = await world.lists(world.connect(), calls, 16);
    expect(result).toMatchObject({ lost: 0, rejected: 0, requests: calls });
    expect(result.took).toBeLessThan(inWindows(windows));
  },
);

test('a window’s whole limit is used at once if no more calls wait', async () => {
  await using world = await simulation({ individual: 360 });
  const result = await world.lists(world.connect(), 360, 360);
  expect(result).toEqual({ took: 0, lost: 0, rejected: 0, requests: 360 });
});

test.each([
  { share: 0.5, individual: 3600, hours: [18, 18, 18] },
  { share: 0.26, individual: 40, hours: [9, 9, 9] },
  { share: 0.001, individual: 36, hours: [1, 1, 1] },
])(
  'a client with a share of $share leaves the rest of each hour to others',
  async ({ share, individual, hours }) => {
    // The service reports a limit of 36, whatever the client expects.
    await using world = await simulation({ individual: 36 });
    const began = world.clock.now();
    const sent = hours.map(() => 0);
    const client = world.connect({
      limits: { mode: 'wait', share, individual },
      onResponse: () => {
        const hour = Math.floor((world.clock.now() - began) / HOUR);
        sent[hour] = (sent[hour] ?? 0) + 1;
      },
    });
    const calls = hours.reduce((sum, count) => sum + count);
    expect(await world.lists(client, calls, 16)).toMatchObject({ lost: 0, rejected: 0, requests: calls });
    expect(sent).toEqual(hours);
  },
);

test('a share counts for batches and their records too', async () => {
  await using world = await simulation({ batch: 6, records: 300 });
  const client = world.connect({ limits: { mode: 'throw', batch: 6, records: 300, share: 0.5 } });
  const send = (count: number) => client.subscribers.upsertBatch(subscribers(count));
  await send(100);
  await expect(send(51)).rejects.toThrow(LimitReachedError);
  await send(50);
  await expect(send(1)).rejects.toThrow(LimitReachedError);
  world.clock.advance(inWindows(1));
  for (let i = 0; i < 3; i += 1) await send(1);
  await expect(send(1)).rejects.toThrow(LimitReachedError);
  // The rest is there for another client.
  const other = world.connect({ limits: { mode: 'throw', batch: 6, records: 300 } });
  for (let i = 0; i < 3; i += 1) await other.subscribers.upsertBatch(subscribers(1));
});

test.each([0, -1, 1.01, Number.NaN])('%d is not a share', (share) => {
  const create = () => clientOf({ limits: { share } });
  expect(create).toThrow('`limits.share` must be a number above 0 and up to 1.');
});

test('batches stay within the limits of requests and of records', async () => {
  await using world = await simulation({ batch: 5, records: 300, windowOffset: 12 * MINUTE });
  const client = world.connect({ limits: { mode: 'wait', batch: 5, records: 300 } });
  const small = await world.run(
    4,
    times(12, () => client.subscribers.upsertBatch(subscribers(1))),
  );
  expect(small).toMatchObject({ lost: 0, rejected: 0, requests: 12 });
  expect(small.took).toBeLessThan(inWindows(2));
  world.clock.advance(2 * HOUR);
  const large = await world.run(
    4,
    times(7, () => client.subscribers.upsertBatch(subscribers(100))),
  );
  expect(large).toMatchObject({ lost: 0, rejected: 0, requests: 7 });
  expect(large.took).toBeLessThan(inWindows(2));
});

test('individual requests do not wait for batches', async () => {
  await using world = await simulation({ batch: 1 });
  const client = world.connect();
  await client.subscribers.upsertBatch([{ email: 'a@x.io' }]);
  const blocked = client.subscribers.upsertBatch([{ email: 'b@x.io' }]);
  await client.tags.list();
  await world.run(1, [() => blocked]);
});

test('beside another client that uses the budget, nothing is lost and little is rejected', async () => {
  await using world = await simulation({ individual: 36 });
  let refused = 0;
  const ours = world.connect({
    onResponse: ({ status }) => {
      if (status === 429) refused += 1;
    },
  });
  const other = world.connect({ limits: false, retries: 0 });
  let eaten = 0;
  const eat = async () => {
    for (let meals = 0; meals < 20; meals += 1) {
      const bites = await Promise.allSettled(Array.from({ length: 10 }, () => other.tags.list()));
      eaten += bites.filter(({ status }) => status === 'fulfilled').length;
      await world.clock.wait(20 * MINUTE);
    }
  };
  const eating = eat();
  const result = await world.lists(ours, 150, 16);
  expect(result.lost).toBe(0);
  expect(eaten).toBeGreaterThan(30);
  expect(refused).toBeLessThan(20);
  await world.run(1, [() => eating]);
});

test('a budget that another client has used up is waited for', async () => {
  await using world = await simulation({ individual: 36 });
  const [ours, other] = [world.connect(), world.connect({ limits: false, retries: 0 })];
  await world.lists(other, 36, 1);
  world.clock.advance(45 * MINUTE);
  const result = await world.lists(ours, 40, 16);
  expect(result.lost).toBe(0);
  expect(result.rejected).toBeLessThanOrEqual(8 + 8); // those that went ahead, and one every two minutes
  expect(result.took).toBeLessThan(77 * MINUTE); // the rest of the window, and the next one
});

test('60 simultaneous updates of 5 subscribers: none is rejected, and other subscribers do not wait', async () => {
  await using world = await simulation({});
  const client = world.connect();
  const update = (i: number) =>
    client.subscribers.upsert({ email: `p${i % 5}@x.io`, custom_fields: { n: `${i}` } });
  expect(await world.run(60, times(60, update))).toMatchObject({ lost: 0, rejected: 0, requests: 60 });
  for (let i = 0; i < 5; i += 1) {
    expect(await client.subscribers.get(`p${i}@x.io`)).toMatchObject({ custom_fields: { n: `${55 + i}` } });
  }
});

test('a known subscriber is recognized by every identifier', async () => {
  await using world = await simulation({});
  const client = world.connect();
  const { id = '', email = '' } = await client.subscribers.upsert({ email: 'Ann@x.io' });
  const updates = times(10, (i) =>
    Promise.all([
      client.subscribers.upsert({ id, first_name: `${i}` }),
      client.tags.apply({ email: email.toUpperCase(), tag: `t${i}` }),
      client.subscribers.unsubscribeAll(id),
    ]),
  );
  expect(await world.run(10, updates)).toMatchObject({ lost: 0, rejected: 0, requests: 30 });
});

test('identifiers that are not known to be of one subscriber succeed after a retry', async () => {
  await using world = await simulation({});
  const { id = '' } = await world.connect().subscribers.upsert({ email: 'ann@x.io' });
  const client = world.connect();
  const named = (i: number) => (i % 2 ? { email: 'ann@x.io' } : { id });
  const updates = times(20, (i) => client.subscribers.upsert({ ...named(i), first_name: `${i}` }));
  expect(await world.run(20, updates)).toMatchObject({ lost: 0 });
});

test('mode throw fails at once and says when to retry', async () => {
  await using world = await simulation({ individual: 2 });
  const client = world.connect({ limits: { mode: 'throw' } });
  await world.lists(client, 2, 1);
  const error = await failureOf(client.tags.list(), LimitReachedError);
  expect(error).toMatchObject({ budget: 'individual', isRetryable: true });
  const { retryAt } = error;
  expect((retryAt.getTime() - world.clock.now()) / HOUR).toBeCloseTo(1.001);
  world.clock.advance(retryAt.getTime() - world.clock.now());
  await client.tags.list();
});

test('by default a call waits a minute at most', async () => {
  await using world = await simulation({ individual: 1 });
  const client = world.connect({ limits: {} });
  await client.tags.list();
  await expect(client.tags.list()).rejects.toThrow(LimitReachedError);
  world.clock.advance(HOUR + 3600 - 30_000);
  expect(await world.run(1, [() => client.tags.list()])).toMatchObject({ took: 30_000, lost: 0 });
  await expect(client.tags.list({ maxWait: HOUR })).rejects.toThrow(LimitReachedError);
  expect(await world.run(1, [() => client.tags.list({ maxWait: 2 * HOUR })])).toMatchObject({ lost: 0 });
});

test('a rejection by the service that is too long to wait for has the time to retry', async () => {
  await using world = await simulation({ individual: 1 });
  const [other, ours] = [world.connect(), world.connect({ limits: { mode: 'throw' } })];
  await world.run(1, [() => other.tags.list()]);
  const error = await failureOf(ours.tags.list(), RateLimitError);
  expect(error).toMatchObject({ scope: 'hourly', retryAt: expect.any(Date) });
  await expect(ours.tags.list()).rejects.toThrow(LimitReachedError);
  expect(world.statuses).toEqual([200, 429]);
});

test('an abort ends the wait, and the others keep their order', async () => {
  await using world = await simulation({ individual: 2 });
  const client = world.connect();
  const order: string[] = [];
  await world.lists(client, 2, 2);
  const controller = new AbortController();
  const call = (name: string, options = {}) => client.tags.list(options).then(() => order.push(name));
  const aborted = call('aborted', { signal: controller.signal }).catch((reason: unknown) => reason);
  const [second, third] = [call('second'), call('third')];
  await new Promise((resolve) => setImmediate(resolve));
  controller.abort('enough');
  expect(await aborted).toBe('enough');
  await world.run(2, [() => second, () => third]);
  expect(order).toEqual(['second', 'third']);
});

test('a wait that exceeds the total timeout ends at once', async () => {
  await using world = await simulation({ individual: 1 });
  const client = world.connect();
  await client.tags.list();
  await expect(client.tags.list({ totalTimeout: 5000 })).rejects.toThrow(LimitReachedError);
});

test('events that exceed the hourly limit are sent later, once', async () => {
  await using world = await simulation({ individual: 3 });
  const [other, ours] = [world.connect(), world.connect()];
  await world.lists(other, 3, 1);
  const events = times(3, (i) => ours.events.record({ email: 'a@x.io', action: `a${i}` }));
  expect(await world.run(3, events)).toMatchObject({ lost: 0 });
  const recorded = await world.server.events({ event: 'subscriber.performed_custom_event' });
  expect(recorded).toHaveLength(3);
});

test('limits: false sends every call at once', async () => {
  await using world = await simulation({ individual: 2 });
  const client = world.connect({ limits: false });
  const result = await world.lists(client, 3, 3);
  expect(result).toMatchObject({ took: 0, lost: 1, rejected: 1 });
});

test('accounts have separate budgets', async () => {
  const client = clientOf({ fetch: ok, limits: { mode: 'throw', individual: 2 } });
  for (const accountId of ['1', '2', '1', '2']) await client.tags.list({ accountId });
  await expect(client.tags.list({ accountId: '1' })).rejects.toThrow(LimitReachedError);
  await client.tags.list({ accountId: '3' });
});
