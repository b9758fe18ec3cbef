import type { Outcome } from './run.ts';

/** The figures of a run. */
export interface Figures {
  readonly done: number;
  readonly failed: number;
  /** Milliseconds until the last call succeeded. */
  readonly took: number;
  /** Requests that the service rejected. */
  readonly rejected: number;
  /** Jain's index of the calls of each worker when half of all are done, and their extremes. */
  readonly fairness: number;
  readonly fewest: number;
  readonly most: number;
  /** Jain's index of the calls of each process at that moment. */
  readonly fairnessOfProcesses: number;
  /** Per successful call. CPU times are in microseconds. */
  readonly perCall: {
    readonly commands: number;
    readonly bytes: number;
    readonly redisCpu: number;
    readonly workerCpu: number;
  };
  readonly redisErrors: number;
}

export function figuresOf({ service, processes, redis }: Outcome): Figures {
  const times = processes.map((one) => one.times);
  const all = times.flat(2).toSorted((a, b) => a - b);
  const half = all[Math.floor(all.length / 2)] ?? 0;
  const doneBy = (worker: readonly number[]) => worker.filter((time) => time <= half).length;
  const workers = times.flat().map(doneBy);
  const sum = (of: (one: Outcome['processes'][number]) => number) =>
    processes.reduce((total, one) => total + of(one), 0);
  const perCall = (value: number) => value / all.length;
  return {
    done: all.length,
    failed: sum((one) => one.failed),
    took: all.at(-1) ?? 0,
    rejected: service.rejected,
    fairness: jain(workers),
    fewest: Math.min(...workers),
    most: Math.max(...workers),
    fairnessOfProcesses: jain(times.map((one) => one.reduce((total, worker) => total + doneBy(worker), 0))),
    perCall: {
      commands: perCall(redis.commands),
      bytes: perCall(redis.bytes),
      redisCpu: perCall(redis.cpu),
      workerCpu: perCall(sum((one) => one.cpu)),
    },
    redisErrors: sum((one) => one.redisErrors),
  };
}

/** Jain's index of fairness: 1 if all values are the same, 1/n if all but one of n are 0. */
function jain(values: readonly number[]): number {
  const total = values.reduce((sum, value) => sum + value, 0);
  return total ** 2 / (values.length * values.reduce((sum, value) => sum + value ** 2, 0));
}
