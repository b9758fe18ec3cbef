/**
 * Compares the SDK with bare `fetch` and other SDKs: the cost of a call, size and time of the import, a large import of
 * records, and calls to a service with rate limits.
 *
 * Run it on an idle machine: `npm run bench -- sdk`. The service is a separate process on loopback. Each round measures all
 * callers. The results are medians of the rounds.
 */
import { type ChildProcess, execFileSync, fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { createClient } from '@trickle/sdk';
import { bundleOf } from '../packages/sdk/test/bundle-of.ts';
import { median, readSettings, timed, titleOf } from './harness.ts';
import { installPeers } from './install-peers.ts';
import { report } from './report/result.ts';
import { table as tableOf } from './report/table.ts';
import { bundleSizes } from './sdk/bundles.ts';
import { type Call, type Caller, callers } from './sdk/callers.ts';

const options = readSettings({
  rounds: 15,
  calls: 500,
  records: 1_000_000,
  imports: 15,
  window: 20_000,
  patience: 90_000,
});
const HEADINGS = ['', 'lost', 'rejected by the service', 'ms until the last'];

installPeers();
const service = fork(join(import.meta.dirname, 'sdk/service.ts'), { execArgv: [] });
const base = `http://127.0.0.1:${await told<number>(service)}`;
const ready: { readonly caller: Caller; readonly call: Call }[] = [];
for (const caller of callers) {
  try {
    const call = await caller.make(base, { individual: 1e9 });
    await call('p0@x.io');
    ready.push({ caller, call });
  } catch (error) {
    console.error(`${caller.name} is left out: ${error}`);
  }
}

console.log(titleOf('The SDK compared with other SDKs', 'sdk', options));
await calls();
await sizes();
await bulk();
await limited();
await concurrentUpdates();
service.disconnect();

/** CPU and wall time of a call, one at a time. */
async function calls(): Promise<void> {
  const measured = new Map(
    ready.map(({ caller }) => [caller.name, { cpu: [] as number[], wall: [] as number[] }]),
  );
  const { rounds, calls: count } = options;
  const quick = ready.filter(({ caller }) => !caller.isSlow);
  for (let round = -1; round < rounds; round++) {
    for (const { caller, call } of quick) {
      const { cpu, wall } = await timed(async () => {
        for (let i = 0; i < count; i++) await call(`p${i}@x.io`);
      });
      if (round < 0) continue; // warm-up
      measured.get(caller.name)?.cpu.push((cpu * 1000) / count);
      measured.get(caller.name)?.wall.push((wall * 1000) / count);
    }
  }
  const of = (name: string, key: 'cpu' | 'wall') => median(measured.get(name)?.[key] ?? []);
  const [first] = ready;
  const cells = (name: string, key: 'cpu' | 'wall') => {
    const ratio = of(name, key) / of(first?.caller.name ?? '', key);
    return [of(name, key).toFixed(0), `${ratio.toFixed(2)} ×`];
  };
  table(
    'A call, one connection',
    ['', 'CPU µs', '', 'wall µs', ''],
    [...quick.map(({ caller: { name } }) => [name, ...cells(name, 'cpu'), ...cells(name, 'wall')])],
  );
  report({
    chart: 'sdk',
    name: 'a call, one connection',
    unit: 'CPU µs',
    ours: of('@trickle/sdk', 'cpu'),
    floor: { name: 'bare fetch', value: of(first?.caller.name ?? '', 'cpu') },
    peers: ['openai', 'octokit', 'svix', 'resend'].map((name) => ({ name, value: of(name, 'cpu') })),
    goal: { timesFloor: 1.25 },
  });
}

/** The size of the client, and the time to import its built file and the peers. */
async function sizes(): Promise<void> {
  const { code, size } = await bundleOf('index');
  const brotli = brotliCompressSync(code).length;
  const built = join(import.meta.dirname, '../packages/sdk/dist/index.js');
  const peers = join(import.meta.dirname, 'peers');
  const root = join(import.meta.dirname, '..');
  const modules: [string, string, string][] = [
    ...(existsSync(built) ? [['@trickle/sdk, built', built, root] as [string, string, string]] : []),
    ['ky', 'ky', root],
    ['zod/mini', 'zod/mini', root],
    ...['openai', '@anthropic-ai/sdk', 'stripe', 'resend', '@octokit/core', 'svix', 'klaviyo-api'].map(
      (name): [string, string, string] => [name, name, peers],
    ),
  ];
  const times = new Map<string, number[]>();
  for (let round = 0; round < options.imports; round++) {
    for (const [name, specifier, cwd] of modules) {
      const program = `const t = performance.now(); await import(${JSON.stringify(specifier)}); console.log(performance.now() - t)`;
      const out = execFileSync(process.execPath, ['--input-type=module', '-e', program], {
        cwd,
        encoding: 'utf8',
      });
      times.set(name, [...(times.get(name) ?? []), Number(out)]);
    }
  }
  table(
    'Import',
    ['', 'ms'],
    [...times].map(([name, list]) => [name, median(list).toFixed(0)]),
  );
  table(
    'In a bundle, minified and gzipped',
    ['', 'B', 'with what is loaded on use'],
    (await bundleSizes()).map(({ name, loaded, whole }) => [name, `${loaded}`, `${whole}`]),
  );
  console.log(`The client as its size test bundles it: ${size} B gzip, ${brotli} B brotli.\n`);
  report({
    chart: 'sdk',
    name: 'the client in a bundle, gzip',
    unit: 'B',
    ours: size,
    goal: { most: 20_000 },
  });
}

function* records(count: number) {
  for (let i = 0; i < count; i++) {
    yield { email: `p${i}@x.io`, first_name: `P${i}`, tags: ['import'], custom_fields: { number: `${i}` } };
  }
}

/** Sends records in batches without an SDK. */
async function importByHand(count: number): Promise<void> {
  let chunk: unknown[] = [];
  for (const record of records(count)) {
    if (chunk.push(record) < 1000) continue;
    const body = JSON.stringify({ batches: [{ subscribers: chunk }] });
    const response = await fetch(`${base}/v2/9/subscribers/batches`, { method: 'POST', body });
    if (!response.ok) throw new Error(`${response.status}`);
    await response.text();
    chunk = [];
  }
}

/** Records per second, CPU seconds, and additional memory at its peak in MB. */
async function measureImport(count: number, run: (count: number) => Promise<void>): Promise<number[]> {
  const before = process.memoryUsage.rss();
  let max = before;
  const watch = setInterval(() => {
    max = Math.max(max, process.memoryUsage.rss());
  }, 20);
  const { wall, cpu } = await timed(() => run(count));
  clearInterval(watch);
  return [count / (wall / 1000), cpu / 1000, (max - before) / 2 ** 20];
}

/** An import of many records, compared with the same batches without an SDK. */
async function bulk(): Promise<void> {
  await set({});
  const count = options.records;
  const { subscribers } = createClient({ baseUrl: base, accountId: '9', apiKey: 'key', limits: false });
  const callers = new Map([
    ['fetch by hand', importByHand],
    [
      'upsertMany, records validated',
      async () => {
        const { accepted } = await subscribers.upsertMany(records(count));
        if (accepted !== count) throw new Error(`${accepted} of ${count} were accepted`);
      },
    ],
  ]);
  const measured = new Map(Array.from(callers.keys(), (name) => [name, [] as number[][]]));
  for (let round = 0; round < 3; round++) {
    for (const [name, run] of callers) measured.get(name)?.push(await measureImport(count, run));
  }
  const of = (runs: number[][], at: number) => median(runs.map((run) => run[at] ?? Number.NaN));
  const byHand = of(measured.get('fetch by hand') ?? [], 0);
  const rows = Array.from(measured, ([name, runs]) => [
    name,
    of(runs, 0).toFixed(0),
    `${((of(runs, 0) / byHand) * 100).toFixed(0)} %`,
    of(runs, 1).toFixed(1),
    of(runs, 2).toFixed(0),
  ]);
  report({
    chart: 'sdk',
    name: `import of ${count.toLocaleString('en')} subscribers`,
    unit: 's',
    ours: count / of(measured.get('upsertMany, records validated') ?? [], 0),
    floor: { name: 'fetch by hand', value: count / byHand },
    // At least 85 % of the speed.
    goal: { timesFloor: 1.18 },
  });
  table(`Import of ${count} subscribers`, ['', 'records/s', '', 'CPU s', 'MB more at most'], rows);
}

/** 60 calls of 16 workers to a service that allows 36 per window. */
async function limited(): Promise<void> {
  const { window } = options;
  const rows: string[][] = [];
  for (const { caller } of ready) {
    const call = await caller.make(base, { individual: 36, window, mode: 'wait' });
    await set({ window });
    rows.push([caller.name, ...(await run(60, 16, (i) => call(`p${i}@x.io`)))]);
  }
  table(`60 calls of 16 workers, 36 in each ${window} ms, windows not aligned`, HEADINGS, rows);
}

/** 60 simultaneous updates of five subscribers. */
async function concurrentUpdates(): Promise<void> {
  const rows: string[][] = [];
  for (const { caller } of ready) {
    const call = await caller.make(base, { individual: 1e9 });
    await set({ hold: 20 });
    rows.push([caller.name, ...(await run(60, 60, (i) => call(`p${i % 5}@x.io`)))]);
  }
  table('60 updates of 5 subscribers at once, 20 ms each', HEADINGS, rows);
}

async function run(count: number, workers: number, call: (i: number) => Promise<unknown>): Promise<string[]> {
  let next = 0;
  let isLate = false;
  const began = performance.now();
  const work = async () => {
    while (next < count && !isLate) await call(next++).catch(() => {}); // the service counts accepted calls
  };
  const { patience } = options;
  const late = new Promise<void>((resolve) => {
    setTimeout(() => {
      isLate = true;
      resolve();
    }, patience).unref();
  });
  await Promise.race([Promise.all(Array.from({ length: workers }, work)), late]);
  service.send('counts');
  const { accepted, rejected } = await told<{ accepted: number; rejected: number }>(service);
  const time = isLate ? `over ${patience}` : (performance.now() - began).toFixed(0);
  return [`${count - accepted}`, `${rejected}`, time];
}

async function set(settings: { window?: number; hold?: number }): Promise<void> {
  service.send(settings);
  await told(service);
}

async function told<T>(child: ChildProcess): Promise<T> {
  const [message] = await once(child, 'message');
  return message as T;
}

function table(title: string, headings: readonly string[], rows: readonly (readonly string[])[]): void {
  console.log(`### ${title}\n\n${tableOf(headings, rows)}\n`);
}
