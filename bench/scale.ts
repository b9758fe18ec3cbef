/** The tables of `docs/scale.md`, computed from the sections of `bench/results.md` about PostgreSQL. */
import { table } from './report.ts';

/** The cost of one: CPU µs of the server and of PostgreSQL, bytes of the log, of rows and of indexes. */
type Cost = readonly number[];

/** A load of 100 million events a day, by what it consists of, with the name of its cost. */
const LOAD = [
  ['events in batches', 90e6, 'event, in a batch'],
  ['events in separate requests', 10e6, 'event, in a separate request'],
  ['webhook deliveries', 10e6, 'webhook delivery'],
  ['emails', 5e6, 'email of a broadcast'],
  ['reads', 20e6, 'read of a subscriber'],
] as const;
const SUBSCRIBERS = 100e6;
const DAY = 86_400;
/** The load of the busiest hour, as a multiple of the average, and the share of a core that may be busy then. */
const [PEAK, BUSY] = [3, 0.6];
/** The connections of a server: its pool, and one more. */
const CONNECTIONS = 11;

const count = (value: number) => Math.round(value).toLocaleString('en');

/** Writes the tables of the page again. `sections` are those of `bench/results.md`, by their titles. */
export function withCapacity(page: string, sections: ReadonlyMap<string, string>): string {
  const requests = sections.get('Servers on PostgreSQL') ?? '';
  const costs = costsIn(sections.get('Costs on PostgreSQL') ?? '', requests);
  const [creates = 0] = requestFigures(requests, 'Creating a subscriber', ['req/s, 1 account']);
  const blocks = { costs: costTable(costs), load: loadTable(costs) };
  let text = page;
  for (const [name, block] of Object.entries(blocks)) {
    text = text.replace(new RegExp(`(<!-- ${name}:.*? -->\n\n)[^]*?(\n\n<!-- /${name} -->)`), `$1${block}$2`);
  }
  for (const [need, amount] of Object.entries(amountsOf(costs, creates))) {
    text = text.replace(new RegExp(`^(\\| ${need} \\| ).*?( \\|)`, 'm'), `$1${amount}$2`);
  }
  return text;
}

const cellsOf = (line: string): string[] =>
  line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim());

const numberIn = (cell = ''): number => Number(cell.replaceAll(',', ''));

function costsIn(section: string, requests: string): ReadonlyMap<string, Cost> {
  const rows = new Map(
    section.split('\n').map((line) => {
      const [name = '', ...cells] = cellsOf(line);
      return [name, cells.map(numberIn)] as const;
    }),
  );
  const row = (name: string) => rows.get(name) ?? [];
  const event = row('event of a subscriber');
  const columns = ['CPU µs of the servers', 'of PostgreSQL'];
  return new Map<string, Cost>([
    ['subscriber, in a batch', row('subscriber with a tag and a custom field')],
    ['event, in a batch', event],
    ['event, in a separate request', row('event in a request of its own')],
    ['webhook delivery', row('event with a webhook delivery').map((cost, i) => cost - (event[i] ?? 0))],
    ['email of a broadcast', row('email of a broadcast')],
    ['read of a subscriber', [...requestFigures(requests, 'Reading a subscriber', columns), 0, 0, 0]],
  ]);
}

/** The figures of one server in the last columns with some headings. */
function requestFigures(section: string, title: string, columns: readonly string[]): number[] {
  const [, rows = ''] = section.split(`### ${title}`);
  const lines = rows.split('\n').filter((line) => line.startsWith('|'));
  const headings = cellsOf(lines[0] ?? '');
  const cells = cellsOf(lines.find((line) => line.startsWith('| PostgreSQL, 1 server')) ?? '');
  return columns.map((column) => numberIn(cells[headings.lastIndexOf(column)]));
}

function costTable(costs: ReadonlyMap<string, Cost>): string {
  const headings = ['Server, CPU µs', 'PostgreSQL, CPU µs', 'Log, bytes', 'Rows, bytes', 'Indexes, bytes'];
  return table(
    ['Cost of one', ...headings],
    Array.from(costs, ([name, cost]) => [name, ...cost.map(count)]),
  );
}

/** The cores of servers and of PostgreSQL, and the GB of log and of data a day, of a part of the load. */
function needsOf(costs: ReadonlyMap<string, Cost>, daily: number, name: string): readonly number[] {
  const [server = 0, database = 0, log = 0, rows = 0, indexes = 0] = costs.get(name) ?? [];
  const perSecond = daily / DAY / 1e6;
  return [server * perSecond, database * perSecond, (log * daily) / 1e9, ((rows + indexes) * daily) / 1e9];
}

function totalsOf(costs: ReadonlyMap<string, Cost>): readonly number[] {
  const parts = LOAD.map(([, daily, cost]) => needsOf(costs, daily, cost));
  return [0, 1, 2, 3].map((i) => parts.reduce((sum, part) => sum + (part[i] ?? 0), 0));
}

function loadTable(costs: ReadonlyMap<string, Cost>): string {
  const shown = (needs: readonly number[]) => needs.map((need, i) => need.toFixed(i < 2 ? 2 : 0));
  return table(
    [
      '',
      'Per day',
      'Per second',
      ...['Server cores', 'PostgreSQL cores', 'Log, GB per day', 'Stored, GB per day'],
    ],
    [
      ...LOAD.map(([name, daily, cost]) => [
        ...[name, `${daily / 1e6} million`, count(daily / DAY)],
        ...shown(needsOf(costs, daily, cost)),
      ]),
      ['total', '', '', ...shown(totalsOf(costs))],
    ],
  );
}

/** The amounts of what the load needs, by the names of the rows. */
function amountsOf(costs: ReadonlyMap<string, Cost>, creates: number): Readonly<Record<string, string>> {
  const [server = 0, database = 0, log = 0, stored = 0] = totalsOf(costs);
  const coresOf = (average: number) => Math.ceil((average * PEAK) / BUSY);
  const [, , , rows = 0, indexes = 0] = costs.get('subscriber, in a batch') ?? [];
  const perSecond = (log * 1000) / DAY;
  const peak = perSecond * PEAK;
  const cores = coresOf(server);
  return {
    'cores of servers': `${cores}`,
    'server processes': `${cores}`,
    'cores of PostgreSQL': `${coresOf(database)}`,
    'connections to PostgreSQL': `${cores * CONNECTIONS}`,
    'disk for subscribers': `${count((SUBSCRIBERS * (rows + indexes)) / 1e9)} GB`,
    'disk for events, deliveries and emails': `${count(stored)} GB per day, at first`,
    log: `${perSecond.toFixed(1)} MB/s on average, ${peak.toFixed(1)} MB/s in the busiest hour`,
    'network between servers and PostgreSQL': `about ${count(peak * 2)} MB/s in the busiest hour`,
    'single requests that create a subscriber of one account': `at most ${count(creates)} a second`,
  };
}
