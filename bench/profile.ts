/**
 * Prints where our server spends its CPU time: `npm run bench -- profile get|create|batch`, after a build. The
 * table lists the functions by their self time, which leaves out what they call, as the sampling profiler of Node.js
 * saw it; with `--total`, by their time including what they call. `--dist` names another build, `--connections` and
 * `--requests` change the load.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { TemporaryFolder } from '../packages/mock-server/test/temporary-folder.ts';
import { commandOf, entry, limits, ours } from './server/contestants.ts';
import { measure } from './server/load.ts';

/** The part of a `.cpuprofile` that is read. */
interface Profile {
  readonly nodes: readonly {
    readonly id: number;
    readonly callFrame: { readonly functionName: string; readonly url: string; readonly lineNumber: number };
    readonly children?: readonly number[];
  }[];
  readonly samples: readonly number[];
  readonly timeDeltas: readonly number[];
}

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    dist: { type: 'string', default: join(entry, '..') },
    connections: { type: 'string', default: '8' },
    requests: { type: 'string', default: '20000' },
    rows: { type: 'string', default: '30' },
    total: { type: 'boolean', default: false },
  },
});
const [operation = 'get'] = positionals;
using folder = new TemporaryFolder();
await (operation === 'batch' ? profileBatches() : profileRequests(operation === 'create' ? 'create' : 'get'));
for (const file of readdirSync(folder.path)) print(JSON.parse(readFileSync(folder.file(file), 'utf8')));

function run(args: readonly string[]) {
  const profiler = ['--cpu-prof', '--cpu-prof-interval', '250', '--cpu-prof-dir', folder.path];
  return spawn(process.execPath, [...profiler, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
}

async function profileBatches(): Promise<void> {
  const child = run([
    join(import.meta.dirname, 'server/alone.ts'),
    join(options.dist, 'index.js'),
    'batches',
  ]);
  child.stdout.resume();
  await once(child, 'exit');
}

async function profileRequests(shot: 'get' | 'create'): Promise<void> {
  const child = run([...commandOf(options.dist), '--port', '0', '--json', '--limits', limits]);
  const exit = once(child, 'exit');
  const [line] = await once(child.stdout.setEncoding('utf8'), 'data');
  const { url } = JSON.parse(line) as { url: string };
  const target = { port: Number(new URL(url).port), pid: child.pid ?? 0 };
  const count = Number(options.requests);
  await measure(target, () => ours.create(0), { count: 1, connections: 1 });
  await measure(target, (index) => ours[shot](index), { count, connections: Number(options.connections) });
  child.kill('SIGTERM');
  await exit;
}

type Node = Profile['nodes'][number];

function nameOf({ callFrame: { functionName, url } }: Node): string {
  const file = url.startsWith('node:') ? url : basename(url);
  return `${functionName || '(anonymous)'}${file && `, ${file}`}`;
}

/** Prints the functions that take the most time. */
function print({ nodes, samples, timeDeltas }: Profile): void {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const selfTimes = new Map<number, number>();
  for (const [i, id] of samples.entries()) {
    if (byId.get(id)?.callFrame.functionName === '(idle)') continue;
    selfTimes.set(id, (selfTimes.get(id) ?? 0) + (timeDeltas[i] ?? 0));
  }
  const all = [...selfTimes.values()].reduce((sum, time) => sum + time, 0);
  const times = new Map<string, number>();
  /** Adds a call and those that it makes. `callers` are the names of the functions that led to it. */
  const add = (node: Node, callers: readonly string[]): number => {
    const name = nameOf(node);
    const own = selfTimes.get(node.id) ?? 0;
    const called = (node.children ?? []).flatMap((id) => byId.get(id) ?? []);
    const time = own + called.reduce((sum, child) => sum + add(child, [...callers, name]), 0);
    // A function that calls itself counts once.
    const counted = options.total ? (callers.includes(name) ? 0 : time) : own;
    times.set(name, (times.get(name) ?? 0) + counted);
    return time;
  };
  if (nodes[0]) add(nodes[0], []);
  const top = [...times].sort(([, one], [, other]) => other - one).slice(0, Number(options.rows));
  console.log(`${(all / 1000).toFixed(0)} ms in all\n`);
  for (const [name, time] of top) {
    console.log(
      `${((100 * time) / all).toFixed(1).padStart(5)} %  ${(time / 1000).toFixed(0).padStart(6)} ms  ${name}`,
    );
  }
}
