import { afterAll, expect } from 'vitest';
import type { Seed } from '../src/index.ts';
import { type Start, startServer, type TestServer } from './harness.ts';
import { startLivened } from './lively-account.ts';

/**
 * Returns a function that starts one server for each seed with its options, for requests that change nothing, or whose
 * changes are reset. When the file is done, a server whose data changed fails it, and the servers are closed.
 */
export function shareServers(): (seed: Seed, options?: Start) => Promise<TestServer> {
  const servers = new Map<string, Promise<{ server: TestServer; before: string }>>();
  afterAll(async () => {
    for (const started of servers.values()) {
      const { server, before } = await started;
      const after = await server.state();
      await server[Symbol.asyncDispose]();
      expect(after, 'a request changed data').toBe(before);
    }
  });
  const start = async (seed: Seed, options?: Start) => {
    const server = await startServer({ ...options, seed });
    return { server, before: await server.state() };
  };
  return async (seed, options) => {
    const name = JSON.stringify([seed, options]);
    const started = servers.get(name) ?? start(seed, options);
    servers.set(name, started);
    return (await started).server;
  };
}

/** Returns a function that starts one server, by default one in which things have happened, for tests that only read. It is closed with the file. */
export function shareLivened(start = () => startLivened(startServer)): () => Promise<TestServer> {
  let started: Promise<TestServer> | undefined;
  afterAll(async () => (await started)?.[Symbol.asyncDispose]());
  return () => {
    started ??= start();
    return started;
  };
}
