import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { startRedis } from '../../packages/sdk/test/redis/redis-server.ts';
import type { Counted, Window } from './service.ts';
import type { Task, Work } from './worker-process.ts';

/** What Redis did in a run. */
interface RedisUsage {
  /** Commands sent by the workers, each of which runs a script. */
  readonly commands: number;
  readonly bytes: number;
  /** In microseconds. */
  readonly cpu: number;
}

/** The result of a run. */
export interface Outcome {
  readonly service: Counted;
  readonly processes: readonly Work[];
  readonly redis: RedisUsage;
}

type RunTask = Omit<Task, 'baseUrl' | 'redisPort' | 'prefix'> & {
  readonly usesRedis: boolean;
  /** Milliseconds since the beginning of the service's first window. */
  readonly age: number;
};

/** The service, Redis and the processes with workers. */
export class Simulation implements AsyncDisposable {
  readonly #redis: Awaited<ReturnType<typeof startRedis>>;
  readonly #statistics: Redis;
  readonly #service: ChildProcess;
  readonly #baseUrl: string;
  readonly #processes: readonly ChildProcess[];
  #runs = 0;

  private constructor(
    redis: Awaited<ReturnType<typeof startRedis>>,
    [service, port]: readonly [ChildProcess, number],
    processes: readonly ChildProcess[],
  ) {
    this.#redis = redis;
    this.#statistics = new Redis(redis.port, '127.0.0.1');
    this.#service = service;
    this.#baseUrl = `http://127.0.0.1:${port}`;
    this.#processes = processes;
  }

  static async start(processes: number): Promise<Simulation> {
    const redis = await startRedis();
    const service = await started<number>('service.ts');
    const children = await Promise.all(
      Array.from({ length: processes }, () => started<string>('worker-process.ts')),
    );
    return new Simulation(
      redis,
      service,
      children.map(([child]) => child),
    );
  }

  /** Lets all workers call at once. */
  async run({ usesRedis, age, ...task }: RunTask): Promise<Outcome> {
    this.#runs += 1;
    const window: Window = { limit: task.limit, length: task.window, age };
    await ask(this.#service, window);
    const before = await this.#redisUsage();
    const whole: Task = {
      ...task,
      baseUrl: this.#baseUrl,
      redisPort: usesRedis ? this.#redis.port : undefined,
      prefix: `run${this.#runs}`,
    };
    const processes = await Promise.all(this.#processes.map((child) => ask<Work>(child, whole)));
    const after = await this.#redisUsage();
    return {
      service: await ask<Counted>(this.#service, 'counts'),
      processes,
      redis: {
        commands: after.commands - before.commands,
        bytes: after.bytes - before.bytes,
        cpu: after.cpu - before.cpu,
      },
    };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#statistics.disconnect();
    for (const child of [this.#service, ...this.#processes]) child.disconnect();
    await this.#redis[Symbol.asyncDispose]();
  }

  async #redisUsage(): Promise<RedisUsage> {
    const info = await this.#statistics.info('all');
    const figure = (name: string) => Number(new RegExp(`^${name}[:=]([\\d.]+)`, 'm').exec(info)?.[1] ?? 0);
    return {
      commands: figure('cmdstat_eval:calls') + figure('cmdstat_evalsha:calls'),
      bytes: figure('total_net_input_bytes'),
      cpu: (figure('used_cpu_user') + figure('used_cpu_sys')) * 1e6,
    };
  }
}

async function started<T>(file: string): Promise<[ChildProcess, T]> {
  const child = fork(join(import.meta.dirname, file));
  const [message] = await once(child, 'message');
  return [child, message];
}

/** Sends a message to a child process, and waits for its answer. */
async function ask<T>(child: ChildProcess, message: object | string): Promise<T> {
  const answered = once(child, 'message');
  child.send(message);
  const [answer] = await answered;
  return answer;
}
