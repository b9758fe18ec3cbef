/**
 * How fast simulated time passes: emails of a simulated week per real second, and the CPU time of each, for growing
 * numbers of subscribers on a campaign of three emails in fifty time zones, then a broadcast to all of them at one
 * moment. The cost of an email must not grow with the number of subscribers. No comparable server simulates mailings.
 *
 * Run it on an idle machine: `npm run bench:simulation`; `-- --subscribers 1000,10000` for fewer subscribers.
 */
import { parseArgs } from 'node:util';
import { createServer, type Server } from '@trickle/mock-server';
import { table, titleOf } from './report/table.ts';

const { values: options } = parseArgs({
  options: { subscribers: { type: 'string', default: '1000,10000,100000' } },
});
const EMAILS = 3;
const DAYS = 7;
const START = Date.parse('2026-03-05T12:01:00Z');
const zones = Intl.supportedValuesOf('timeZone').filter((_, i) => i % 9 === 0);

interface Measured {
  readonly emails: number;
  /** Real seconds and CPU seconds. */
  readonly seconds: number;
  readonly cpu: number;
}

const rows: string[][] = [];
const firsts = new Map<string, number>();
await simulate(200); // warm-up
for (const count of options.subscribers.split(',').map(Number)) {
  for (const [name, { emails, seconds, cpu }] of Object.entries(await simulate(count))) {
    const each = (cpu / emails) * 1e6;
    const first = firsts.get(name) ?? each;
    firsts.set(name, first);
    const counts = [count, emails, Math.round(emails / seconds)].map(String);
    rows.push([name, ...counts, each.toFixed(0), `${(each / first).toFixed(2)} ×`]);
  }
}
console.log(titleOf('A simulated week', `bench:simulation -- --subscribers ${options.subscribers}`));
console.log(`A week of ${EMAILS} emails in ${zones.length} zones, then a broadcast.\n`);
console.log(table(['', 'subscribers', 'emails', 'emails/s', 'CPU µs each', 'to the first'], rows));

async function simulate(count: number): Promise<{ campaign: Measured; broadcast: Measured }> {
  // By default, the server keeps fewer events than a day of the largest simulation has.
  const retention = { events: 10 * count };
  await using server = await createServer({ clock: { now: () => START }, seed: seedOf(count), retention });
  await server.settle();
  const campaign = await measure(server, DAYS, count * EMAILS);
  await server.broadcasts.schedule('1', {
    send_at: new Date(START + (DAYS + 0.5) * 86_400_000).toISOString(),
  });
  return { campaign, broadcast: await measure(server, 1, count) };
}

async function measure(server: Server, days: number, expected: number): Promise<Measured> {
  const before = process.cpuUsage();
  const started = performance.now();
  // One day at a time, since each step returns its events.
  let emails = 0;
  for (let day = 0; day < days; day++) {
    const { events } = await server.advance({ days: 1 });
    emails += events.filter(({ event }) => event === 'subscriber.received_email').length;
  }
  const seconds = (performance.now() - started) / 1000;
  const { user, system } = process.cpuUsage(before);
  if (emails !== expected) throw new Error(`${emails} emails, not ${expected}`);
  return { emails, seconds, cpu: (user + system) / 1e6 };
}

function seedOf(count: number) {
  const subscribers = Array.from({ length: count }, (_, i) => ({
    email: `p${i}@acme.test`,
    first_name: `Person ${i}`,
    time_zone: zones[i % zones.length] ?? 'Etc/UTC',
    custom_fields: { shoe_size: String(36 + (i % 10)) },
  }));
  const html_body =
    '<p>Hello {{ subscriber.first_name }}, size {{ subscriber.shoe_size }}: <a href="https://acme.test/oars">oars</a></p>';
  const campaign = {
    name: 'Tides',
    status: 'active' as const,
    localize_sending_time: true,
    start_immediately: false,
    emails: Array.from({ length: EMAILS }, (_, i) => ({ subject: `Mail ${i}`, html_body })),
    subscribers: subscribers.map(({ email }) => ({ email })),
  };
  const sender = { default_from_email: 'crew@acme.test', default_postal_address: '1 Harbor Way' };
  const broadcasts = [{ id: '1', name: 'Sale', subject: 'Sale', html_body }];
  return { accounts: [{ id: '1', ...sender, subscribers, campaigns: [campaign], broadcasts }] };
}
