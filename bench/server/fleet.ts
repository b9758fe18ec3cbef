import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { Agent } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { PostgresCluster } from '../../packages/mock-server/test/postgres/cluster.ts';
import { freePort } from '../../scripts/setup/ports.ts';
import { type Contestant, floorOnPostgres, limits, ourCommand, ours, type Shot } from './contestants.ts';
import { type Fleet, type Running, send } from './load.ts';
import { pidOf } from './usage.ts';

const PATIENCE = 30_000;
const running = new Set<() => void>();

// Stops all servers however the benchmark ends.
process.on('exit', () => {
  for (const kill of running) kill();
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));

/** Starts a contestant on a free port, and waits until it has created a record. */
async function start({ start: args, create }: Contestant): Promise<Running> {
  const port = Number(await freePort());
  const folder = mkdtempSync(join(tmpdir(), 'trickle-bench-'));
  const begin = performance.now();
  // A separate process group, so that its child processes end with it.
  const child = spawn(process.execPath, args(port, folder), {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
    detached: true,
  });
  const { pid } = child;
  if (pid === undefined) throw new Error('a server could not be started');
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const end = (signal: NodeJS.Signals) => {
    if (child.exitCode === null && child.signalCode === null) process.kill(-pid, signal);
  };
  const kill = () => {
    running.delete(kill);
    end('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  };
  running.add(kill);
  const stop = async () => {
    end('SIGTERM'); // a process that is killed writes no profile
    const timer = setTimeout(() => end('SIGKILL'), 5000);
    await ended;
    clearTimeout(timer);
    kill();
  };
  const agent = new Agent();
  for (; ; await wait(2)) {
    try {
      await send(agent, port, create(0));
      return { port, pid, start: performance.now() - begin, stop };
    } catch (error) {
      if (child.exitCode === null && performance.now() - begin < PATIENCE) continue;
      await stop();
      throw error;
    }
  }
}

export async function startAlone(contestant: Contestant): Promise<Fleet> {
  const server = await start(contestant);
  return { servers: [server], settle: async () => {}, stop: server.stop };
}

/** Starts a server of ours with an SQLite file and many accounts. */
export async function startOnFile(): Promise<Fleet> {
  const server = await start(withAccounts((folder) => join(folder, 'trickle.db')));
  return { servers: [server], settle: () => settle(server), stop: server.stop };
}

/** Starts servers of ours with many accounts on a PostgreSQL of their own. */
export const startOnPostgres = (count: number, webhook?: string): Promise<Fleet> =>
  startWithPostgres(count, (url) => withAccounts(() => url, webhook), settle);

/** Starts the floor program on a PostgreSQL of its own. */
export const startFloorOnPostgres = (): Promise<Fleet> =>
  startWithPostgres(1, floorOnPostgres, async () => {});

async function startWithPostgres(
  count: number,
  contestantOn: (url: string) => Contestant,
  settleOn: (server: Running | undefined) => Promise<void>,
): Promise<Fleet> {
  const cluster = await PostgresCluster.start();
  const servers: Running[] = [];
  const stop = async () => {
    for (const server of servers) await server.stop();
    await cluster[Symbol.asyncDispose]();
  };
  try {
    for (let i = 0; i < count; i++) servers.push(await start(contestantOn(cluster.url('postgres'))));
  } catch (error) {
    await stop();
    throw error;
  }
  return { servers, database: pidOf(cluster), settle: () => settleOn(servers[0]), stop };
}

async function settle(server: Running | undefined): Promise<void> {
  const response = await fetch(`http://127.0.0.1:${server?.port}/_admin/settle`, { method: 'POST' });
  if (!response.ok) throw new Error(`settle answered ${response.status}: ${await response.text()}`);
  await response.text();
}

/** The ids of the accounts that requests use. The first is the one that a server has by default. */
export const accountIds = Array.from({ length: 64 }, (_, index) => String(9999999 - index));

const tokenOf = (id: string) => (id === '9999999' ? 'trickle_demo_token' : `token_${id}`);

/** Accounts whose custom events go to a webhook, if there is one. */
const seedWith = (webhook: string | undefined) => ({
  accounts: accountIds.map((id) => ({
    ...{ id, name: id, users: [{ email: `owner@${id}.example`, token: tokenOf(id) }] },
    ...(webhook && { webhooks: [{ post_url: webhook, events: ['subscriber.performed_custom_event'] }] }),
  })),
});

const withAccounts = (databaseIn: (folder: string) => string, webhook?: string): Contestant => ({
  ...ours,
  start: (port, folder) => {
    const file = join(folder, 'seed.json');
    writeFileSync(file, JSON.stringify(seedWith(webhook)));
    const options = ['--port', String(port), '--limits', limits, '--seed', file, '--db', databaseIn(folder)];
    return [...ourCommand, ...options];
  },
});

/** Sends the requests of a contestant to an account. */
export function shotOf(accountId: string, { path, headers, ...shot }: Shot): Shot {
  const authorization = `Basic ${btoa(`${tokenOf(accountId)}:`)}`;
  return { ...shot, path: path.replace('9999999', accountId), headers: { ...headers, authorization } };
}
