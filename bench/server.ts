/**
 * The reference server compared with other mock servers and with the least that its promise costs: the time to start,
 * requests per second, and CPU time per request of the whole process tree, for reading a subscriber and for creating one.
 * Then features that only ours has: a batch until settled, a reset, a snapshot.
 *
 * `--only floor,trickle` measures the servers whose names contain one of these words, `--operation read` one operation, and
 * `--against <dist>` another build of our server. `--profile <folder>` writes CPU profiles of ours, which Chrome's
 * developer tools open.
 */
import { spawnSync } from 'node:child_process';
import { join, resolve } from 'node:path';
import { readSettings, Samples, titleOf } from './harness.ts';
import { report, SPREAD, table } from './report.ts';
import {
  type Case,
  compare,
  counted,
  type Operation,
  print as printFigures,
  type Setup,
} from './server/compare.ts';
import { type Contestant, entry, floor, isBuilt, otherBuild, ours, peers } from './server/contestants.ts';
import { startAlone } from './server/fleet.ts';

const load = { rounds: 4, slices: 6, requests: 400, warmup: 15_000 };
const options = readSettings({ ...load, only: '', operation: '', against: '', profile: '' });

const all: readonly Operation[] = ['read', 'create'];
const operations = all.filter((operation) => operation.includes(options.operation));
const cases: readonly Case[] = [1, 8].map((connections) => ({ connections, accounts: 1 }));
const nameOf = ({ connections }: Case) => counted(connections, 'connection');
const profiling = options.profile ? ['--cpu-prof', '--cpu-prof-dir', resolve(options.profile)] : [];
const profiled: Contestant = { ...ours, start: (...place) => [...profiling, ...ours.start(...place)] };
/** The goals: the largest ratios to `emulate` and to the floor program. */
const GOALS = { read: { peer: 1, floor: 1.7 }, create: { peer: 1.2, floor: 1.8 } };

const words = options.only.split(',');
const wanted: readonly Setup[] = [
  floor,
  profiled,
  ...(options.against ? [otherBuild(options.against)] : []),
  ...peers,
]
  .filter(({ name }) => words.some((word) => name.includes(word)))
  .map((contestant) => ({ ...contestant, open: () => startAlone(contestant) }));
const comparison = await compare(wanted, operations, cases, options);
const { samples, setups } = comparison;
const [emulate] = peers.filter(({ name }) => setups.some((setup) => setup.name === name));
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
  console.log(titleOf('server', options));
  console.log(`CPU is the CPU time per request of the server and its child processes, followed by its ratio to the floor program.
${SPREAD}
`);
  for (const operation of operations) {
    const title = operation === 'read' ? 'Reading a subscriber' : 'Creating a subscriber';
    printFigures(title, operation, comparison, { cases, nameOf, figures: { cpu: 'CPU µs' }, base: floor });
    for (const one of cases) summarize(operation, one);
  }
  console.log('### From the start of the process to the first response, and memory after the warm-up\n');
  const starts = setups.map(({ name }) => [
    name,
    ...['start', 'memory'].map((figure) => samples.median(name, figure).toFixed(0)),
  ]);
  console.log(`${table(['', 'ms', 'MB'], starts)}\n`);
  console.log('### Our server only, in a program\n');
  const rows = Array.from(names, (name) => [name, alone.median(name).toFixed(1)]);
  console.log(table(['', 'ms'], rows));
  const [cost, least] = ['its CPU time', 'the CPU time of the floor program'];
  report({
    name: 'server: a batch of 1,000 new subscribers until settled',
    unit: 'CPU ms',
    ours: alone.median(cost),
    floor: alone.rival([cost], [least], floor.name),
    goal: { floor: 2 },
  });
}

function summarize(operation: Operation, one: Case): void {
  const to = (rival: Contestant) => comparison.rivalOf(ours, rival, operation, one);
  report({
    name: `server: ${operation}, ${nameOf(one)}`,
    unit: 'CPU µs',
    ours: comparison.figureOf(ours, operation, one, 'cpu'),
    floor: to(floor),
    ...(emulate && { peer: to(emulate) }),
    goal: GOALS[operation],
  });
}
