/**
 * The cost of a subscriber, an event, a webhook delivery and an email on PostgreSQL: CPU time of the server and of
 * PostgreSQL, bytes that it writes to its log, and bytes that it stores, in rows and in indexes. It needs PostgreSQL, starts
 * its own, and uses loopback only. The server is in the process. Records are sent in batches unless a row says otherwise.
 * All background work is included.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createServer } from '@trickle/mock-server';
import pg from 'pg';
import { PostgresCluster } from '../packages/mock-server/test/postgres/cluster.ts';
import { callerOf, readSettings, sendBatches, timed, titleOf } from './harness.ts';
import { formatted, report, table } from './report.ts';
import { cpuOfPostgres, pidOf } from './server/usage.ts';

const settings = readSettings({ count: 3000 });
const { count } = settings;
const EVENT = 'subscriber.performed_custom_event';

await using cluster = await PostgresCluster.start();
const database = new pg.Client({ connectionString: cluster.url('postgres') });
const html_body = '<p>Hello {{ subscriber.first_name }}: <a href="https://acme.test/oars">oars</a></p>';
const server = await createServer({
  db: cluster.url('postgres'),
  limits: false,
  seed: {
    accounts: [
      {
        id: '1',
        users: [{ email: 'owner@acme.test', token: 'key' }],
        default_from_email: 'crew@acme.test',
        default_postal_address: '1 Harbor Way',
        broadcasts: [{ id: '1', name: 'Sale', subject: 'Sale', html_body }],
      },
    ],
  },
});
const call = callerOf(server);
const subscribers = (from: number, to: number) => sendBatches(server, 'subscribers', subscriber, [from, to]);
const events = (to: number) => sendBatches(server, 'events', event, [0, to]);
const receiver = fork(join(import.meta.dirname, 'storage/receiver.ts'));
const [port] = await once(receiver, 'message');
await database.connect();
const rows: (readonly [name: string, figures: readonly number[]])[] = [];
const costOf = (name: string, place: number) => rows.find(([one]) => one === name)?.[1][place] ?? Number.NaN;
try {
  await subscribers(0, 100); // warm-up
  await events(100);
  await measure('subscriber with a tag and a custom field', () => subscribers(100, 100 + count));
  await measure('event of a subscriber', () => events(count));
  await measure('event in a request of its own', recordOneByOne);
  await call('POST', 'webhooks', { webhooks: [{ post_url: `http://127.0.0.1:${port}/`, events: [EVENT] }] });
  await measure('event with a webhook delivery', () => events(count));
  await measure('email of a broadcast', sendBroadcast, count + 100);
} finally {
  await database.end();
  await server.close();
  receiver.disconnect();
}
console.log(titleOf('storage', settings));
console.log(
  `${formatted(count)} of each. CPU µs, bytes of the write-ahead log, and stored bytes, for one.\n`,
);
for (const [place, name, most] of [
  [0, 'server', 1300],
  [1, 'database', 1000],
] as const) {
  const cost = costOf('event with a webhook delivery', place) - costOf('event of a subscriber', place);
  report({ name: `PostgreSQL: a webhook delivery, ${name}`, unit: 'CPU µs', ours: cost, goal: { most } });
}
const headings = ['CPU µs of the server', 'CPU µs of PostgreSQL', 'log B', 'rows B', 'indexes B'];
console.log(
  table(
    ['', ...headings],
    rows.map(([name, figures]) => [name, ...figures.map((figure) => formatted(Math.round(figure)))]),
  ),
);

function subscriber(i: number): object {
  return {
    email: `p${i}@acme.test`,
    first_name: 'Ann',
    tags: ['vip'],
    custom_fields: { shoe_size: String(36 + (i % 10)) },
  };
}

function event(i: number): object {
  return { email: `p${i % count}@acme.test`, action: 'Signed in', properties: { plan: 'gold', visit: i } };
}

async function recordOneByOne(): Promise<void> {
  for (let i = 0; i < count; i++) await call('POST', 'events', { events: [event(i)] });
  await server.settle();
}

async function sendBroadcast(): Promise<void> {
  await server.broadcasts.schedule('1', { send_at: new Date(Date.now() + 60_000).toISOString() });
  await server.advance({ minutes: 2 });
}

async function measure(name: string, run: () => Promise<void>, times = count): Promise<void> {
  const stored = await storedBytes();
  const before = await written();
  const { cpu } = await timed(run);
  const after = await written();
  const now = await storedBytes();
  const figures = [
    cpu * 1000,
    after.cpu - before.cpu,
    after.log - before.log,
    now.rows - stored.rows,
    now.indexes - stored.indexes,
  ];
  rows.push([name, figures.map((figure) => figure / times)]);
}

/** The CPU time of PostgreSQL, and the bytes of its log. */
async function written(): Promise<{ cpu: number; log: number }> {
  const found = await database.query<{ log: string }>("select pg_current_wal_lsn() - '0/0' as log");
  return { cpu: cpuOfPostgres(pidOf(cluster)), log: Number(found.rows[0]?.log) };
}

/** The size of all tables without dead rows. */
async function storedBytes(): Promise<{ rows: number; indexes: number }> {
  await database.query('vacuum full');
  const found = await database.query<{ rows: string; indexes: string }>(
    `select sum(pg_total_relation_size(oid) - pg_indexes_size(oid)) as rows, sum(pg_indexes_size(oid)) as indexes
     from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`,
  );
  const [sizes] = found.rows;
  return { rows: Number(sizes?.rows), indexes: Number(sizes?.indexes) };
}
