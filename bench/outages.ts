/**
 * Three servers on one PostgreSQL under load, while servers are killed and frozen, the database is restarted, and
 * connections and links to the database are cut: what was accepted, lost, applied twice, let through beyond a limit, or
 * delivered out of order. It needs PostgreSQL and Redis, starts its own, and uses loopback only.
 */
import { writeFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { type Client, createClient } from '@trickle/sdk';
import { redisLimits } from '@trickle/sdk/redis';
import { Redis } from 'ioredis';
import pg from 'pg';
import { PostgresCluster } from '../packages/mock-server/test/postgres/cluster.ts';
import { CuttingProxy } from '../packages/mock-server/test/postgres/cutting-proxy.ts';
import { TemporaryFolder } from '../packages/mock-server/test/temporary-folder.ts';
import { startRedis } from '../packages/sdk/test/redis/redis-server.ts';
import { readSettings, titleOf } from './harness.ts';
import { WebhookReceiver } from './outages/receiver.ts';
import { Servers } from './outages/servers.ts';
import { table } from './report.ts';

const settings = readSettings({ seconds: 60 });

/** Requests of single records an hour, for each account. */
const LIMIT = 1000;
const BATCH_LIMIT = 500;
/** Accounts whose clients share the limits by Redis, and one whose client ignores them. */
const ACCOUNTS = ['1000001', '1000002', '1000003', '1000004'];
const GREEDY = '1000009';
const tokenOf = (accountId: string) => `token_${accountId}`;
const BATCH = 20;

const tally = { requests: 0, accepted: 0, refused: 0, uncertain: 0, greedy: 0, greedyRefused: 0 };
/** The numbers of events whose request was accepted. */
const accepted: number[] = [];
/** The numbers of events whose request had no answer: they may have been applied or not. */
const uncertain: number[][] = [];
let next = 1;

const seedOf = (webhookUrl: string) => ({
  accounts: [...ACCOUNTS, GREEDY].map((id) => ({
    id,
    name: id,
    users: [{ email: `owner@${id}.example`, token: tokenOf(id) }],
    webhooks: [{ post_url: webhookUrl, events: ['subscriber.performed_custom_event'] }],
  })),
});

/** Counts one request, whose events have these numbers. */
async function count(numbers: number[], send: () => Promise<unknown>): Promise<void> {
  tally.requests++;
  try {
    await send();
    tally.accepted++;
    accepted.push(...numbers);
  } catch (error) {
    const status = (error as { status?: number }).status;
    if (status !== undefined && status < 500) {
      tally.refused++;
    } else {
      tally.uncertain++;
      uncertain.push(numbers);
    }
  }
}

const counted = (name: string, number: number) => {
  return { email: `${name}@acme.test`, action: 'Counted', properties: { number } };
};

/** A client that sends events of its subscriber one after another, and now and then a change or a batch. */
async function work(client: Client, name: string, signal: AbortSignal): Promise<void> {
  for (let i = 0; !signal.aborted; i++) {
    if (i % 10 === 9) {
      const numbers = Array.from({ length: BATCH }, () => next++);
      const events = numbers.map((number) => counted(`batch-${name}`, number));
      await count(numbers, () => client.events.recordBatch(events, { signal }));
    } else if (i % 10 === 4) {
      const change = { email: `${name}@acme.test`, custom_fields: { turn: String(i) } };
      await count([], () => client.subscribers.upsert(change, { signal })); // takes a lock
    } else {
      const number = next++;
      await count([number], () => client.events.record(counted(name, number), { signal }));
    }
    await pause(20);
  }
}

/** A client that ignores its limits. Every request that is not refused has used the limit. */
async function beGreedy(send: typeof fetch, end: AbortSignal): Promise<void> {
  const headers = { authorization: `Basic ${btoa(`${tokenOf(GREEDY)}:`)}` };
  while (!end.aborted) {
    const response = await send(`http://127.0.0.1/v2/${GREEDY}/tags`, { headers }).catch(() => undefined);
    if (response?.status === 200) tally.greedy++;
    if (response?.status === 429) tally.greedyRefused++;
    await response?.arrayBuffer().catch(() => undefined);
    await pause(5);
  }
}

interface Parts {
  readonly servers: Servers;
  readonly cluster: PostgresCluster;
  /** The links of the servers to PostgreSQL. */
  readonly links: readonly CuttingProxy[];
}

/** The pause of the servers between two disturbances, and the time in which a proxy notices that one is away. */
const [PEACE, HEALTH_CHECK] = [3000, 2000];

/** Stops the first server, which others must not wait for, for 12 seconds. */
async function withoutFirst({ servers }: Parts, setStopped: (isStopped: boolean) => void): Promise<void> {
  setStopped(true);
  await pause(HEALTH_CHECK);
  servers.setAway(0, true);
  await pause(10_000);
  setStopped(false);
  await pause(HEALTH_CHECK);
  servers.setAway(0, false);
}

/** The disturbances, by their labels in the table. */
const DISTURBANCES: Readonly<Record<string, (parts: Parts) => Promise<void>>> = {
  'times that all connections of clients were cut': async ({ servers }) => {
    servers.cutClients();
    await pause(1000);
  },
  'servers killed': async ({ servers }) => {
    servers.kill(0);
    await pause(4000);
  },
  'servers frozen': (parts) => withoutFirst(parts, (isFrozen) => parts.servers.freeze(0, isFrozen)),
  'links to PostgreSQL cut': (parts) =>
    withoutFirst(parts, (isCut) => (isCut ? parts.links[0]?.swallow() : parts.links[0]?.accept())),
  'restarts of PostgreSQL': async ({ cluster }) => {
    await cluster.stop();
    await pause(500);
    await cluster.start();
    await pause(5000);
  },
};
/** The number of times that each disturbance happened. */
const counts = Object.fromEntries(Object.keys(DISTURBANCES).map((kind) => [kind, 0]));

/** Disturbs the servers until the end, in turn, with a time of peace before each disturbance. */
async function disturbAll(parts: Parts, end: AbortSignal): Promise<void> {
  for (;;) {
    for (const [kind, disturb] of Object.entries(DISTURBANCES)) {
      await pause(PEACE);
      if (end.aborted) return;
      counts[kind] = (counts[kind] ?? 0) + 1;
      await disturb(parts);
    }
  }
}

await using cluster = await PostgresCluster.start();
await cluster.run('create database faults');
await using redis = await startRedis();
using folder = new TemporaryFolder();
const receiver = new WebhookReceiver();
const seed = folder.file('seed.json');
writeFileSync(seed, JSON.stringify(seedOf(await receiver.listen())));
const url = cluster.url('faults');
const links = await Promise.all([0, 1, 2].map(() => new CuttingProxy(url).listen()));
const servers = new Servers((index) => [
  ...['--db', links[index]?.url ?? url],
  ...['--seed', seed],
  ...['--limits', `individual=${LIMIT},batch=${BATCH_LIMIT}`],
]);
await servers.start(3);

const connection = new Redis(redis.port, '127.0.0.1');
const shared = redisLimits(connection);
const end = AbortSignal.timeout(settings.seconds * 1000);
const clients = ACCOUNTS.flatMap((accountId) =>
  [1, 2, 3].map((n) => ({
    name: `${accountId}-${n}`,
    client: createClient({
      baseUrl: 'http://127.0.0.1',
      fetch: servers.fetch,
      accountId,
      apiKey: tokenOf(accountId),
      limits: { mode: 'wait', individual: LIMIT, batch: BATCH_LIMIT, shared },
    }),
  })),
);
const progress = setInterval(
  () => console.error(`${JSON.stringify(tally)}, ${receiver.size} webhooks`),
  5000,
);
await Promise.all([
  disturbAll({ servers, cluster, links }, end),
  ...[1, 2, 3, 4].map(() => beGreedy(servers.fetch, end)),
  ...clients.map(({ client, name }) => work(client, name, end).catch(() => undefined)),
]);

const database = new pg.Pool({ connectionString: url, max: 2 });
const settled = async () => {
  const { rows } = await database.query('select count(*)::int as jobs from jobs where failure is null');
  return rows[0].jobs === 0;
};
for (let tries = 0; !(await settled()) && tries < 1200; tries++) await pause(500);
clearInterval(progress);

const { rows: events } = await database.query<{ number: number; subscriber_id: string }>(
  `select ((properties::json)->>'number')::int as number, subscriber_id
   from domain_events where event = 'subscriber.performed_custom_event' order by seq`,
);
/** The events whose first attempt of a webhook failed: others overtake its retry, by design. */
const { rows: retried } = await database.query<{ number: number }>(
  `select ((e.properties::json)->>'number')::int as number
   from webhook_deliveries d join domain_events e on e.account_id = d.account_id and e.seq = d.event_seq
   where json_array_length(d.attempts::json) > 1`,
);
const { rows: left } = await database.query(
  'select kind, claimed_by is not null as is_claimed, failure, count(*)::int as jobs from jobs group by 1, 2, 3',
);
await database.end();
await servers.stop();
for (const link of links) await link[Symbol.asyncDispose]();
receiver.close();
connection.disconnect();

const times = new Map<number, number>();
const order = new Map<string, number[]>();
for (const { number, subscriber_id: id } of events) {
  times.set(number, (times.get(number) ?? 0) + 1);
  order.set(id, [...(order.get(id) ?? []), number]);
}
const lost = accepted.filter((number) => !times.has(number));
const doubled = [...times].filter(([, n]) => n > 1);
const halfDone = uncertain.filter((numbers) => new Set(numbers.map((number) => times.has(number))).size > 1);
const missing = [...times.keys()].length - receiver.size;
const overtaken = new Set(retried.map(({ number }) => number));
const disordered = [...order].flatMap(([id, numbers]) => {
  const arrived = (receiver.arrived.get(id) ?? []).filter((number) => !overtaken.has(number));
  const place = new Map(numbers.map((number, i) => [number, i]));
  return arrived.filter(
    (number, i) => i > 0 && (place.get(number) ?? 0) < (place.get(arrived[i - 1] ?? 0) ?? 0),
  );
});
const rows: [string, number][] = [
  ...Object.entries(counts),
  ['requests', tally.requests],
  ['accepted', tally.accepted],
  ['refused by a limit', tally.refused],
  ['without an answer, or 5xx', tally.uncertain],
  ['events accepted', accepted.length],
  ['events applied', times.size],
  ['accepted events lost', lost.length],
  ['events doubled', doubled.length],
  ['batches applied in part', halfDone.length],
  [`requests granted to a client without limits, of ${LIMIT}`, tally.greedy],
  ['its requests refused', tally.greedyRefused],
  ['granted beyond the limit', Math.max(0, tally.greedy - LIMIT)],
  ['webhooks that did not arrive', missing],
  ['webhooks whose first attempt failed', retried.length],
  ['other webhooks out of order', disordered.length],
  ['webhooks that arrived again', receiver.repeated],
  ['jobs left', left.reduce((sum, { jobs }) => sum + jobs, 0)],
];
console.log(titleOf('outages', settings));
console.log(
  table(
    ['', 'Count'],
    rows.map(([name, n]) => [name, n.toLocaleString('en')]),
  ),
);
for (const [words, n] of servers.complaints) console.error(`${n} × ${words}`);
for (const row of left) console.error('Left in the queue:', row);
