import { afterAll } from 'vitest';
import type { Seed } from '../src/index.ts';
import { startServer, type TestServer } from './harness.ts';

/**
 * Returns a function that starts one server for each seed, for requests that change nothing. The servers are closed
 * when the file is done.
 */
export function shareServers(): (seed: Seed) => Promise<TestServer> {
  const servers = new Map<string, Promise<TestServer>>();
  afterAll(async () => {
    for (const server of servers.values()) await (await server)[Symbol.asyncDispose]();
  });
  return (seed) => {
    const name = JSON.stringify(seed);
    const server = servers.get(name) ?? startServer({ seed });
    servers.set(name, server);
    return server;
  };
}
