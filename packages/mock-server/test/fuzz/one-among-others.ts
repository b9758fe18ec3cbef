import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BURDENS, type Burden, type HeavyRequest } from './heavy-requests.ts';

/** The milliseconds that nobody may wait for the work of another account, on a machine whose idle server answers at once. */
const MAX_WAIT = 250;
/** By how much the limit is raised, since other programs use the caches of the machine. Without slices, others waited for minutes. */
const MARGIN = 4;
/** The median wait on an idle server up to which a machine is not slow. On slower ones, the limit rises in proportion. */
const IDLE_WAIT = 2;
/** The milliseconds for which others send requests in a round, and how many rounds there are. The best one counts. */
const [ROUND, ROUNDS] = [2500, 2];
const IDLE_REQUESTS = 100;

const [HEAVY, OTHER] = ['9999999', '8888888'];
const bin = new URL('../../bin/trickle-server.js', import.meta.url).pathname;

const seed = {
  accounts: [HEAVY, OTHER].map((id) => ({
    id,
    name: id,
    url: 'https://heavy.test',
    users: [{ email: `owner@${id}.test`, name: 'Owner', token: `token-${id}` }],
  })),
};

/** What others waited in milliseconds. */
export interface Waits {
  readonly title: string;
  /** The median wait on the idle server. */
  readonly idle: number;
  /** The longest wait in the best round. */
  readonly longest: number;
  /** The most that the longest wait may be. */
  readonly allowed: number;
}

/** Burdens a server with one account, and measures what another account waits. */
async function measureWaits(burden: Burden, isInFile: boolean): Promise<Waits> {
  const folder = await mkdtemp(join(tmpdir(), 'trickle-others-'));
  const receiver = createServer((request, response) => void request.resume().on('end', () => response.end()));
  receiver.listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  const { child, url } = await startServer(folder, isInFile);
  const server = { url, now: clockOf(child) };
  try {
    const { port } = receiver.address() as AddressInfo; // it listens on a port
    for (let i = 0; i < burden.webhooks; i++) await addWebhook(url, `http://127.0.0.1:${port}/${i}`);
    const idle = await waitsWhile(server, (count) => count < IDLE_REQUESTS);
    const longest: number[] = [];
    for (let round = 0; round < ROUNDS; round++) longest.push(await maxWait(server, burden.requests(round)));
    const usual = median(idle);
    const allowed = MARGIN * MAX_WAIT * Math.max(1, usual / IDLE_WAIT);
    return { title: burden.title, idle: usual, longest: Math.min(...longest), allowed };
  } finally {
    child.kill('SIGKILL');
    receiver.closeAllConnections();
    receiver.close();
    await rm(folder, { recursive: true, maxRetries: 3 });
  }
}

interface Burdened {
  readonly url: string;
  /** A clock in milliseconds that stands still while the server waits for a core of the machine. */
  now(): number;
}

/** Other programs of a busy machine hold up a server; where Linux says for how long, that does not count. */
function clockOf({ pid }: ChildProcess): () => number {
  const file = `/proc/${pid}/schedstat`; // nanoseconds on a core, and waiting for one
  if (!existsSync(file)) return () => performance.now();
  return () => performance.now() - Number(readFileSync(file, 'utf8').split(' ')[1]) / 1e6;
}

/** The longest wait of others while requests are answered and their background work runs. */
async function maxWait(server: Burdened, requests: readonly HeavyRequest[]): Promise<number> {
  const end = server.now() + ROUND;
  const heavy = Promise.all(requests.map((request) => sendHeavy(server.url, request)));
  const waits = await waitsWhile(server, () => server.now() < end);
  await heavy;
  return Math.max(...waits);
}

/** Sends requests of the other account one after another. Returns how long each waited for its answer. */
async function waitsWhile({ url, now }: Burdened, continues: (count: number) => boolean): Promise<number[]> {
  const waits: number[] = [];
  while (continues(waits.length)) {
    const start = now();
    const body = { subscribers: [{ email: `o${waits.length % 50}@other.test`, zip: String(waits.length) }] };
    await post(url, `/v2/${OTHER}/subscribers`, OTHER, body);
    waits.push(now() - start);
  }
  return waits;
}

async function sendHeavy(url: string, { path, body }: HeavyRequest): Promise<void> {
  const isOfPage = path.startsWith('/');
  await post(url, isOfPage ? path : `/v2/${HEAVY}/${path}`, isOfPage ? undefined : HEAVY, body);
}

const addWebhook = (url: string, post_url: string) =>
  post(url, `/v2/${HEAVY}/webhooks`, HEAVY, { webhooks: [{ post_url }] });

/** Posts JSON as an account, or without credentials. Throws if the server fails. */
async function post(url: string, path: string, account: string | undefined, body: unknown): Promise<void> {
  const response = await fetch(url + path, {
    method: 'POST',
    headers: {
      'content-type': account === undefined ? 'text/plain' : 'application/json',
      ...(account !== undefined && { authorization: `Basic ${btoa(`token-${account}:`)}` }),
    },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  if (response.status >= 300) throw new Error(`POST ${path} is answered with ${response.status}: ${text}`);
}

async function startServer(folder: string, isInFile: boolean): Promise<{ child: ChildProcess; url: string }> {
  const seedFile = join(folder, 'seed.json');
  await writeFile(seedFile, JSON.stringify(seed));
  const db = isInFile ? ['--db', join(folder, 'others.db')] : [];
  const args = [bin, '--port', '0', '--json', '--seed', seedFile, '--limits', 'off', ...db];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = (await once(child.stdout.setEncoding('utf8'), 'data')) as [string]; // the encoding makes it a string
  return { child, url: JSON.parse(line).url };
}

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;
}

/** Tries all burdens, in memory and in a file, and prints what others waited. Throws if they waited too long. */
export async function checkOneAmongOthers(): Promise<void> {
  const late: string[] = [];
  for (const [i, burden] of BURDENS.entries()) {
    const isInFile = i % 2 === 1;
    const { title, idle, longest, allowed } = await measureWaits(burden, isInFile);
    const place = isInFile ? 'in a file' : 'in memory';
    const line = `${title} (${place}): others waited up to ${Math.round(longest)} ms; idle ${idle.toFixed(1)} ms`;
    console.log(line);
    if (longest > allowed) late.push(`${line}; allowed ${Math.round(allowed)} ms`);
  }
  if (late.length > 0) throw new Error(`Others waited too long:\n${late.join('\n')}`);
}
