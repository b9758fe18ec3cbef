import { afterAll } from 'vitest';
import type { Seed } from '../src/index.ts';
import { type Start, startServer, type TestServer } from './harness.ts';

/**
 * Returns a function that starts one server for each seed with its options, for requests that change nothing. The servers are closed
 * when the file is done.
 */
export function shareServers(): (seed: Seed, options?: Start) => Promise<TestServer> {
  const servers = new Map<string, Promise<TestServer>>();
  afterAll(async () => {
    for (const server of servers.values()) await (await server)[Symbol.asyncDispose]();
  });
  return (seed, options) => {
    const name = JSON.stringify([seed, options]);
    const server = servers.get(name) ?? startServer({ ...options, seed });
    servers.set(name, server);
    return server;
  };
}
