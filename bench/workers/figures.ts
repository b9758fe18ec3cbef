import type { Outcome } from './run.ts';

/** The figures of a run. */
export interface Figures {
  readonly done: number;
  readonly failed: number;
  /** Milliseconds until the last call succeeded. */
  readonly took: number;
  /** Requests that the service rejected. */
  readonly rejected: number;
  /** Jain's index of the calls of each worker in the second window, and their extremes. */
  readonly fairness: number;
  readonly fewest: number;
  readonly most: number;
  /** Jain's index of the calls of each process in that window, for each of its workers. */
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

/** `limit` is that of a window, `calls` the number of each worker. */
export function figuresOf(
  { service, processes, redis }: Outcome,
  { limit, calls }: { limit: number; calls: number },
): Figures {
  const times = processes.map((one) => one.times);
  const all = times.flat(2).toSorted((a, b) => a - b);
  // In the first window, early workers meet no others. In the second, all that have calls left want to make them.
  const [begin, end] = [all[limit - 1] ?? 0, all[2 * limit - 1] ?? Infinity];
  const isLeft = (worker: readonly number[]) => worker.filter((time) => time <= begin).length < calls;
  const doneBy = (worker: readonly number[]) => worker.filter((time) => time > begin && time <= end).length;
  const waiting = times.map((workers) => workers.filter(isLeft));
  const workers = waiting.flat().map(doneBy);
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
    fairnessOfProcesses: jain(
      waiting.map((own) => own.reduce((total, one) => total + doneBy(one), 0) / own.length),
    ),
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
