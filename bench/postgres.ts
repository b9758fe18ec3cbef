/**
 * One and three servers on one PostgreSQL, beside a server with an SQLite file and a bare server of `node:http`: requests
 * per second, and the CPU time per request of the servers and of PostgreSQL, by the number of accounts that are used at
 * once. Requests on one account run one after another, those on several accounts in parallel.
 *
 * Run it on an idle machine: `npm run bench -- postgres`. It needs PostgreSQL, starts its own, and uses loopback only. In
 * each round, all start afresh and warm up, one after another; the medians of all slices are printed.
 */
import { availableParallelism } from 'node:os';
import { median, readSettings, titleOf } from './harness.ts';
import { accountIds, type Fleet, shotOf, startAlone, startOnPostgres } from './postgres/fleet.ts';
import { measureFleet, type Slice } from './postgres/load.ts';
import { report } from './report/result.ts';
import { table } from './report/table.ts';
import { bareServer, ours } from './server/contestants.ts';
import { recordReplays } from './server/floor.ts';

const settings = readSettings({ rounds: 3, slices: 2, requests: 600, warmup: 1500, connections: 64 });
const { rounds, slices, requests, warmup, connections } = settings;

const operations = ['get', 'create'] as const;
type Operation = (typeof operations)[number];
const accountCounts = [1, 8, 64] as const;

/** Servers that are compared. */
interface Setup {
  readonly name: string;
  readonly start: () => Promise<Fleet>;
}

interface Run extends Slice {
  readonly setup: Setup;
  readonly operation: Operation;
  readonly accounts: number;
}

const bare = bareServer(await recordReplays(ours));
const [floor, embedded, one, three]: readonly [Setup, Setup, Setup, Setup] = [
  { name: bare.name, start: () => startAlone(bare) },
  { name: 'SQLite file, 1 server', start: () => startAlone() },
  { name: 'PostgreSQL, 1 server', start: () => startOnPostgres(1) },
  { name: 'PostgreSQL, 3 servers', start: () => startOnPostgres(3) },
];
const setups = [floor, embedded, one, three];
const runs: Run[] = [];
/** The number of the next new subscriber, who is in no account yet. */
let next = 1;
for (let round = 1; round <= rounds; round++) {
  for (const setup of setups) {
    process.stderr.write(`round ${round} of ${rounds}: ${setup.name}\n`);
    await play(setup);
  }
}
print();

async function play(setup: Setup): Promise<void> {
  const fleet = await setup.start();
  try {
    // The subscriber that is read, in each account.
    const create = (index: number) => shotOf(accountIds[index] ?? '', ours.create(0));
    await measureFleet(fleet, create, { count: accountIds.length, connections: 1 });
    const count = warmup * fleet.servers.length;
    for (const operation of operations) await measure(fleet, operation, accountIds.length, count);
    for (let slice = 0; slice < slices; slice++) {
      for (const accounts of accountCounts) {
        for (const operation of operations) {
          runs.push({ ...(await measure(fleet, operation, accounts, requests)), setup, operation, accounts });
        }
      }
    }
  } finally {
    await fleet.stop();
  }
}

function measure(fleet: Fleet, operation: Operation, accounts: number, count: number): Promise<Slice> {
  const shoot = (index: number) => shotOf(accountIds[index % accounts] ?? '', ours[operation](next++));
  return measureFleet(fleet, shoot, { count, connections });
}

function print(): void {
  console.log(titleOf('Servers on PostgreSQL', 'postgres', settings));
  console.log(`${connections} connections; ${availableParallelism()} cores, which the client, the servers and PostgreSQL \
share. PostgreSQL does not wait for its disk (\`fsync\` is off). CPU µs are per request, background work included.\n`);
  for (const operation of operations) {
    console.log(`### ${operation === 'get' ? 'Reading' : 'Creating'} a subscriber, by accounts in use\n`);
    const headings = accountCounts.flatMap((count) => [
      `req/s, ${count} account${count > 1 ? 's' : ''}`,
      'CPU µs of the servers',
      'of PostgreSQL',
    ]);
    const rows = setups.map((setup) => [
      setup.name,
      ...accountCounts.flatMap((accounts) => cellsOf(setup, operation, accounts)),
    ]);
    console.log(`${table(['', ...headings], rows)}\n`);
    summarize(operation);
  }
}

function summarize(operation: Operation): void {
  const accounts = accountIds.length;
  const cpuOf = (setup: Setup) =>
    figureOf(setup, operation, accounts, 'servers') + figureOf(setup, operation, accounts, 'database');
  report({
    chart: 'postgres',
    name: `${operation}, 64 accounts, three servers`,
    unit: 'CPU µs',
    ours: cpuOf(three),
    floor: { name: embedded.name, value: cpuOf(embedded) },
  });
}

function figureOf(setup: Setup, operation: Operation, accounts: number, key: keyof Slice): number {
  const own = runs.filter(
    (run) => run.setup === setup && run.operation === operation && run.accounts === accounts,
  );
  return median(own.map((run) => run[key]));
}

function cellsOf(setup: Setup, operation: Operation, accounts: number): string[] {
  const of = (key: keyof Slice) => figureOf(setup, operation, accounts, key).toFixed(0);
  const usesPostgres = setup === one || setup === three;
  return [of('perSecond'), of('servers'), usesPostgres ? of('database') : ''];
}
