/**
 * Compares the SDK with bare `fetch` and other SDKs: the cost of a call, size and time of the import, a large import of
 * records, calls to a service with rate limits, and calls behind Mock Service Worker.
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
import { readSettings, Samples, timed, titleOf } from './harness.ts';
import { installPeers } from './install-peers.ts';
import { report } from './report/result.ts';
import { table as tableOf } from './report/table.ts';
import { type Call, type Caller, callers } from './sdk/callers.ts';
import { callsBehindMsw } from './sdk/msw.ts';

const options = readSettings({
  rounds: 15,
  calls: 500,
  records: 1_000_000,
  imports: 15,
  window: 20_000,
  patience: 90_000,
});
const root = join(import.meta.dirname, '..');
const peers = join(import.meta.dirname, 'peers');

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
importTimes();
await sizes();
await bulk();
await contested(`60 calls of 16 workers, 36 in each ${options.window} ms, windows not aligned`, {
  ...{ workers: 16, names: 60, settings: { window: options.window } },
  limits: { individual: 36, window: options.window, mode: 'wait' },
});
await contested('60 updates of 5 subscribers at once, 20 ms each', {
  ...{ workers: 60, names: 5, settings: { hold: 20 }, limits: { individual: 1e9 } },
});
service.disconnect();
await callsBehindMsw(options);

/** CPU and wall time of a call, one at a time. */
async function calls(): Promise<void> {
  const samples = new Samples();
  const { rounds, calls: count } = options;
  const quick = ready.filter(({ caller }) => !caller.isSlow);
  for (let round = -1; round < rounds; round++) {
    for (const { caller, call } of quick) {
      const { cpu, wall } = await timed(async () => {
        for (let i = 0; i < count; i++) await call(`p${i}@x.io`);
      });
      if (round < 0) continue; // warm-up
      samples.add((cpu * 1000) / count, caller.name, 'cpu');
      samples.add((wall * 1000) / count, caller.name, 'wall');
    }
  }
  const cpuOf = (name: string) => samples.median(name, 'cpu');
  const cells = (name: string, key: 'cpu' | 'wall') => {
    const time = samples.median(name, key);
    return [time.toFixed(0), `${(time / samples.median('bare fetch', key)).toFixed(2)} ×`];
  };
  table(
    'A call, one connection',
    ['', 'CPU µs', '', 'wall µs', ''],
    quick.map(({ caller: { name } }) => [name, ...cells(name, 'cpu'), ...cells(name, 'wall')]),
  );
  report({
    chart: 'sdk',
    name: 'a call, one connection',
    unit: 'CPU µs',
    ours: cpuOf('@trickle/sdk'),
    floor: { name: 'bare fetch', value: cpuOf('bare fetch') },
    peers: ['openai', 'octokit', 'svix', 'resend'].map((name) => ({ name, value: cpuOf(name) })),
    goal: { timesFloor: 1.25 },
  });
}

/** The time to import the built client and the peers. */
function importTimes(): void {
  const built = join(root, 'packages/sdk/dist/index.js');
  const ofPeers = ['openai', '@anthropic-ai/sdk', 'stripe', 'resend', '@octokit/core', 'svix', 'klaviyo-api'];
  const modules: readonly { name: string; specifier?: string; cwd: string }[] = [
    ...(existsSync(built) ? [{ name: '@trickle/sdk, built', specifier: built, cwd: root }] : []),
    ...['ky', 'zod/mini'].map((name) => ({ name, cwd: root })),
    ...ofPeers.map((name) => ({ name, cwd: peers })),
  ];
  const samples = new Samples();
  for (let round = 0; round < options.imports; round++) {
    for (const { name, specifier = name, cwd } of modules) {
      const program = `const t = performance.now(); await import(${JSON.stringify(specifier)}); console.log(performance.now() - t)`;
      const command = ['--input-type=module', '-e', program];
      samples.add(Number(execFileSync(process.execPath, command, { cwd, encoding: 'utf8' })), name);
    }
  }
  table(
    'Import',
    ['', 'ms'],
    modules.map(({ name }) => [name, samples.median(name).toFixed(0)]),
  );
}

/** The size of the client, as its size test bundles it. */
async function sizes(): Promise<void> {
  const { code, size } = await bundleOf('index');
  const brotli = brotliCompressSync(code).length;
  console.log(
    `### In a bundle\n\nThe client is ${size} B minified and gzipped, and ${brotli} B with brotli.\n`,
  );
  const name = 'the client in a bundle, gzip';
  report({ chart: 'sdk', name, unit: 'B', ours: size, goal: { most: 20_000 } });
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

/** An import of many records, compared with the same batches without an SDK. */
async function bulk(): Promise<void> {
  await set({});
  const count = options.records;
  const { subscribers } = createClient({ baseUrl: base, accountId: '9', apiKey: 'key', limits: false });
  const importers = {
    'fetch by hand': () => importByHand(count),
    'upsertMany, records validated': async () => {
      const { accepted } = await subscribers.upsertMany(records(count));
      if (accepted !== count) throw new Error(`${accepted} of ${count} were accepted`);
    },
  };
  const samples = new Samples();
  for (let round = 0; round < 3; round++) {
    for (const [name, run] of Object.entries(importers)) {
      const before = process.memoryUsage.rss();
      let most = before;
      const watch = setInterval(() => {
        most = Math.max(most, process.memoryUsage.rss());
      }, 20);
      const { wall, cpu } = await timed(run);
      clearInterval(watch);
      samples.add(wall / 1000, name, 'seconds');
      samples.add(cpu / 1000, name, 'cpu');
      samples.add((most - before) / 2 ** 20, name, 'memory');
    }
  }
  const secondsOf = (name: keyof typeof importers) => samples.median(name, 'seconds');
  const [byHand, ours] = [secondsOf('fetch by hand'), secondsOf('upsertMany, records validated')];
  table(
    `Import of ${count} subscribers`,
    ['', 'records/s', '', 'CPU s', 'MB more at most'],
    Object.keys(importers).map((name) => [
      name,
      (count / samples.median(name, 'seconds')).toFixed(0),
      `${((byHand / samples.median(name, 'seconds')) * 100).toFixed(0)} %`,
      samples.median(name, 'cpu').toFixed(1),
      samples.median(name, 'memory').toFixed(0),
    ]),
  );
  report({
    chart: 'sdk',
    name: `import of ${count.toLocaleString('en')} subscribers`,
    unit: 's',
    ours,
    floor: { name: 'fetch by hand', value: byHand },
    // At least 85 % of the speed.
    goal: { timesFloor: 1.18 },
  });
}

interface Contest {
  readonly workers: number;
  /** The number of subscribers. */
  readonly names: number;
  readonly settings: { readonly window?: number; readonly hold?: number };
  readonly limits: Parameters<Caller['make']>[1];
}

/** 60 calls of each caller to a service that rejects some. */
async function contested(title: string, { workers, names, settings, limits }: Contest): Promise<void> {
  const rows: string[][] = [];
  for (const { caller } of ready) {
    const call = await caller.make(base, limits);
    await set(settings);
    rows.push([caller.name, ...(await run(60, workers, (i) => call(`p${i % names}@x.io`)))]);
  }
  table(title, ['', 'lost', 'rejected by the service', 'ms until the last'], rows);
}

async function run(count: number, workers: number, call: (i: number) => Promise<unknown>): Promise<string[]> {
  let next = 0;
  const late = AbortSignal.timeout(options.patience);
  const began = performance.now();
  const work = async () => {
    while (next < count && !late.aborted) await call(next++).catch(() => {}); // the service counts accepted calls
  };
  await Promise.race([Promise.all(Array.from({ length: workers }, work)), once(late, 'abort')]);
  service.send('counts');
  const { accepted, rejected } = await told<{ accepted: number; rejected: number }>(service);
  const time = late.aborted ? `over ${options.patience}` : (performance.now() - began).toFixed(0);
  return [`${count - accepted}`, `${rejected}`, time];
}

async function set(settings: Contest['settings']): Promise<void> {
  service.send(settings);
  await told(service);
}

async function told<T>(child: ChildProcess): Promise<T> {
  const [message] = await once(child, 'message');
  return message as T; // from service.ts
}

function table(title: string, headings: readonly string[], rows: readonly (readonly string[])[]): void {
  console.log(`### ${title}\n\n${tableOf(headings, rows)}\n`);
}
