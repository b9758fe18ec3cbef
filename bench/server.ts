/**
 * The reference server compared with other mock servers and with a bare server of `node:http`: the time to start, requests
 * per second, the 99th percentile of response times, and CPU time per request of the whole process tree, for reading a
 * subscriber and for creating one. Then features that only ours has: a batch until settled, a reset, a snapshot.
 *
 * Run it on an idle machine: `npm run bench -- server`. Compare the CPU time: the client takes most of the time between
 * two requests. `--only bare,trickle` measures the servers whose names contain one of these words, `--operation get` one
 * operation, and `--against <dist>` another build of our server. `--profile <folder>` writes CPU profiles of ours, which
 * Chrome's developer tools open.
 */
import { spawnSync } from 'node:child_process';
import { join, resolve } from 'node:path';
import { readSettings, Samples, titleOf } from './harness.ts';
import { installPeers } from './install-peers.ts';
import { report } from './report/result.ts';
import { table } from './report/table.ts';
import { type Case, compare, type Operation, type Setup } from './server/compare.ts';
import {
  bareServer,
  type Contestant,
  entry,
  isBuilt,
  otherBuild,
  ours,
  peers,
} from './server/contestants.ts';
import { startAlone } from './server/fleet.ts';
import { recordReplays } from './server/floor.ts';

const load = { rounds: 5, slices: 4, requests: 500, warmup: 2000 };
const options = readSettings({ ...load, only: '', operation: '', against: '', profile: '' });

const all: readonly Operation[] = ['get', 'create'];
const operations = all.filter((operation) => operation.includes(options.operation));
const cases: readonly Case[] = [1, 8].map((connections) => ({ connections, accounts: 1 }));
const profiling = options.profile && ['--cpu-prof', '--cpu-prof-dir', resolve(options.profile)];
const profiled = (contestant: Contestant): Contestant => ({
  ...contestant,
  start: (...place) => [...profiling, ...contestant.start(...place)],
});

installPeers();
const bare = bareServer(await recordReplays(ours));
const words = options.only.split(',');
const setups: readonly Setup[] = [
  ...[bare, profiled(ours), ...(options.against ? [otherBuild(options.against)] : []), ...peers],
]
  .filter(({ name }) => words.some((word) => name.includes(word)))
  .map((contestant) => ({ ...contestant, open: () => startAlone(contestant) }));
const { samples, figureOf } = await compare(setups, operations, cases, options);
const alone = new Samples();
const names = new Set<string>();
for (let round = 1; round <= options.rounds; round++) measureAlone();
print();

function measureAlone(): void {
  const file = join(import.meta.dirname, 'server/alone.ts');
  const conditions = isBuilt ? [] : ['--conditions=trickle-source'];
  const command = [...profiling, ...conditions, file, entry];
  const { stdout, stderr, status } = spawnSync(process.execPath, command, { encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
  for (const [name, milliseconds] of Object.entries<number>(JSON.parse(stdout))) {
    names.add(name);
    alone.add(milliseconds, name);
  }
}

function print(): void {
  console.log(titleOf('The server compared with other mock servers', 'server', options));
  console.log(
    'CPU is the CPU time per request of the server and its child processes, followed by its ratio to the bare server.\n',
  );
  for (const operation of operations) printOperation(operation);
  console.log('### From the start of the process to the first response, and memory after it\n');
  const starts = setups.map(({ name }) => [
    name,
    ...['start', 'memory'].map((figure) => samples.median(name, figure).toFixed(0)),
  ]);
  console.log(`${table(['', 'ms', 'MB'], starts)}\n`);
  console.log('### Our server only, in a program\n');
  console.log(
    table(
      ['', 'ms'],
      Array.from(names, (name) => [name, alone.median(name).toFixed(1)]),
    ),
  );
  report({
    chart: 'server',
    name: 'from the start of the process to the first response',
    unit: 'ms',
    ours: samples.median(ours.name, 'start'),
    floor: { name: bare.name, value: samples.median(bare.name, 'start') },
    peers: measuredPeers(({ name }) => samples.median(name, 'start')),
    goal: { overFloor: 60 },
  });
  const batch = 'a batch of 1000 new subscribers until settled';
  report({ chart: 'server', name: batch, unit: 'ms', ours: alone.median(batch), goal: { most: 35 } });
}

function printOperation(operation: Operation): void {
  console.log(`### ${operation === 'get' ? 'Reading a subscriber' : 'Creating a subscriber'}\n`);
  const headings = cases.flatMap(({ connections }) => [
    `req/s, ${connections} connection${connections > 1 ? 's' : ''}`,
    ...['p99 ms', 'CPU µs', ''],
  ]);
  const rows = setups.map((setup) => [setup.name, ...cases.flatMap((one) => cellsOf(setup, operation, one))]);
  console.log(`${table(['', ...headings], rows)}\n`);
  for (const one of cases) summarize(operation, one);
}

function cellsOf(setup: Setup, operation: Operation, one: Case): string[] {
  const [perSecond, p99, cpu] = (['perSecond', 'p99', 'cpu'] as const).map((figure) =>
    figureOf(setup, operation, one, figure),
  ) as [number, number, number]; // one of each
  const ratio = cpu / figureOf(bare, operation, one, 'cpu');
  return [perSecond.toFixed(0), p99.toFixed(1), cpu.toFixed(0), `${ratio.toFixed(2)} ×`];
}

function summarize(operation: Operation, one: Case): void {
  const cpuOf = (contestant: Contestant) => figureOf(contestant, operation, one, 'cpu');
  report({
    chart: 'server',
    name: `${operation}, ${one.connections} connection${one.connections > 1 ? 's' : ''}`,
    unit: 'CPU µs',
    ours: cpuOf(ours),
    floor: { name: bare.name, value: cpuOf(bare) },
    peers: measuredPeers(cpuOf),
    goal: { timesFloor: operation === 'get' ? 1.6 : 3 },
  });
}

function measuredPeers(measure: (peer: Contestant) => number) {
  const values = peers.map((peer) => ({ name: peer.name, value: measure(peer) }));
  return values.filter(({ value }) => !Number.isNaN(value));
}
