import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { serve } from '../http-server.ts';
import { sendRaw } from '../raw-request.ts';
import { TemporaryFolder } from '../temporary-folder.ts';
import {
  type AdminRequest,
  adminOperations,
  LARGE_BATCH,
  largeAccount,
  operationsBefore,
  requestOf,
} from './admin-requests.ts';
import { BURDENS, type HeavyRequest } from './heavy-requests.ts';
import { SLOWNESS } from './slowness.ts';

/** The milliseconds of CPU time that one turn of the event loop may take, since nobody else is answered in the meantime. */
const MAX_TURN = 250 * SLOWNESS;
/** The best round counts: in another, the garbage of earlier requests may have been collected. */
const ROUNDS = 2;

/** Whether to try a burden again: there was no second round yet, and no turn was clearly short. */
const isOpen = (turns: readonly number[]) => turns.length < ROUNDS && Math.min(...turns) > MAX_TURN / 2;

const HEAVY = '9999999';
const bin = new URL('../../bin/trickle-server.js', import.meta.url).pathname;
const probe = new URL('./turn-probe.ts', import.meta.url).href;

const seedWith = (account: object) => ({
  oauth_applications: [
    { client_id: 'app', client_secret: 's', name: 'App', redirect_uris: ['https://heavy.test/'] },
  ],
  accounts: [
    {
      id: HEAVY,
      name: HEAVY,
      url: 'https://heavy.test',
      users: [{ email: `owner@${HEAVY}.test`, name: 'Owner', token: `token-${HEAVY}` }],
      ...account,
    },
  ],
});

interface Burdened {
  readonly url: string;
  /** The longest turn while `work` is done, in milliseconds of CPU time. */
  longestTurn(work: () => Promise<unknown>): Promise<number>;
  /** Waits while the background work that requests have left uses CPU time, as in `turn-probe.ts`. */
  watch(): Promise<unknown>;
}

/** Runs `work` on a server with an account, in a process of its own. */
async function withServer<T>(
  account: object,
  isInFile: boolean,
  work: (server: Burdened) => Promise<T>,
): Promise<T> {
  using folder = new TemporaryFolder();
  const { child, url } = await startServer(folder, account, isInFile);
  const ask = async (message: 'begin' | 'watch' | 'end') => {
    child.send(message);
    const [answer] = await once(child, 'message');
    return Number(answer);
  };
  try {
    return await work({
      url,
      async longestTurn(burden) {
        await ask('begin');
        await burden();
        return ask('end');
      },
      watch: () => ask('watch'),
    });
  } finally {
    const exit = once(child, 'exit');
    child.kill('SIGKILL');
    await exit;
  }
}

async function startServer(folder: TemporaryFolder, account: object, isInFile: boolean) {
  const seedFile = folder.file('seed.json');
  await writeFile(seedFile, JSON.stringify(seedWith(account)));
  const db = isInFile ? ['--db', folder.file('others.db')] : [];
  const args = [
    '--import',
    probe,
    bin,
    '--port',
    '0',
    '--json',
    '--seed',
    seedFile,
    '--limits',
    'off',
    ...db,
  ];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit', 'ipc'] });
  const { stdout } = child;
  if (stdout === null) throw new Error('the server has no output');
  const [line] = (await once(stdout.setEncoding('utf8'), 'data')) as [string]; // the encoding makes it a string
  return { child, url: JSON.parse(line).url as string };
}

/** Starts a receiver of webhooks. */
const startReceiver = () =>
  serve((request, response) => void request.resume().on('end', () => response.end()));

async function sendHeavy(url: string, { path, body }: HeavyRequest): Promise<void> {
  const isOfPage = path.startsWith('/');
  await post(url, isOfPage ? path : `/v2/${HEAVY}/${path}`, isOfPage ? undefined : HEAVY, body);
}

/** Posts JSON, or reads, as an account or without credentials. Throws if the server fails. `fetch` would wait five minutes at most. */
async function post(url: string, path: string, account: string | undefined, body?: unknown): Promise<void> {
  const { status, text } = await sendRaw(url, path, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      'content-type': account === undefined ? 'text/plain' : 'application/json',
      ...(account !== undefined && { authorization: `Basic ${btoa(`token-${account}:`)}` }),
    },
    body: JSON.stringify(body),
  });
  if (status >= 300) throw new Error(`${path} is answered with ${status}: ${text}`);
}

/** Sends a request of the admin API. Throws unless it succeeds, or is refused as expected. */
async function sendAdmin(url: string, { method, path, body, refusal }: AdminRequest): Promise<void> {
  // Changes belong to an action, as in the inspector, so that they can be undone.
  const headers = { ...(method !== 'GET' && { 'trickle-action': 'heavy Heavy' }) };
  const { status, text } = await sendRaw(url, path, { method, headers, body: JSON.stringify(body) });
  const isExpected = refusal === undefined ? status < 300 : text.includes(refusal);
  if (!isExpected) throw new Error(`${method} ${path} is answered with ${status}: ${text.slice(0, 500)}`);
}

/** Receives the longest turn of a burden, in the best round. */
type Report = (title: string, isInFile: boolean, turn: number) => void;

/** The heaviest requests of an account, with their background work, in memory and in a file by turns. */
async function measureBurdens(report: Report) {
  for (const [i, { title, webhooks, account = {}, requests }] of BURDENS.entries()) {
    const isInFile = i % 2 === 1;
    await using receiver = await startReceiver();
    const turns = await withServer(account, isInFile, async ({ url, longestTurn, watch }) => {
      for (let i = 0; i < webhooks; i++) {
        await post(url, `/v2/${HEAVY}/webhooks`, HEAVY, { webhooks: [{ post_url: `${receiver.url}/${i}` }] });
      }
      const measured: number[] = [];
      while (isOpen(measured)) {
        const sent = requests(measured.length);
        measured.push(
          await longestTurn(async () => {
            await Promise.all(sent.map((request) => sendHeavy(url, request)));
            await watch();
          }),
        );
      }
      return measured;
    });
    report(title, isInFile, Math.min(...turns));
  }
}

/** Every operation of the admin API with a large account in a file, whose records the requests name. */
async function measureAdmin(report: Report) {
  await using receiver = await startReceiver();
  await withServer(largeAccount(receiver.url), true, async ({ url, longestTurn }) => {
    const read = async (path: string) => JSON.parse((await sendRaw(url, path)).text);
    await post(url, `/v2/${HEAVY}/subscribers/batches`, HEAVY, LARGE_BATCH);
    await sendAdmin(url, { method: 'POST', path: '/_admin/clock/advance', body: { days: 1 } });
    for (const operation of adminOperations) {
      const turns: number[] = [];
      while (isOpen(turns)) {
        try {
          for (const other of operationsBefore(operation)) {
            await sendAdmin(url, await requestOf(other, HEAVY, read));
          }
          const request = await requestOf(operation, HEAVY, read);
          turns.push(await longestTurn(() => sendAdmin(url, request)));
        } catch (error) {
          if (turns.length === 0) throw error;
          break; // what was removed is not removed again
        }
      }
      report(`${operation.name} of a large account`, true, Math.min(...turns));
    }
  });
}

/** Tries all burdens and prints their longest turns. Throws if one is too long. */
export async function checkOneAmongOthers(): Promise<void> {
  const late: string[] = [];
  const report: Report = (title, isInFile, turn) => {
    const line = `${title} (${isInFile ? 'in a file' : 'in memory'}): ${Math.round(turn)} ms in one turn`;
    console.log(line);
    if (turn > MAX_TURN) late.push(line);
  };
  await measureAdmin(report);
  await measureBurdens(report);
  if (late.length > 0)
    throw new Error(`More than ${Math.round(MAX_TURN)} ms of CPU time in one turn:\n${late.join('\n')}`);
}
