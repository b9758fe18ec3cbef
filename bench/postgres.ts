/**
 * One and three servers on one PostgreSQL, beside a server with an SQLite file and a bare server of `node:http`: requests
 * per second, and the CPU time per request of the servers and of PostgreSQL, by the number of accounts that are used at
 * once. Requests on one account run one after another, those on several accounts in parallel.
 *
 * Run it on an idle machine: `npm run bench -- postgres`. It needs PostgreSQL, starts its own, and uses loopback only.
 */
import { availableParallelism } from 'node:os';
import { readSettings, titleOf } from './harness.ts';
import { report } from './report/result.ts';
import { table } from './report/table.ts';
import { type Case, compare, type Operation, type Setup } from './server/compare.ts';
import { bareServer, ours } from './server/contestants.ts';
import { accountIds, startAlone, startOnFile, startOnPostgres } from './server/fleet.ts';
import { recordReplays } from './server/floor.ts';

const settings = readSettings({ rounds: 3, slices: 2, requests: 600, warmup: 1500, connections: 64 });
const { connections } = settings;

const operations: readonly Operation[] = ['get', 'create'];
const most: Case = { connections, accounts: accountIds.length };
const cases: readonly Case[] = [{ connections, accounts: 1 }, { connections, accounts: 8 }, most];
const bare = bareServer(await recordReplays(ours));
const embedded: Setup = { ...ours, name: 'SQLite file, 1 server', open: startOnFile };
const three: Setup = { ...ours, name: 'PostgreSQL, 3 servers', open: () => startOnPostgres(3) };
const setups: readonly Setup[] = [
  { ...bare, open: () => startAlone(bare) },
  embedded,
  { ...ours, name: 'PostgreSQL, 1 server', open: () => startOnPostgres(1) },
  three,
];
const { figureOf } = await compare(setups, operations, cases, settings);

console.log(titleOf('Servers on PostgreSQL', 'postgres', settings));
console.log(`${connections} connections; ${availableParallelism()} cores, which the client, the servers and PostgreSQL \
share. PostgreSQL does not wait for its disk (\`fsync\` is off). CPU µs are per request, background work included.\n`);
for (const operation of operations) {
  console.log(`### ${operation === 'get' ? 'Reading' : 'Creating'} a subscriber, by accounts in use\n`);
  const headings = cases.flatMap(({ accounts }) => [
    `req/s, ${accounts} account${accounts > 1 ? 's' : ''}`,
    'CPU µs of the servers',
    'of PostgreSQL',
  ]);
  const rows = setups.map((setup) => [setup.name, ...cases.flatMap((one) => cellsOf(setup, operation, one))]);
  console.log(`${table(['', ...headings], rows)}\n`);
  report({
    chart: 'postgres',
    name: `${operation}, 64 accounts, three servers`,
    unit: 'CPU µs',
    ours: cpuOf(three, operation),
    floor: { name: embedded.name, value: cpuOf(embedded, operation) },
  });
}

function cpuOf(setup: Setup, operation: Operation): number {
  const of = (figure: 'cpu' | 'databaseCpu') => figureOf(setup, operation, most, figure);
  return of('cpu') + of('databaseCpu');
}

function cellsOf(setup: Setup, operation: Operation, one: Case): string[] {
  const figures = (['perSecond', 'cpu', 'databaseCpu'] as const).map((figure) =>
    figureOf(setup, operation, one, figure).toFixed(0),
  );
  return figures.map((figure) => (figure === '0' ? '' : figure));
}
