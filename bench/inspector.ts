/**
 * How long the inspector's lists take with many records: each operation of the admin API that lists or counts, on an
 * account with 100,000 subscribers, their events and emails, and 10,000 recorded requests; then each list in Chromium,
 * from the click on its link until its rows are painted. Processor time is what to compare on a busy machine.
 *
 * Run it with nothing else going on: `npm run bench -- inspector`; `-- --subscribers 1000 --requests 100` for fewer.
 */
import { createServer, type Server } from '@trickle/mock-server';
import { callerOf, median, readSettings, type Times, timed, titleOf } from './harness.ts';
import { measureDrawing } from './inspector/drawing.ts';
import { report } from './report/result.ts';
import { table } from './report/table.ts';

const settings = readSettings({ subscribers: 100_000, requests: 10_000, rounds: 5 });
const { subscribers, requests, rounds } = settings;

/** The longest time of a list, in milliseconds. */
const LIMIT = 200;
const START = '2026-03-05T12:00:00Z';
const ACCOUNT = '9999999';
const TOKEN = 'trickle_demo_token';

await using server = await createServer({
  time: { now: START, speed: 0 },
  limits: false,
  seed: seedOf(subscribers),
});
const filledAt = performance.now();
await fill(server, requests);
console.error(`filled in ${seconds(filledAt)} s`);
const subscriber = (await list('/subscribers?limit=1')).subscribers[0].id;
const email = (await list('/outbox?limit=1')).outbox[0].id;

const paths = [
  '/overview',
  '/subscribers',
  '/subscribers?search=p99',
  '/subscribers?search=nobody%20at%20all',
  '/subscribers?status=active&tag=even&sort=email&order=newest',
  '/subscribers?sort=lead_score&order=newest',
  '/subscribers?sort=lifetime_value&order=newest&limit=1000',
  `/subscribers/${subscriber}`,
  `/subscribers/${subscriber}/activity`,
  '/campaigns',
  '/campaigns/1',
  '/broadcasts',
  '/workflows',
  '/workflows/2',
  '/forms',
  '/webhooks',
  '/goals',
  '/jobs',
  '/jobs?state=failed',
  '/background_requests',
  '/events?limit=100&order=newest',
  '/timeline?limit=100&order=newest',
  '/conversions?limit=100&order=newest',
  '/form_submissions?limit=100&order=newest',
  '/memberships?limit=100&order=newest',
  '/outcomes?limit=100&order=newest',
  '/outbox?limit=100&order=newest',
  `/outbox/${email}`,
  '/deliveries?limit=100&order=newest',
  '/content_calls?limit=100&order=newest',
  '/webhook_deliveries?limit=100&order=newest',
  '/notices?limit=100&order=newest',
  '/requests?limit=100&order=newest',
  '/requests?limit=100&order=newest&fields=summary&search=p77',
  '/search?q=p99',
];

const answered: [path: string, time: number, cpuTime: number][] = [];
for (const path of paths) {
  const times: Times[] = [];
  for (let round = 0; round < rounds; round++) times.push(await timed(() => list(path)));
  answered.push([path, median(times.map(({ wall }) => wall)), median(times.map(({ cpu }) => cpu))]);
}

const lists = [
  '/',
  '/requests',
  '/subscribers',
  '/subscribers?status=active&tag=even&sort=email-newest',
  '/subscribers?search=p99',
  `/subscribers/${subscriber}`,
  '/forms',
  '/conversions',
  '/campaigns',
  '/campaigns/1',
  '/broadcasts',
  '/workflows',
  '/workflows/2',
  '/outbox',
  '/webhooks',
  '/content-calls',
  '/jobs',
];
const url = await server.listen();
const drawn = (await measureDrawing(url, lists, rounds * 4)).map(
  ({ path, time, cpuTime }) => [path, time, cpuTime] as const,
);

console.log(titleOf("The inspector's lists", 'inspector', settings));
console.log(`One account with ${subscribers} subscribers and ${requests} recorded requests; medians.\n`);
print('Operation of the admin API', answered);
console.log('\nIn Chromium, from the click on a link of the inspector until the rows are painted:\n');
print('List', drawn);
summarize('the slowest list answers', answered);
summarize('the slowest list is drawn', drawn);

function print(heading: string, measured: readonly (readonly [string, number, number])[]): void {
  const rows = measured.map(([path, time, cpuTime]) => [`\`${path}\``, time.toFixed(1), cpuTime.toFixed(1)]);
  console.log(table([heading, 'ms', 'CPU ms'], rows));
}

function summarize(name: string, measured: readonly (readonly [string, number, number])[]): void {
  const ours = Math.max(...measured.map(([, time]) => time));
  report({ chart: 'inspector', name, unit: 'ms', ours, goal: { most: LIMIT } });
}

function seconds(since: number): string {
  return ((performance.now() - since) / 1000).toFixed(1);
}

async function list(path: string) {
  const response = await server.fetch(new Request(`http://trickle.localhost/_admin${path}`));
  if (response.status !== 200) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return JSON.parse(await response.text());
}

/** Sends requests of several kinds, then lets a day pass, in which a campaign sends its emails. */
async function fill(target: Server, count: number): Promise<void> {
  const call = callerOf(target);
  for (let i = 0; i < count; i++) {
    const email = `p${i}@acme.test`;
    if (i % 2 === 0)
      await call('POST', 'events', { events: [{ email, action: 'Signed up', properties: { value: i } }] });
    else await call('POST', 'subscribers', { subscribers: [{ email, custom_fields: { size: String(i) } }] });
  }
  await target.advance({ days: 1 });
}

function seedOf(count: number) {
  const people = Array.from({ length: count }, (_, i) => ({
    email: `p${i}@acme.test`,
    first_name: `Person ${i}`,
    base_lead_score: i % 100,
    lifetime_value: (i * 37) % 10_000,
    tags: [i % 2 === 0 ? 'even' : 'odd'],
  }));
  const emails = ['One', 'Two'].map((subject) => ({ subject, html_body: '<p>Hello</p>' }));
  const campaign = {
    id: '1',
    name: 'Welcome',
    status: 'active' as const,
    emails,
    subscribers: people.slice(0, Math.floor(count / 5)).map(({ email }) => ({ email })),
  };
  const workflow = {
    id: '2',
    name: 'Onboarding',
    status: 'active' as const,
    triggers: [
      { provider: 'trickle', trigger_type: 'performed_custom_event', properties: { action: 'Signed up' } },
    ],
    steps: [{ type: 'delay' as const, days: 30 }],
  };
  return {
    accounts: [
      {
        id: ACCOUNT,
        name: 'Acme',
        default_from_email: 'ann@acme.test',
        default_postal_address: '1 Market Street',
        lead_scoring: { threshold: 90, points: { 'Signed up': 5 } },
        users: [{ email: 'owner@acme.test', token: TOKEN }],
        subscribers: people,
        campaigns: [campaign],
        workflows: [workflow],
        goals: [{ name: 'Signed up', status: 'active' as const }],
      },
    ],
  };
}
