/*
 * Sends mutated requests to a server and checks invariants: `npm run fuzz -- [--seconds 120] [--seed 1] [--no-waits]`.
 * It stops at the first violation and prints the request and the seed. Before that, unless `--no-waits` is given, it sends the
 * heaviest requests that one account can send, and checks that none keeps a turn of the event loop for long.
 */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { createServer, type Server } from '@trickle/mock-server';
import { TIME_LIMIT } from '../../../../scripts/setup/time-limit.ts';
import { Dice } from './dice.ts';
import { type FuzzedRequest, mutate } from './mutate.ts';
import { checkOneAmongOthers } from './one-among-others.ts';
import { sendRaw } from './raw-connections.ts';
import { samples } from './samples.ts';
import { SLOWNESS } from './slowness.ts';

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '120' },
    seed: { type: 'string', default: '1' },
    waits: { type: 'boolean', default: true },
  },
  allowNegative: true,
});

/** The number of requests between two checks of the whole server: settling, memory, and a reset. */
const ROUND = 400;
/** The maximum CPU time of a request in milliseconds, in the fastest of three attempts. */
const MAX_REQUEST = 250 * SLOWNESS;
/** The maximum heap after a garbage collection, in bytes. */
const MAX_HEAP = 400_000_000;
/**
 * Tables that rejected requests may change, or that change by themselves: request counters, visitors, and the
 * heartbeats of servers.
 */
const COUNTERS = new Set(['rate_windows', 'script_messages', 'instances']);

const seedFile = new URL('../../demo-seed.json', import.meta.url);
const options = {
  seed: JSON.parse(readFileSync(seedFile, 'utf8')),
  limits: false,
  randomSeed: 1,
  time: { now: '2026-03-01T12:00:00Z', speed: 0 },
} as const;

class BrokenPromise extends Error {
  override readonly name = 'BrokenPromise';
}

/** The server's data without counters. */
async function fingerprint(server: Server): Promise<Map<string, string>> {
  const { tables } = await server.exportState();
  const held = Object.entries(tables).filter(([table]) => !COUNTERS.has(table));
  return new Map(held.map(([table, rows]) => [table, JSON.stringify(rows)]));
}

/** The names of the tables that differ. */
async function changedTables(server: Server, before: ReadonlyMap<string, string>): Promise<string[]> {
  const after = await fingerprint(server);
  return [...new Set([...before.keys(), ...after.keys()])].filter(
    (table) => before.get(table) !== after.get(table),
  );
}

function send(server: Server, { method, path, headers, body }: FuzzedRequest): Promise<Response> {
  const init = { method, headers, ...(body !== undefined && { body }) };
  return server.fetch(new Request(`http://127.0.0.1${path}`, init));
}

/** Sends one request and checks the response. */
async function check(server: Server, request: FuzzedRequest, looksAtState: boolean): Promise<number> {
  // Background work of earlier requests would change the state.
  if (looksAtState) await server.settle();
  const before = looksAtState ? await fingerprint(server) : undefined;
  const start = process.cpuUsage();
  const response = await send(server, request);
  const { user } = process.cpuUsage(start);
  await response.body?.cancel();
  const { status } = response;
  if (status >= 500) throw new BrokenPromise(`the answer is ${status}`);
  const changed = before !== undefined && status >= 400 ? await changedTables(server, before) : [];
  if (changed.length > 0) throw new BrokenPromise(`the answer is ${status}, but ${changed} changed`);
  if (user / 1000 > MAX_REQUEST) await checkTime(server, request);
  return status;
}

/** Repeats a slow request, since the machine or a garbage collection may be the reason. */
async function checkTime(server: Server, request: FuzzedRequest): Promise<void> {
  const times: number[] = [];
  for (let attempt = 0; attempt < 3; attempt++) {
    const start = process.cpuUsage();
    await (await send(server, request)).body?.cancel();
    times.push(process.cpuUsage(start).user / 1000);
  }
  const fastest = Math.min(...times);
  if (fastest > MAX_REQUEST) {
    throw new BrokenPromise(`a request took ${Math.round(fastest)} ms of processor time`);
  }
}

/** Finishes the background work, checks the memory, and resets the server. */
async function checkServer(server: Server): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new BrokenPromise('settle() does not end')), TIME_LIMIT);
  });
  try {
    await Promise.race([server.settle(), late]);
  } finally {
    clearTimeout(timer);
  }
  await server.reset();
  globalThis.gc?.();
  const { heapUsed } = process.memoryUsage();
  if (heapUsed > MAX_HEAP) throw new BrokenPromise(`the heap holds ${Math.round(heapUsed / 1e6)} MB`);
  const user = { method: 'GET', path: '/v2/user', headers: samples.rest[0]?.headers ?? {}, body: undefined };
  if ((await send(server, user)).status !== 200) throw new BrokenPromise('a plain request is refused');
}

function shown({ method, path, headers, body }: FuzzedRequest): string {
  const short = (text: string) =>
    text.length > 2000 ? `${text.slice(0, 2000)}… (${text.length} characters)` : text;
  return `${method} ${short(path)}\n${JSON.stringify(headers)}\n${short(JSON.stringify(body) ?? '')}`;
}

async function fuzz(seed: number, seconds: number): Promise<Map<number, number>> {
  const dice = new Dice(seed);
  const statuses = new Map<number, number>();
  const errors: unknown[] = [];
  await using server = await createServer({ ...options, onError: (error) => errors.push(error) });
  const port = Number(new URL(await server.listen()).port);
  // Of processor time: a busy machine must not send fewer.
  const spent = () => process.cpuUsage(begin).user / 1e6;
  const begin = process.cpuUsage();
  for (let count = 1; spent() < seconds; count++) {
    const request = mutate(dice, dice.pick(samples[dice.pick(['rest', 'rest', 'admin', 'public'] as const)]));
    try {
      const status = await check(server, request, count % 10 === 0);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      if (request.path.startsWith('/_admin/faults')) await server.faults.clear();
      if (errors.length > 0) throw new BrokenPromise('the server reported an error', { cause: errors[0] });
    } catch (error) {
      console.error(`Request ${count} of seed ${seed}:\n${shown(request)}`);
      throw error;
    }
    if (count % 20 === 0) {
      for (const status of await sendRaw(dice, port)) {
        if (status >= 500) throw new BrokenPromise(`raw bytes are answered with ${status} (seed ${seed})`);
      }
    }
    if (count % ROUND === 0) await checkServer(server);
  }
  await checkServer(server);
  return statuses;
}

if (values.waits) await checkOneAmongOthers();
const statuses = await fuzz(Number(values.seed), Number(values.seconds));
const total = [...statuses.values()].reduce((sum, count) => sum + count, 0);
const list = [...statuses].sort().map(([status, count]) => `${status}: ${count}`);
console.log(`${total} requests, seed ${values.seed}: ${list.join(', ')}`);
