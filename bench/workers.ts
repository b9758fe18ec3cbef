/**
 * Thousands of SDK workers, in several processes, that share one account's limits through Redis: how fairly they share,
 * what they waste, and how long a backlog takes, compared with the same workers without Redis.
 *
 * Run it with `npm run bench:workers`. The service allows an exact number of requests per window and counts rejections.
 * Its window is shorter than an hour, and begins at a time that the workers do not know. It needs Redis, starts its
 * own, and uses loopback only.
 */
import { parseArgs } from 'node:util';
import { report } from './report/result.ts';
import { formatted } from './report/summary.ts';
import { table, titleOf } from './report/table.ts';
import { type Figures, figuresOf } from './workers/figures.ts';
import { type Outcome, Simulation } from './workers/run.ts';

const { values: options } = parseArgs({
  options: {
    processes: { type: 'string', default: '4' },
    workers: { type: 'string', default: '500' },
    calls: { type: 'string', default: '4' },
    limit: { type: 'string', default: '2000' },
    window: { type: 'string', default: '10000' },
  },
});
const given = Object.entries(options).map(([name, value]) => `--${name} ${value}`);
const [processes, workers] = [Number(options.processes), Number(options.workers)];
const calls = Number(options.calls);
const [limit, window] = [Number(options.limit), Number(options.window)];

/** All calls. */
const total = processes * workers * calls;
/** The age of the service's window when the workers begin. */
const age = window / 2;
/** How long all calls take if the service is never idle: the first window began before the workers did. */
const ideal = Math.max(0, Math.ceil(total / limit) - 1) * window - age;

await using simulation = await Simulation.start(processes);
process.stderr.write('warm-up\n');
await simulation.run({ workers, calls: 2, limit: 1e6, window: 3_600_000, age: 0, usesRedis: true });
const outcomes: [name: string, outcome: Outcome][] = [];
for (const [name, usesRedis] of [
  ['shared through Redis', true],
  ['each worker alone', false],
] as const) {
  process.stderr.write(`${name}\n`);
  outcomes.push([name, await simulation.run({ workers, calls, limit, window, age, usesRedis })]);
}

console.log(titleOf('SDK workers that share limits', `bench:workers -- ${given.join(' ')}`));
console.log(`${formatted(total)} calls of ${formatted(processes * workers)} workers with a client each, in ${processes} \
processes. The service allows ${formatted(limit)} requests in each window of ${formatted(window)} ms. The workers begin in the middle of a window, within a second, and do not know \
it. If the service were never idle, the calls would take ${formatted(ideal)} ms; \
without knowing when a window ends, ${formatted(ideal + age)} ms. Fairness is that of the second window, among the workers that still have calls to make. \
Jain's index is 1 if all make the same number.\n`);
const columns = outcomes.map(([, outcome]) => figuresOf(outcome, { limit, calls }));
const rows: [string, (of: Figures) => number][] = [
  ['calls that succeeded', (of) => of.done],
  ['calls that failed', (of) => of.failed],
  ['requests that the service rejected', (of) => of.rejected],
  ['ms until the last call', (of) => of.took],
  ["Jain's index of the workers", (of) => of.fairness],
  ['fewest calls of a worker', (of) => of.fewest],
  ['most calls of a worker', (of) => of.most],
  ["Jain's index of the processes", (of) => of.fairnessOfProcesses],
  ['Redis commands per call', (of) => of.perCall.commands],
  ['bytes sent to Redis per call', (of) => of.perCall.bytes],
  ['CPU µs of Redis per call', (of) => of.perCall.redisCpu],
  ['CPU µs of the workers per call', (of) => of.perCall.workerCpu],
  ['answers of Redis that were late', (of) => of.redisErrors],
];
console.log(
  table(
    ['', ...outcomes.map(([name]) => name)],
    rows.map(([name, of]) => [name, ...columns.map((one) => formatted(of(one)))]),
  ),
);
const [shared] = columns;
if (shared) {
  const { commands } = shared.perCall;
  report({
    chart: 'workers',
    name: 'Redis commands per call',
    unit: 'commands',
    ours: commands,
    goal: { most: 5 },
  });
}
