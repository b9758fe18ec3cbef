import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PostgresCluster } from '../../packages/mock-server/test/postgres/cluster.ts';
import { type Contestant, limits, ourCommand, ours } from '../server/contestants.ts';
import type { Shot } from '../server/load.ts';
import { type Running, start } from '../server/start.ts';
import { pidOf } from './postgres-cpu.ts';

/** The ids of the accounts that requests use. The first is the one that a server has by default. */
export const accountIds = Array.from({ length: 64 }, (_, index) => String(9999999 - index));

const tokenOf = (accountId: string) =>
  accountId === '9999999' ? 'trickle_demo_token' : `token_${accountId}`;

const seed = {
  accounts: accountIds.map((id) => ({
    id,
    name: id,
    users: [{ email: `owner@${id}.example`, token: tokenOf(id) }],
  })),
};

/** Sends the requests of a contestant to an account. */
export function shotOf(accountId: string, { path, headers, ...shot }: Shot): Shot {
  const authorization = `Basic ${btoa(`${tokenOf(accountId)}:`)}`;
  return { ...shot, path: path.replace('9999999', accountId), headers: { ...headers, authorization } };
}

/** Server processes that share their data. */
export interface Fleet {
  readonly servers: readonly Running[];
  /** The process of PostgreSQL, if it has one. */
  readonly database: number | undefined;
  /** Whether requests cause background work. */
  readonly hasJobs: boolean;
  stop(): Promise<void>;
}

/** Starts a server without PostgreSQL: a bare one, or ours with an SQLite file. */
export async function startAlone(bare?: Contestant): Promise<Fleet> {
  const server = await start(bare ?? contestant('trickle.db'));
  return { servers: [server], database: undefined, hasJobs: bare === undefined, stop: server.stop };
}

/** Starts servers on a PostgreSQL of their own. */
export async function startOnPostgres(count: number): Promise<Fleet> {
  const cluster = await PostgresCluster.start();
  const servers: Running[] = [];
  const stop = async () => {
    for (const server of servers) await server.stop();
    await cluster[Symbol.asyncDispose]();
  };
  try {
    for (let i = 0; i < count; i++) servers.push(await start(contestant(cluster.url('postgres'))));
  } catch (error) {
    await stop();
    throw error;
  }
  return { servers, database: pidOf(cluster), hasJobs: true, stop };
}

/** Waits until all background work of the requests is done. */
export async function settle({ servers: [server], hasJobs }: Fleet): Promise<void> {
  if (!hasJobs) return;
  const response = await fetch(`http://127.0.0.1:${server?.port}/_admin/settle`, { method: 'POST' });
  if (!response.ok) throw new Error(`settle answered ${response.status}: ${await response.text()}`);
  await response.text();
}

function contestant(database: string): Contestant {
  return {
    ...ours,
    start: (port, folder) => {
      const file = join(folder, 'seed.json');
      writeFileSync(file, JSON.stringify(seed));
      const db = database.includes(':') ? database : join(folder, database);
      return [...ourCommand, '--port', String(port), '--limits', limits, '--seed', file, '--db', db];
    },
  };
}
