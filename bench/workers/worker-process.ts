/*
 * A process with many workers, each with a client of its own, that share the limits of an account. A child process: a
 * message starts a run, and the process answers with what its workers have done.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { createClient } from '@trickle/sdk';
import { redisLimits } from '@trickle/sdk/redis';
import { Redis } from 'ioredis';

/** What a process does in a run. */
export interface Task {
  readonly baseUrl: string;
  /** The port of Redis; undefined for workers that know nothing of each other. */
  readonly redisPort: number | undefined;
  /** Separates the budgets of this run from those of others. */
  readonly prefix: string;
  readonly workers: number;
  readonly limit: number;
  readonly window: number;
  /** The calls of each worker, made one after another. */
  readonly calls: number;
}

/** What the workers of a process have done. */
export interface Work {
  /** When the calls of each worker succeeded, in milliseconds since the beginning. */
  readonly times: readonly (readonly number[])[];
  readonly failed: number;
  /** CPU time of the process, in microseconds. */
  readonly cpu: number;
  /** How often Redis did not answer in time. */
  readonly redisErrors: number;
}

/** The workers begin one after another, within these milliseconds. */
const START = 1000;

async function run(task: Task): Promise<Work> {
  const redis = task.redisPort === undefined ? undefined : new Redis(task.redisPort, '127.0.0.1');
  await redis?.ping();
  let [failed, redisErrors] = [0, 0];
  const onError = () => void redisErrors++;
  const shared = redis && redisLimits(redis, { prefix: task.prefix, onError });
  const limits = { mode: 'wait', individual: task.limit, window: task.window, shared } as const;
  const { user, system } = process.cpuUsage();
  const began = performance.now();
  const work = async (index: number): Promise<number[]> => {
    await wait((index / task.workers) * START);
    const client = createClient({ baseUrl: task.baseUrl, accountId: '9', apiKey: 'key', limits });
    const times: number[] = [];
    for (let i = 0; i < task.calls; i++) {
      const done = () => void times.push(performance.now() - began);
      await client.tags.list().then(done, () => failed++);
    }
    return times;
  };
  const times = await Promise.all(Array.from({ length: task.workers }, (_, index) => work(index)));
  const after = process.cpuUsage();
  redis?.disconnect();
  return { times, failed, cpu: after.user + after.system - user - system, redisErrors };
}

process.on('message', async (task: Task) => process.send?.(await run(task)));
process.on('disconnect', () => process.exit());
process.send?.('ready');
