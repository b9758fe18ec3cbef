import { InputError } from '../core/errors.ts';

/** The used part of an ioredis client. */
export interface IoRedisLike {
  eval(script: string, numberOfKeys: number, ...keysAndArguments: string[]): Promise<unknown>;
  /** Runs a script that Redis knows already, by its hash. Without it, every command contains the script. */
  evalsha?(hash: string, numberOfKeys: number, ...keysAndArguments: string[]): Promise<unknown>;
  defineCommand: unknown;
}

/** The used part of a node-redis client (package `redis`). */
export interface NodeRedisLike {
  eval(script: string, options: { keys: string[]; arguments: string[] }): Promise<unknown>;
  /** Runs a script that Redis knows already, by its hash. Without it, every command contains the script. */
  evalSha?(hash: string, options: { keys: string[]; arguments: string[] }): Promise<unknown>;
  scriptLoad: unknown;
}

export type RunScript = (script: string, keys: string[], parameters: string[]) => Promise<unknown>;

/** Adapts a client of either kind to run scripts. */
export function scriptRunner(client: IoRedisLike | NodeRedisLike): RunScript {
  if ('defineCommand' in client) {
    const { evalsha } = client;
    return withHashes(
      async (script, keys, parameters) => client.eval(script, keys.length, ...keys, ...parameters),
      evalsha &&
        ((hash, keys, parameters) => evalsha.call(client, hash, keys.length, ...keys, ...parameters)),
    );
  }
  if ('scriptLoad' in client) {
    const { evalSha } = client;
    return withHashes(
      async (script, keys, parameters) => client.eval(script, { keys, arguments: parameters }),
      evalSha && ((hash, keys, parameters) => evalSha.call(client, hash, { keys, arguments: parameters })),
    );
  }
  throw new InputError('redisLimits: expected a client of ioredis or node-redis.');
}

/** Sends hashes of scripts, and a script itself only when Redis does not know it. */
function withHashes(run: RunScript, runByHash: RunScript | undefined): RunScript {
  if (!runByHash) return run;
  const hashes = new Map<string, Promise<string>>();
  return async (script, keys, parameters) => {
    const hash = hashes.get(script) ?? hexOf('SHA-1', script);
    hashes.set(script, hash);
    try {
      return await runByHash(await hash, keys, parameters);
    } catch (error) {
      if (!isUnknownScript(error)) throw error;
      return run(script, keys, parameters);
    }
  };
}

/** Redis has no script with this hash, such as after a restart. The first word of an error of Redis is its code. */
const isUnknownScript = (error: unknown): boolean =>
  error instanceof Error && error.message.startsWith('NOSCRIPT ');

/** A digest in hexadecimal. Redis knows scripts by their SHA-1. */
export async function hexOf(algorithm: 'SHA-1' | 'SHA-256', text: string): Promise<string> {
  const bytes = await crypto.subtle.digest(algorithm, new TextEncoder().encode(text));
  return Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
