/**
 * How fast time passes: emails that a simulated week delivers in a real second, and the processor time of each, for
 * more and more people on a campaign of three emails in fifty zones. The cost of one email must not grow with the
 * number of people. No peer simulates mailings, so there is nothing beside it but itself.
 *
 * Run it with nothing else going on: `npm run bench:simulation`; `-- --people 1000,10000` for fewer.
 */
import { parseArgs } from 'node:util';
import { createServer } from '@trickle/mock-server';

const { values: options } = parseArgs({
  options: { people: { type: 'string', default: '1000,10000,100000' } },
});
const EMAILS = 3;
const DAYS = 7;
const START = Date.parse('2026-03-05T12:01:00Z');
const zones = Intl.supportedValuesOf('timeZone').filter((_, i) => i % 9 === 0);

interface Measured {
  readonly people: number;
  readonly emails: number;
  /** Real seconds, and seconds of the processor. */
  readonly seconds: number;
  readonly cpu: number;
}

console.log(`a week of ${EMAILS} emails in ${zones.length} zones, Node ${process.version}`);
console.log('    people    emails  emails/s  µs of CPU each  beside the first');
let first: number | undefined;
await simulate(200); // warms up
for (const people of options.people.split(',').map(Number)) {
  const { emails, seconds, cpu } = await simulate(people);
  const each = (cpu / emails) * 1e6;
  first ??= each;
  const cells = [people, emails, Math.round(emails / seconds)].map((number) => String(number).padStart(10));
  console.log(`${cells.join('')}${each.toFixed(0).padStart(16)}${(each / first).toFixed(2).padStart(16)} x`);
}

async function simulate(people: number): Promise<Measured> {
  await using server = await createServer({ clock: { now: () => START }, seed: seedOf(people) });
  await server.settle();
  const before = process.cpuUsage();
  const started = performance.now();
  // A day at a time, since each move tells all that happened meanwhile.
  let emails = 0;
  for (let day = 0; day < DAYS; day++) {
    const { events } = await server.advance({ days: 1 });
    emails += events.filter(({ event }) => event === 'subscriber.received_email').length;
  }
  const seconds = (performance.now() - started) / 1000;
  const { user, system } = process.cpuUsage(before);
  if (emails !== people * EMAILS) throw new Error(`${emails} emails to ${people} people`);
  return { people, emails, seconds, cpu: (user + system) / 1e6 };
}

function seedOf(people: number) {
  const subscribers = Array.from({ length: people }, (_, i) => ({
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
  return { accounts: [{ id: '1', ...sender, subscribers, campaigns: [campaign] }] };
}
