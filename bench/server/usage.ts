import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PostgresCluster } from '../../packages/mock-server/test/postgres/cluster.ts';

export interface Usage {
  /** CPU time in microseconds. */
  readonly cpu: number;
  /** Resident memory in megabytes. */
  readonly memory: number;
}

/**
 * Reads the usage of a process and its descendants from Linux's `/proc`. Undefined elsewhere. Sums the scheduler's
 * nanoseconds of all threads, since the ticks of `/proc/<pid>/stat` are 10 ms: too coarse for a thousand requests.
 */
export function usageOf(pid: number): Usage | undefined {
  if (process.platform !== 'linux') return undefined;
  const used = treeOf(pid).map((member) => ({ cpu: cpuOf(member), memory: memoryOf(member) }));
  const sum = (key: keyof Usage) => used.reduce((total, one) => total + one[key], 0);
  return { cpu: sum('cpu'), memory: sum('memory') };
}

function treeOf(pid: number): number[] {
  const children = threadsOf(pid).flatMap((thread) => {
    return readFileSync(`${thread}/children`, 'utf8').split(' ').filter(Boolean).map(Number);
  });
  return [pid, ...children.flatMap(treeOf)];
}

function cpuOf(pid: number): number {
  const nanoseconds = threadsOf(pid).map((thread) => {
    return Number(readFileSync(`${thread}/schedstat`, 'utf8').split(' ')[0]);
  });
  return nanoseconds.reduce((total, one) => total + one, 0) / 1000;
}

function memoryOf(pid: number): number {
  const [, kilobytes] = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes) / 1024;
}

const threadsOf = (pid: number): string[] =>
  readdirSync(`/proc/${pid}/task`).map((thread) => `/proc/${pid}/task/${thread}`);

/** PostgreSQL writes the id of its process into its folder. */
export function pidOf(cluster: PostgresCluster): number {
  const [, folder = ''] = /host=(.*)/.exec(decodeURIComponent(cluster.url('postgres'))) ?? [];
  return Number(readFileSync(join(folder, 'data/postmaster.pid'), 'utf8').split('\n', 1)[0]);
}

/** Microseconds in a tick of the times in `/proc/<pid>/stat`. */
const TICK = 10_000;

/** The CPU time of PostgreSQL in microseconds. It starts and ends processes at any time; those that ended count too. */
export function cpuOfPostgres(pid: number): number {
  for (let tries = 1; ; tries++) {
    try {
      const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
      const ended = Number(fields[13]) + Number(fields[14]);
      return (usageOf(pid)?.cpu ?? Number.NaN) + ended * TICK;
    } catch (error) {
      if (tries === 5) throw error; // a process ended while it was read
    }
  }
}
