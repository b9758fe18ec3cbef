import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PostgresCluster } from '../../packages/mock-server/test/postgres/cluster.ts';
import { usageOf } from '../server/process-tree.ts';

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
