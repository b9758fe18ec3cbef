import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createServer } from '../../src/index.ts';
import { server as argumentsOf, start } from '../server-process.ts';
import { PostgresCluster } from './cluster.ts';

/** Asks a server for a path. */
async function ask(url: string, path: string) {
  const response = await fetch(url + path);
  return { status: response.status, text: await response.text() };
}

// U-229, U-230, U-231
describe('a server on PostgreSQL', () => {
  let cluster: PostgresCluster;

  beforeAll(async () => {
    cluster = await PostgresCluster.start();
  });

  afterAll(() => cluster[Symbol.asyncDispose]());

  test('answers operators while the database is down, and is ready again after it', async () => {
    await cluster.run('create database interrupted');
    const db = cluster.url('interrupted');
    await using server = await createServer({ db, metrics: true, onError: () => undefined });
    const url = await server.listen();
    expect(await ask(url, '/readyz')).toEqual({ status: 200, text: '{"status":"ready"}\n' });
    const metrics = (await ask(url, '/metrics')).text;
    expect(metrics).toMatch(/^trickle_database_up 1$/m);
    expect(metrics).toMatch(/^trickle_database_pool_connections [1-9]$/m);
    expect(metrics).toMatch(/^trickle_database_pool_waiting 0$/m);
    await cluster.stop();
    expect((await ask(url, '/healthz')).status).toBe(200);
    expect(await ask(url, '/readyz')).toEqual({
      status: 503,
      text: '{"status":"unavailable","reason":"the database cannot be reached"}\n',
    });
    const down = await ask(url, '/metrics');
    expect(down.status).toBe(200);
    expect(down.text).toMatch(/^trickle_database_up 0$/m);
    expect(down.text).not.toMatch(/^trickle_jobs_due\{/m);
    await cluster.start();
    expect((await ask(url, '/readyz')).status).toBe(200);
  });

  test('is not ready once a newer server has migrated the tables', async () => {
    await cluster.run('create database migrated');
    await using server = await createServer({ db: cluster.url('migrated') });
    await cluster.run('update schema_version set version = 1000', 'migrated');
    const answer = await server.fetch(new Request('http://x.test/readyz'));
    expect(answer.status).toBe(503);
    expect(await answer.json()).toMatchObject({
      reason: expect.stringContaining('the tables have version 1000'),
    });
  });

  test('the process ends after a signal although the database is down', async () => {
    await using own = await PostgresCluster.start();
    await own.run('create database gone');
    const { child } = await start(process.execPath, argumentsOf('--db', own.url('gone')));
    await own.stop();
    const exit = once(child, 'exit');
    child.kill('SIGTERM');
    expect(await exit).toEqual([0, null]);
  });

  test('the process does not start without its database, and says so in one line', async () => {
    await using own = await PostgresCluster.start();
    const url = own.url('postgres');
    await own.stop();
    const child = spawn(process.execPath, argumentsOf('--db', url), { stdio: ['ignore', 'ignore', 'pipe'] });
    expect(await text(child.stderr)).toMatch(
      /^trickle-server: could not open --db: PostgreSQL cannot be reached: .*\n$/,
    );
  });
});
