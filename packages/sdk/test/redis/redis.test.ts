// @thorough: many processes
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Redis } from 'ioredis';
import { createClient as createNodeRedis } from 'redis';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { TIME_LIMIT } from '../../../../scripts/setup/time-limit.ts';
import { createServer } from '../../../mock-server/src/index.ts';
import type { ClientOptions } from '../../src/index.ts';
import type { Ask } from '../../src/rate-limits/budget.ts';
import { type IoRedisLike, type NodeRedisLike, redisLimits } from '../../src/redis/index.ts';
import { toNodeHandler } from '../../src/webhooks/index.ts';
import { subscribers } from '../bulk-receiving.ts';
import { HOUR, simulation, times } from '../limits/simulation.ts';
import { serving } from '../serving.ts';
import { missing, startRedis } from './redis-server.ts';

describe.skipIf(missing)('limits in Redis', () => {
  let redis: Awaited<ReturnType<typeof startRedis>>;
  beforeAll(async () => {
    redis = await startRedis();
  });
  afterAll(() => redis?.[Symbol.asyncDispose]());

  type World = Awaited<ReturnType<typeof simulation>>;

  const ioredis = async (world: World): Promise<IoRedisLike> => {
    const client = new Redis(redis.port, '127.0.0.1');
    onTestFinished(() => client.disconnect());
    await client.ping();
    const run = (script: string, count: number, ...rest: string[]) => client.eval(script, count, ...rest);
    return { defineCommand: true, eval: (...given) => world.during(run(...given)) };
  };
  const nodeRedis = async (world: World): Promise<NodeRedisLike> => {
    const client = createNodeRedis({ url: `redis://127.0.0.1:${redis.port}` });
    onTestFinished(() => client.destroy());
    await client.connect();
    return { scriptLoad: true, eval: (script, given) => world.during(client.eval(script, given)) };
  };

  let runs = 0;
  /** Options with keys of their own. */
  const optionsFor = (world: World) => {
    runs += 1;
    return { prefix: `test${runs}`, clock: world.clock, timeout: TIME_LIMIT };
  };
  /** Asks for one of two requests an hour. */
  const askingIn = (world: World, more: Partial<Ask> = {}): Ask => ({
    ...{ account: '9', baseUrl: 'https://api.test', costs: [{ budget: 'individual', amount: 1 }] },
    ...{
      allowances: { individual: 2, batch: 1, records: 1, window: HOUR, share: 1 },
      now: world.clock.now(),
    },
    ...{ waiting: 1, deadline: Infinity, ...more },
  });
  /** Clients as in several processes: each has its own connection and limiter. */
  const processes = async (world: World, count: number, limits: ClientOptions['limits'] & object = {}) => {
    const options = optionsFor(world);
    const redisClients = await Promise.all(Array.from({ length: count }, () => ioredis(world)));
    return redisClients.map((one) =>
      world.connect({ limits: { mode: 'wait', shared: redisLimits(one, options), ...limits } }),
    );
  };

  test.each([0, 20, 47])(
    '8 processes share 36 requests an hour, in windows that begin %d minutes before their first call',
    async (minutes) => {
      await using world = await simulation({ individual: 36, windowOffset: minutes * 60_000 });
      const clients = await processes(world, 8);
      const calls = times(100, (i) => clients[i % 8]?.tags.list() ?? Promise.reject(new Error('nobody')));
      const result = await world.run(40, calls);
      expect(result).toMatchObject({ lost: 0, rejected: 0, requests: 100 });
      expect(result.took).toBeLessThan(2 * HOUR * 1.01);
    },
  );

  test('4 processes of the machine, started at random, are never refused', async () => {
    const window = 2000;
    const began = Date.now();
    // An hour of the server passes in two seconds.
    const clock = { now: () => began + (Date.now() - began) * (HOUR / window) };
    const windowOffset = Math.floor(Math.random() * HOUR * 0.9);
    await using server = await createServer({ clock, limits: { individual: 36, windowOffset } });
    let refused = 0;
    const baseUrl = await serving(
      toNodeHandler(async (request) => {
        const response = await server.fetch(request);
        if (response.status === 429) refused += 1;
        return response;
      }),
    );
    const { accountId, apiKey } = server.connection;
    const given = JSON.stringify({ baseUrl, accountId, apiKey, port: redis.port, calls: 24, window });
    const done = await Promise.all(Array.from({ length: 4 }, () => work(given)));
    expect({ done, refused }).toEqual({ done: Array(4).fill('24'), refused: 0 });
  });

  test('both kinds of clients share the same budgets', async () => {
    await using world = await simulation({ individual: 10 });
    const options = optionsFor(world);
    const stores = [redisLimits(await ioredis(world), options), redisLimits(await nodeRedis(world), options)];
    const [one, other] = stores.map((shared) => world.connect({ limits: { mode: 'throw', shared } }));
    for (let i = 0; i < 5; i += 1) {
      await one?.tags.list();
      await other?.tags.list();
    }
    for (const client of [one, other]) {
      const refusal = { name: 'LimitReachedError', budget: 'individual' };
      await expect(client?.tags.list()).rejects.toMatchObject(refusal);
    }
    expect(world.statuses).toEqual(Array(10).fill(200));
  });

  test('batches share their requests and records', async () => {
    await using world = await simulation({ batch: 5, records: 300 });
    const clients = await processes(world, 2, { batch: 5, records: 300 });
    const records = subscribers(100);
    const calls = times(7, (i) => clients[i % 2]?.subscribers.upsertBatch(records) ?? Promise.reject());
    const result = await world.run(4, calls);
    expect(result).toMatchObject({ lost: 0, rejected: 0, requests: 7 });
    expect(result.took).toBeLessThan(2 * HOUR * 1.01);
  });

  test('requests granted to a process that died count as made after its lease', async () => {
    await using world = await simulation({});
    const store = redisLimits(await ioredis(world), { ...optionsFor(world), lease: 60_000 });
    const take = () => store.take(askingIn(world));
    expect(await take()).toHaveProperty('marks');
    expect(await take()).toMatchObject({ budget: 'individual', until: Infinity });
    world.clock.advance(60_001);
    expect(await take()).toHaveProperty('marks');
    expect(await take()).toMatchObject({ budget: 'individual' });
    world.clock.advance(HOUR * 1.01);
    expect(await take()).toHaveProperty('marks');
  });

  test('waiting callers take turns, and new ones follow them', async () => {
    await using world = await simulation({});
    const store = redisLimits(await ioredis(world), optionsFor(world));
    const ask = (hasWaited: boolean) => askingIn(world, { hasWaited });
    const turnsOf = async (count: number) => {
      const verdicts = await Promise.all(Array.from({ length: count }, () => store.take(ask(true))));
      return verdicts.map((verdict) => ('turn' in verdict ? verdict.turn : undefined));
    };
    const grant = await store.take(ask(true));
    if ('budget' in grant) throw new Error('denied');
    expect((await turnsOf(400)).slice(-2)).toEqual([100, 100]); // four in each millisecond
    await store.settle(ask(true), grant, [{ kind: 'counted', limit: 2, remaining: 1 }]);
    expect(await store.take(ask(false))).toMatchObject({ until: Infinity, turn: 101 });
    expect(await store.take(ask(true))).toHaveProperty('marks');
    expect((await turnsOf(400)).slice(-2)).toEqual([8081, 8101]); // every 20 ms, after the earlier ones
    world.clock.advance(HOUR * 1.001 - 1000);
    expect((await turnsOf(400)).slice(-2)).toEqual([1088, 1088]); // the window ends in 1000 ms
  });

  test('a grant that comes after the timeout is returned, so that another client can use it', async () => {
    await using world = await simulation({});
    const client = await ioredis(world);
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const slow: IoRedisLike = {
      defineCommand: true,
      eval: async (...given) => {
        const reply = await client.eval(...given);
        await released;
        return reply;
      },
    };
    const options = optionsFor(world);
    const ask = askingIn(world, { hasWaited: true });
    const other = redisLimits(client, options);
    expect(await redisLimits(slow, { ...options, timeout: 50 }).take(ask)).toMatchObject({ id: '' });
    expect(await other.take(ask)).toHaveProperty('until');
    release();
    await expect.poll(() => other.take(ask)).toHaveProperty('marks');
  });

  test('a script is sent once, and again after Redis has lost it', async () => {
    await using own = await startRedis();
    await using world = await simulation({});
    const client = new Redis(own.port, '127.0.0.1');
    onTestFinished(() => client.disconnect());
    await client.ping();
    let scripts = 0;
    const counting: IoRedisLike = {
      defineCommand: true,
      eval: (script, count, ...rest) => {
        scripts += 1;
        return world.during(client.eval(script, count, ...rest));
      },
      evalsha: (hash, count, ...rest) => world.during(client.evalsha(hash, count, ...rest)),
    };
    const shared = redisLimits(counting, { clock: world.clock, timeout: TIME_LIMIT });
    const ours = world.connect({ limits: { shared } });
    await ours.tags.list();
    await ours.tags.list();
    expect(scripts).toBe(1);
    await client.script('FLUSH');
    await ours.tags.list();
    expect(scripts).toBe(2);
  });

  test('without Redis, calls continue with the budgets of the process', async () => {
    await using own = await startRedis();
    await using world = await simulation({ individual: 36 });
    const client = new Redis(own.port, '127.0.0.1', {
      enableOfflineQueue: false,
      maxRetriesPerRequest: 0,
      lazyConnect: true,
    });
    client.on('error', () => {});
    onTestFinished(() => client.disconnect());
    await client.connect();
    await client.ping();
    const errors: unknown[] = [];
    const run = (script: string, count: number, ...rest: string[]) => client.eval(script, count, ...rest);
    const watched: IoRedisLike = { defineCommand: true, eval: (...given) => world.during(run(...given)) };
    const shared = redisLimits(watched, { clock: world.clock, onError: (error) => errors.push(error) });
    const ours = world.connect({ limits: { mode: 'wait', individual: 36, shared } });
    expect(await world.lists(ours, 10, 4)).toMatchObject({ lost: 0, rejected: 0 });
    await own[Symbol.asyncDispose]();
    const update = (i: number) => ours.subscribers.upsert({ email: `p${i % 2}@x.io`, first_name: `${i}` });
    const result = await world.run(8, times(50, update));
    expect(result).toMatchObject({ lost: 0, rejected: 0 });
    expect(errors.length).toBeGreaterThan(0);
  });

  test('a Redis that does not answer delays nothing, and is used again once it answers', async () => {
    await using world = await simulation({});
    const client = await ioredis(world);
    const asked: string[] = [];
    let isMute = true;
    const errors: unknown[] = [];
    const moody: IoRedisLike = {
      defineCommand: true,
      eval: (...given) => {
        asked.push(isMute ? 'in vain' : 'well');
        return isMute ? new Promise(() => {}) : client.eval(...given);
      },
    };
    const shared = redisLimits(moody, {
      ...{ timeout: 3000, clock: world.clock, prefix: 'moody' },
      onError: (error) => errors.push(String(error)),
    });
    const ours = world.connect({ limits: { mode: 'wait', shared } });
    await ours.tags.list();
    await ours.tags.list();
    expect(errors).toEqual(['Error: Redis did not answer within 3000 ms.']);
    isMute = false;
    world.clock.advance(5001);
    await ours.tags.list();
    expect(errors).toHaveLength(1);
    expect(asked).toEqual(['in vain', 'well', 'well']);
  });

  test('neither credentials nor addresses are stored', async () => {
    await using world = await simulation({});
    const [client] = await processes(world, 1);
    const direct = new Redis(redis.port, '127.0.0.1');
    onTestFinished(() => direct.disconnect());
    const seen: string[] = [];
    const monitor = await direct.monitor();
    onTestFinished(() => monitor.disconnect());
    monitor.on('monitor', (_, words: string[]) => seen.push(words.join(' ')));
    await client?.subscribers.upsert({ email: 'ann@example.com' });
    await expect.poll(() => seen.join('\n')).toContain(':turn:');
    const all = seen.join('\n');
    expect(all).not.toContain('ann@');
    expect(all).not.toContain(world.server.connection.apiKey);
    expect(all).not.toContain(btoa(`${world.server.connection.apiKey}:`));
  });

  test('updates of one subscriber run one at a time, across all processes', async () => {
    await using world = await simulation({});
    const clients = await processes(world, 4);
    const update = (i: number) =>
      clients[i % 4]?.subscribers.upsert({ email: `p${i % 5}@x.io`, first_name: `${i}` }) ?? Promise.reject();
    expect(await world.run(60, times(60, update))).toMatchObject({ lost: 0, rejected: 0, requests: 60 });
  });
});

/** Runs a process of worker.ts, and gives how many calls succeeded. */
async function work(given: string): Promise<string> {
  const flags = ['--conditions=trickle-source', '--no-warnings'];
  const { stdout } = await promisify(execFile)(process.execPath, [
    ...flags,
    join(import.meta.dirname, 'worker.ts'),
    given,
  ]);
  return stdout;
}
