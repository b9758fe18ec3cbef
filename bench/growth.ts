/**
 * The growth of costs with the contents of an account and a server, from ten up to a million; for the API, and for the lists
 * of the inspector. Prints the CPU time of each operation at each size, and the exponent of its growth: 0 for a constant cost, 1 for a cost that is proportional to the size. Subscribers and the records of batches are
 * in a database file; everything else is in memory. `--most 10000` measures smaller sizes only, `--only events,forms` the
 * dimensions whose names contain one of these words.
 */
import { createServer, type Seed, type Server } from '@trickle/mock-server';
import { TemporaryFolder } from '../packages/mock-server/test/temporary-folder.ts';
import { callerOf, median, readSettings, sendBatches, timed, titleOf } from './harness.ts';
import { formatted, report } from './report.ts';

const settings = readSettings({ most: 100_000, only: '' });
const { most } = settings;
const words = settings.only.split(',');
const ROUNDS = 9;

type Operations = Readonly<Record<string, () => Promise<unknown>>>;

interface Dimension {
  readonly name: string;
  /** Sizes above this one are not measured. */
  readonly largest?: number;
  /** Starts a server: one for all sizes if there is `fill`, otherwise one of each size. */
  readonly open: (size: number, folder: TemporaryFolder) => Promise<Server>;
  /** Adds what has the numbers `from` up to `to`. */
  readonly fill?: (server: Server, from: number, to: number) => Promise<void>;
  readonly operations: (server: Server, size: number) => Operations;
}

const start = (more: { seed?: Seed; db?: string } = {}) =>
  createServer({ limits: false, time: { speed: 0 }, ...more });
const account = (parts: Partial<NonNullable<Seed['accounts']>[number]>): Seed => ({
  accounts: [{ id: '9999999', users: [{ email: 'owner@acme.test', token: 't' }], ...parts }],
});
const subscriber = (i: number) => ({ email: `p${i}@acme.test`, tags: [i % 10 === 0 ? 'tenth' : 'other'] });
const event = (i: number) => ({ email: `p${i % 100}@acme.test`, action: 'Signed in', properties: { i } });
const range = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => from + i);

/** Reads what the inspector shows, by the paths of the admin API. */
const inspecting = (server: Server, paths: Readonly<Record<string, string>>): Operations =>
  Object.fromEntries(
    Object.entries(paths).map(([name, path]) => [
      `inspector: ${name}`,
      async () => {
        const response = await server.fetch(new Request(`http://trickle.localhost/_admin/${path}`));
        if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
        await response.text();
      },
    ]),
  );

const dimensions: readonly Dimension[] = [
  {
    name: 'subscribers',
    open: (_, folder) => start({ db: folder.file('growing.db') }),
    fill: (server, from, to) => sendBatches(server, 'subscribers', subscriber, [from, to]),
    operations: (server, size) => {
      const call = callerOf(server);
      const middle = Math.floor(size / 2);
      return {
        'read one': () => call('GET', `subscribers/p${middle}@acme.test`),
        'update one': () => call('POST', 'subscribers', { subscribers: [subscriber(middle)] }),
        'list those with a tag': () => call('GET', 'subscribers?tags=tenth'),
        'list the last page': () => call('GET', `subscribers?page=${Math.floor(size / 100)}`),
        'list a page after a change': async () => {
          await call('POST', 'subscribers', { subscribers: [subscriber(middle)] });
          await call('GET', `subscribers?page=${Math.floor(size / 200)}`);
        },
        ...inspecting(server, {
          overview: 'overview',
          'a page of subscribers': 'subscribers?status=active&tag=tenth&sort=email&order=newest',
          'subscribers by lead score': 'subscribers?sort=lead_score&order=newest',
          'a search without a match': 'subscribers?search=nobody',
          search: 'search?q=p99',
        }),
      };
    },
  },
  {
    name: 'events',
    open: () => start(),
    fill: (server, from, to) => sendBatches(server, 'events', event, [from, to]),
    operations: (server) => ({
      'record one': () => callerOf(server)('POST', 'events', { events: [event(1)] }),
      'list the names of custom events': () => callerOf(server)('GET', 'event_actions'),
      ...inspecting(server, {
        'the newest events': 'events?limit=100&order=newest',
        timeline: 'timeline?limit=100&order=newest',
      }),
    }),
  },
  {
    name: 'webhooks of another event',
    largest: 100,
    open: (size) => {
      const events = ['subscriber.bounced' as const];
      const webhooks = range(0, size).map((i) => ({ post_url: `http://127.0.0.1:9/${i}`, events }));
      return start({ seed: account({ webhooks }) });
    },
    operations: (server) => ({
      'record an event': () => callerOf(server)('POST', 'events', { events: [event(1)] }),
    }),
  },
  {
    name: 'accounts',
    open: () => start(),
    fill: async (server, from, to) => {
      for (const _ of range(from, to)) await server.createAccount();
    },
    operations: (server) => ({
      'change a subscriber of one': () =>
        callerOf(server)('POST', 'subscribers', { subscribers: [subscriber(1)] }),
      'create one': () => server.createAccount(),
    }),
  },
  {
    name: 'forms',
    largest: 1e5,
    open: (size) => {
      const forms = range(0, size).map((i) => ({ id: String(100 + i), headline: `News ${i}` }));
      return start({ seed: account({ forms }) });
    },
    operations: (server) => {
      const config = new Request(`${server.connection.baseUrl}/client/9999999/config`);
      return {
        'list them': () => callerOf(server)('GET', 'forms'),
        'configuration of the page script': async () => (await server.fetch(config.clone())).text(),
      };
    },
  },
];

const sizes = [10, 100, 1000, 10_000, 100_000, 1_000_000].filter((size) => size <= most);
console.log(`${titleOf('growth', settings)}
CPU ms of one operation in a server in the process, by the number of what the account or the server contains. The
exponent says how the cost grows with the size: 0 means that it stays the same, 1 that it grows in proportion.

| | ${sizes.map((size) => size.toLocaleString('en')).join(' | ')} | exponent |
| --- | ${sizes.map(() => '--:').join(' | ')} | --: |`);
for (const dimension of dimensions) {
  if (words.some((word) => dimension.name.includes(word))) await measure(dimension);
}

async function measure({ name, largest = 1e6, open, fill, operations }: Dimension): Promise<void> {
  const costs = new Map<string, [size: number, milliseconds: number][]>();
  using folder = new TemporaryFolder();
  let [server, filled]: [Server | undefined, number] = [undefined, 0];
  for (const size of sizes.filter((one) => one <= largest)) {
    process.stderr.write(`${name}: ${size}\n`);
    if (!fill) await server?.close();
    if (!fill || !server) server = await open(size, folder);
    await fill?.(server, filled, size);
    filled = size;
    for (const [operation, run] of Object.entries(operations(server, size))) {
      costs.set(operation, [...(costs.get(operation) ?? []), [size, await costOf(run)]]);
    }
  }
  await server?.close();
  for (const [operation, points] of costs) {
    const cells = sizes.map((size) => points.find(([one]) => one === size)?.[1]);
    const figures = cells.map((cell) => (cell === undefined ? '' : formatted(cell)));
    console.log(`| ${name}: ${operation} | ${figures.join(' | ')} | ${exponentOf(points).toFixed(2)} |`);
    if (name === 'subscribers') summarize(operation, new Map(points));
  }
}

/** Adds the cost with the most subscribers to the summary, beside that with 10,000. */
function summarize(operation: string, costs: ReadonlyMap<number, number>): void {
  const [ours, value] = [costs.get(most), costs.get(10_000)];
  if (ours === undefined || value === undefined || most === 10_000) return;
  report({
    name: `${most.toLocaleString('en')} subscribers in a file: ${operation}`,
    unit: 'CPU ms',
    ours,
    floor: { name: 'with 10,000', value, ratio: { value: ours / value, spread: 0 } },
    goal: operation.startsWith('inspector') ? { most: 200 } : { floor: 3 },
  });
}

/** The median CPU time of an operation in milliseconds. Long operations are repeated less often. */
async function costOf(run: () => Promise<unknown>): Promise<number> {
  const found: number[] = [];
  const began = performance.now();
  const repeats = await repeatsOf(run);
  do {
    const { cpu } = await timed(async () => {
      for (let i = 0; i < repeats; i++) await run();
    });
    found.push(cpu / repeats);
  } while (found.length < ROUNDS && performance.now() - began < 5000);
  return median(found);
}

/** The number of repetitions of an operation, at most 50, so that a measurement takes 20 ms: CPU time is a coarse clock. */
async function repeatsOf(run: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await run();
  return Math.min(50, Math.max(1, Math.ceil(20 / (performance.now() - began))));
}

/** The slope of the line through the logarithms of sizes and costs, by least squares. */
function exponentOf(points: readonly (readonly [number, number])[]): number {
  const logs = points.map(([size, cost]) => [Math.log(size), Math.log(cost)] as const);
  const mean = (of: 0 | 1) => logs.reduce((sum, one) => sum + one[of], 0) / logs.length;
  const [x, y] = [mean(0), mean(1)];
  const covariance = logs.reduce((sum, one) => sum + (one[0] - x) * (one[1] - y), 0);
  return covariance / logs.reduce((sum, one) => sum + (one[0] - x) ** 2, 0);
}
