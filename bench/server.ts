/**
 * The reference server compared with other mock servers and with a bare server of `node:http`: requests per second, the
 * 99th percentile of response times, and CPU time per request of the whole process tree, for reading a subscriber and
 * for creating one. Then features that only ours has: a batch until settled, a reset, the first response of a process.
 *
 * Run it on an idle machine: `npm run bench -- server`. Each server is a process on loopback. In each round all servers
 * start afresh and warm up, then take turns in short slices; the medians of all slices are printed. Compare the CPU
 * time: the client takes most of the time between two requests. `--only bare,trickle` measures the servers whose names
 * contain one of these words, and `--against <dist>` also measures another build of our server.
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { median, readSettings, titleOf } from './harness.ts';
import { installPeers } from './install-peers.ts';
import { report } from './report/result.ts';
import { table } from './report/table.ts';
import type { Alone } from './server/alone.ts';
import {
  bareServer,
  type Contestant,
  entry,
  isBuilt,
  otherBuild,
  ours,
  peers,
} from './server/contestants.ts';
import { recordReplays } from './server/floor.ts';
import { type Measured, measure } from './server/load.ts';
import { usageOf } from './server/process-tree.ts';
import { type Running, start } from './server/start.ts';

const load = { rounds: 5, slices: 4, requests: 500, warmup: 2000 };
const options = readSettings({ ...load, only: '', against: '', 'without-alone': false });
const { rounds, slices, requests, warmup } = options;

const operations = ['get', 'create'] as const;
const connectionCounts = [1, 8] as const;
interface Run extends Measured {
  readonly contestant: Contestant;
  readonly operation: (typeof operations)[number];
  readonly connections: number;
}

/** A contestant of a round. */
interface Player {
  readonly contestant: Contestant;
  readonly server: Running;
  readonly shots: Record<Run['operation'], () => ReturnType<Contestant['get']>>;
}

installPeers();
const bare = bareServer(await recordReplays(ours));
const words = options.only.split(',');
const contestants = [bare, ours, ...(options.against ? [otherBuild(options.against)] : []), ...peers].filter(
  ({ name }) => words.some((word) => name.includes(word)),
);
const runs: Run[] = [];
const memory = new Map<Contestant, number[]>(contestants.map((contestant) => [contestant, []]));
const alone: Alone[] = [];
for (let round = 1; round <= rounds; round++) {
  process.stderr.write(`round ${round} of ${rounds}\n`);
  await playRound();
  if (!options['without-alone']) alone.push(measureAlone());
}
print();

async function playRound(): Promise<void> {
  const players: Player[] = [];
  try {
    for (const contestant of contestants) players.push(await enter(contestant));
    for (let slice = 0; slice < slices; slice++) {
      for (const connections of connectionCounts) {
        for (const operation of operations) {
          for (const { contestant, server, shots } of players) {
            const measured = await measure(server, shots[operation], { count: requests, connections });
            runs.push({ ...measured, contestant, operation, connections });
          }
        }
      }
    }
  } finally {
    for (const { server } of players) await server.stop();
  }
}

/** Starts a contestant and warms it up. */
async function enter(contestant: Contestant): Promise<Player> {
  const server = await start(contestant);
  memory.get(contestant)?.push(usageOf(server.pid)?.memory ?? Number.NaN);
  let next = 1; // the first one was created at startup
  const shots = {
    get: () => contestant.get(next++),
    create: () => contestant.create(next++),
  };
  for (const operation of operations) {
    await measure(server, shots[operation], { count: warmup, connections: 4 });
  }
  return { contestant, server, shots };
}

function measureAlone(): Alone {
  const file = join(import.meta.dirname, 'server/alone.ts');
  const conditions = isBuilt ? [] : ['--conditions=trickle-source'];
  const { stdout, stderr, status } = spawnSync(process.execPath, [...conditions, file, entry], {
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(stderr);
  return JSON.parse(stdout);
}

function print(): void {
  console.log(titleOf('The server compared with other mock servers', 'server', options));
  console.log(
    'CPU is the CPU time per request of the server and its child processes, followed by its ratio to the bare server.\n',
  );
  for (const operation of operations) printOperation(operation);
  console.log('### Memory at rest, after one request\n');
  for (const [{ name }, megabytes] of memory) console.log(`- ${name}: ${median(megabytes).toFixed(0)} MB`);
  if (alone.length > 0) printAlone();
}

function printOperation(operation: Run['operation']): void {
  const figures = connectionCounts.flatMap((count) => [
    `req/s, ${count} connection${count > 1 ? 's' : ''}`,
    ...['p99 ms', 'CPU µs', ''],
  ]);
  const headings = ['', ...figures];
  console.log(`### ${operation === 'get' ? 'Reading a subscriber' : 'Creating a subscriber'}\n`);
  const rows = contestants.map((contestant) => [
    contestant.name,
    ...connectionCounts.flatMap((connections) => cellsOf(contestant, operation, connections)),
  ]);
  console.log(`${table(headings, rows)}\n`);
  for (const connections of connectionCounts) summarize(operation, connections);
}

function summarize(operation: Run['operation'], connections: number): void {
  const of = (contestant: Contestant) => ({
    name: contestant.name,
    value: figureOf(contestant, 'cpu', operation, connections),
  });
  report({
    chart: 'server',
    name: `${operation}, ${connections} connection${connections > 1 ? 's' : ''}`,
    unit: 'CPU µs',
    ours: of(ours).value,
    floor: of(bare),
    peers: peers.filter((peer) => contestants.includes(peer)).map(of),
    goal: { timesFloor: operation === 'get' ? 1.6 : 3 },
  });
}

function printAlone(): void {
  const of = (pick: (one: Alone) => number) => median(alone.map(pick)).toFixed(1);
  console.log(`
### Our server only, in-process

- a batch of 1000 new subscribers until settled: ${of((one) => one.batch)} ms, ${of((one) => one.batchCpu)} ms CPU; \
the first of a process: ${of((one) => one.firstBatch)} ms, ${of((one) => one.firstBatchCpu)} ms CPU
- \`reset()\`: ${of((one) => one.reset)} ms; of 10,000 subscribers: ${of((one) => one.bigReset)} ms
- creating an account: ${of((one) => one.account * 1000)} µs, removed in ${of((one) => one.accountRemoval * 1000)} µs
- \`snapshot()\` of 10,000 subscribers: ${of((one) => one.snapshot)} ms, restored in ${of((one) => one.restore)} ms
- from the import to the first response: ${of((one) => one.firstAnswer)} ms`);
  const batch = median(alone.map((one) => one.batch));
  report({
    chart: 'server',
    name: 'a batch of 1000 until settled',
    unit: 'ms',
    ours: batch,
    goal: { most: 35 },
  });
}

/** The median of a figure of a contestant's runs. */
function figureOf(
  contestant: Contestant,
  key: keyof Measured,
  operation: Run['operation'],
  connections: number,
): number {
  const own = runs.filter(
    (run) => run.contestant === contestant && run.operation === operation && run.connections === connections,
  );
  return median(own.map((run) => run[key] ?? Number.NaN));
}

function cellsOf(contestant: Contestant, operation: Run['operation'], connections: number): string[] {
  const of = (key: keyof Measured) => figureOf(contestant, key, operation, connections);
  const ratio = of('cpu') / figureOf(bare, 'cpu', operation, connections);
  return [of('perSecond').toFixed(0), of('p99').toFixed(1), of('cpu').toFixed(0), `${ratio.toFixed(2)} ×`];
}
