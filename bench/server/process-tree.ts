import { readdirSync, readFileSync } from 'node:fs';

/** The resource usage of a process and its descendants. */
export interface Usage {
  /** CPU time in microseconds. */
  readonly cpu: number;
  /** Resident memory in megabytes. */
  readonly memory: number;
}

/**
 * Reads the usage of a process and its descendants from Linux's `/proc`. Undefined elsewhere. Sums the scheduler's
 * nanoseconds of all threads, since the ticks of `/proc/<pid>/stat` are 10 ms: too coarse for a
 * thousand requests.
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
