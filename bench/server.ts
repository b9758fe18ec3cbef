/**
 * The reference server compared with other mock servers: requests per second, the 99th percentile of response times,
 * and CPU time per request of the whole process tree, for reading a subscriber and for creating one. Then features
 * that only ours has: a batch until settled, a reset, the first response of a process.
 *
 * Run it on an idle machine: `npm run bench:server`. Each server is a process on loopback. Within a round, the servers
 * take turns, freshly started and warmed up; the medians of all rounds are printed. Compare
 * the CPU time: the client takes most of the time between two
 * requests.
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { installPeers } from './install-peers.ts';
import type { Alone } from './server/alone.ts';
import { type Contestant, contestants, entry, isBuilt } from './server/contestants.ts';
import { type Measured, measure } from './server/load.ts';
import { median } from './server/median.ts';
import { usageOf } from './server/process-tree.ts';
import { start } from './server/start.ts';

const { values: options } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    requests: { type: 'string', default: '2000' },
    warmup: { type: 'string', default: '2000' },
  },
});
const rounds = Number(options.rounds);
const requests = Number(options.requests);
const warmup = Number(options.warmup);

const operations = ['get', 'create'] as const;
const connectionCounts = [1, 8] as const;
interface Run extends Measured {
  readonly contestant: Contestant;
  readonly operation: (typeof operations)[number];
  readonly connections: number;
}

installPeers();
const runs: Run[] = [];
const memory = new Map<Contestant, number[]>(contestants.map((contestant) => [contestant, []]));
const alone: Alone[] = [];
for (let round = 1; round <= rounds; round++) {
  for (const contestant of contestants) {
    process.stderr.write(`round ${round} of ${rounds}: ${contestant.name}\n`);
    await haveTurn(contestant);
  }
  alone.push(measureAlone());
}
print();

async function haveTurn(contestant: Contestant): Promise<void> {
  const server = await start(contestant);
  try {
    memory.get(contestant)?.push(usageOf(server.pid)?.memory ?? Number.NaN);
    let next = 1; // the first one was created at startup
    const shots = {
      get: () => contestant.get(next++),
      create: () => contestant.create(next++),
    };
    for (const operation of operations) {
      await measure(server, shots[operation], { count: warmup, connections: 4 });
    }
    for (const connections of connectionCounts) {
      for (const operation of operations) {
        const measured = await measure(server, shots[operation], { count: requests, connections });
        runs.push({ ...measured, contestant, operation, connections });
      }
    }
  } finally {
    await server.stop();
  }
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
  const headings = [
    '',
    'req/s, 1 connection',
    'p99 ms',
    'CPU µs',
    '',
    'req/s, 8 connections',
    'p99 ms',
    'CPU µs',
    '',
  ];
  console.log(`## The server compared with other mock servers

${new Date().toISOString().slice(0, 10)}, Node.js ${process.version}, ${rounds} rounds of ${requests} requests after ${warmup} to warm up; \
\`npm run bench:server -- --rounds ${rounds} --requests ${requests} --warmup ${warmup}\`

CPU is the CPU time of the server's whole process tree per request, followed by its ratio to ours.
`);
  for (const operation of operations) {
    console.log(`### ${operation === 'get' ? 'Reading a subscriber' : 'Creating a subscriber'}\n`);
    console.log(row(headings));
    console.log(row(headings.map((_, column) => (column === 0 ? '---' : '--:'))));
    for (const contestant of contestants) {
      const cells = connectionCounts.flatMap((connections) => cellsOf(contestant, operation, connections));
      console.log(row([contestant.name, ...cells]));
    }
    console.log('');
  }
  const of = (pick: (one: Alone) => number) => median(alone.map(pick)).toFixed(1);
  console.log('### Memory at rest, after one request\n');
  for (const [{ name }, megabytes] of memory) console.log(`- ${name}: ${median(megabytes).toFixed(0)} MB`);
  console.log(`
### Our server only, in-process

- a batch of 1000 new subscribers until settled: ${of((one) => one.batch)} ms, ${of((one) => one.batchCpu)} ms CPU; \
the first of a process: ${of((one) => one.firstBatch)} ms, ${of((one) => one.firstBatchCpu)} ms CPU
- \`reset()\`: ${of((one) => one.reset)} ms; of 10,000 subscribers: ${of((one) => one.bigReset)} ms
- creating an account: ${of((one) => one.account * 1000)} µs, removed in ${of((one) => one.accountRemoval * 1000)} µs
- \`snapshot()\` of 10,000 subscribers: ${of((one) => one.snapshot)} ms, restored in ${of((one) => one.restore)} ms
- from the import to the first response: ${of((one) => one.firstAnswer)} ms`);
}

function cellsOf(contestant: Contestant, operation: Run['operation'], connections: number): string[] {
  const of = (whose: Contestant | undefined, key: keyof Measured) =>
    median(
      runs
        .filter(
          (run) => run.contestant === whose && run.operation === operation && run.connections === connections,
        )
        .map((run) => run[key] ?? Number.NaN),
    );
  const cpu = of(contestant, 'cpu');
  const ratio = cpu / of(contestants[0], 'cpu');
  return [
    of(contestant, 'perSecond').toFixed(0),
    of(contestant, 'p99').toFixed(1),
    cpu.toFixed(0),
    `${ratio.toFixed(2)} ×`,
  ];
}

function row(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}
