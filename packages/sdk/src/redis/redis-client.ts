import { InputError } from '../core/errors.ts';

/** The used part of an ioredis client. */
export interface IoRedisLike {
  eval(script: string, numberOfKeys: number, ...keysAndArguments: string[]): Promise<unknown>;
  defineCommand: unknown;
}

/** The used part of a node-redis client (package `redis`). */
export interface NodeRedisLike {
  eval(script: string, options: { keys: string[]; arguments: string[] }): Promise<unknown>;
  scriptLoad: unknown;
}

/** Runs a script in Redis. */
export type RunScript = (script: string, keys: string[], given: string[]) => Promise<unknown>;

/** Adapts a client of either kind to run scripts. */
export function scriptRunner(client: IoRedisLike | NodeRedisLike): RunScript {
  if ('defineCommand' in client) {
    return (script, keys, given) => client.eval(script, keys.length, ...keys, ...given);
  }
  if ('scriptLoad' in client) {
    return (script, keys, given) => client.eval(script, { keys, arguments: given });
  }
  throw new InputError('redisLimits: expected a client of ioredis or node-redis.');
}
