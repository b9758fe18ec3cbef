/**
 * Compares the SDK with bare `fetch` and other SDKs: the cost of a call, size and time of the import, a large import of
 * records, calls to a service with rate limits, and calls behind Mock Service Worker.
 *
 * The service is a separate process on loopback. Each round measures all callers. The results are medians of the rounds.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { createClient } from '@trickle/sdk';
import { bundleOf } from '../packages/sdk/test/bundle-of.ts';
import { installPeers, inTurns, readSettings, Samples, timed, titleOf } from './harness.ts';
import { report, SPREAD, table as tableOf, times } from './report.ts';
import { type Call, type Caller, callers } from './sdk/callers.ts';
import { callsBehindMsw } from './sdk/msw.ts';

const options = readSettings({ rounds: 20, calls: 300, records: 300_000, window: 20_000, patience: 90_000 });
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

console.log(`${titleOf('sdk', options)}\n${SPREAD}\n`);
await calls();
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
await callsBehindMsw(options.rounds);

/** CPU time of a call, one at a time: the first ones of a process, then in rounds. */
async function calls(): Promise<void> {
  const samples = new Samples();
  const { rounds, calls: count } = options;
  const quick = ready.filter(({ caller }) => !caller.isSlow);
  await inTurns(quick, rounds, async ({ caller, call }, isCounted) => {
    const { cpu } = await timed(async () => {
      for (let i = 0; i < count; i++) await call(`p${i}@x.io`);
    });
    if (isCounted) samples.add((cpu * 1000) / count, caller.name);
  });
  const [fetching, ours, ky] = ['bare fetch', '@trickle/sdk', 'ky'];
  table(
    'A call, one connection',
    ['', 'CPU µs', 'to fetch', 'to ky'],
    quick.map(({ caller: { name } }) => [
      ...[name, samples.median(name).toFixed(0)],
      ...[times(samples.ratio([name], [fetching])), times(samples.ratio([name], [ky]))],
    ]),
  );
  report({
    name: 'SDK: a call, one connection',
    unit: 'CPU µs',
    ours: samples.median(ours),
    floor: samples.rival([ours], [fetching]),
    peer: samples.rival([ours], [ky]),
    goal: { floor: 1.35, peer: 0.9 },
  });
}

/** The size of the client, as its size test bundles it. */
async function sizes(): Promise<void> {
  const { code, size } = await bundleOf('index');
  const brotli = brotliCompressSync(code).length;
  console.log(
    `### In a bundle\n\nThe client is ${size} B minified and gzipped, and ${brotli} B with brotli.\n`,
  );
  report({ name: 'SDK: the client in a bundle, gzip', unit: 'B', ours: size, goal: { most: 22_000 } });
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
  await inTurns(Object.entries(importers), 4, async ([name, run], isCounted) => {
    const { cpu } = await timed(run);
    if (isCounted) samples.add(cpu / 1000, name);
  });
  const [byHand, ours] = ['fetch by hand', 'upsertMany, records validated'];
  table(
    `Import of ${count} subscribers`,
    ['', 'CPU s', ''],
    Object.keys(importers).map((name) => [
      ...[name, samples.median(name).toFixed(1), times(samples.ratio([name], [byHand]))],
    ]),
  );
  report({
    name: `SDK: import of ${count.toLocaleString('en')} subscribers`,
    unit: 'CPU s',
    ours: samples.median(ours),
    floor: samples.rival([ours], [byHand]),
    goal: { floor: 1.18 }, // at least 85 % of the speed
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
