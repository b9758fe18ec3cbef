import { InputError } from '../core/errors.ts';

/** What is used of a client of ioredis. */
export interface IoRedisLike {
  eval(script: string, numberOfKeys: number, ...keysAndArguments: string[]): Promise<unknown>;
  defineCommand: unknown;
}

/** What is used of a client of node-redis (the package `redis`). */
export interface NodeRedisLike {
  eval(script: string, options: { keys: string[]; arguments: string[] }): Promise<unknown>;
  scriptLoad: unknown;
}

/** Runs a script in Redis. */
export type RunScript = (script: string, keys: string[], given: string[]) => Promise<unknown>;

/** Runs scripts with a client of either kind. */
export function scriptRunner(client: IoRedisLike | NodeRedisLike): RunScript {
  if ('defineCommand' in client) {
    return (script, keys, given) => client.eval(script, keys.length, ...keys, ...given);
  }
  if ('scriptLoad' in client) {
    return (script, keys, given) => client.eval(script, { keys, arguments: given });
  }
  throw new InputError('redisLimits: a client of ioredis or of node-redis is wanted.');
}
