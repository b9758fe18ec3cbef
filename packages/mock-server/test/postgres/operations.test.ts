import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { server as argumentsOf, start } from '../server-process.ts';
import { PostgresCluster } from './cluster.ts';
import { severalServers } from './several-servers.ts';

const servers = severalServers();

// U-229, U-230, U-231, U-241
describe('a server on PostgreSQL', () => {
  let cluster: PostgresCluster;

  beforeAll(async () => {
    cluster = await PostgresCluster.start();
  });

  afterAll(() => cluster[Symbol.asyncDispose]());

  test('while the database is down, requests get 503 and operators are answered, and then all is as before', async () => {
    await cluster.run('create database interrupted');
    const server = await servers.open(cluster.url('interrupted'), { metrics: true });
    server.expectsOutages = true;
    const { id } = await server.save({ email: 'patient@acme.test' });
    expect(await server.get('/readyz')).toMatchObject({ status: 200, text: '{"status":"ready"}\n' });
    const metrics = (await server.get('/metrics')).text;
    expect(metrics).toMatch(/^trickle_database_up 1$/m);
    expect(metrics).toMatch(/^trickle_database_pool_connections [1-9]$/m);
    expect(metrics).toMatch(/^trickle_database_pool_waiting 0$/m);
    await cluster.stop();
    expect((await server.upsert({ email: 'early@acme.test' })).status).toBe(503);
    expect((await server.get('/healthz')).status).toBe(200);
    expect(await server.get('/readyz')).toMatchObject({
      status: 503,
      text: '{"status":"unavailable","reason":"the database cannot be reached"}\n',
    });
    const down = await server.get('/metrics');
    expect(down.status).toBe(200);
    expect(down.text).toMatch(/^trickle_database_up 0$/m);
    expect(down.text).not.toMatch(/^trickle_jobs_due\{/m);
    await cluster.start();
    expect((await server.get('/readyz')).status).toBe(200);
    expect(await server.subscriber(id)).toMatchObject({ email: 'patient@acme.test' });
    expect((await server.get('subscribers/early%40acme.test')).status).toBe(404);
  });

  test('the process ends after a signal although the database is down', async () => {
    await cluster.run('create database gone');
    const { child } = await start(process.execPath, argumentsOf('--db', cluster.url('gone')));
    await cluster.stop();
    onTestFinished(() => cluster.start());
    const exit = once(child, 'exit');
    child.kill('SIGTERM');
    expect(await exit).toEqual([0, null]);
  });

  test('the process does not start without its database, and says so in one line', async () => {
    await cluster.stop();
    onTestFinished(() => cluster.start());
    const url = cluster.url('postgres');
    const child = spawn(process.execPath, argumentsOf('--db', url), { stdio: ['ignore', 'ignore', 'pipe'] });
    expect(await text(child.stderr)).toMatch(
      /^trickle-server: could not open --db: PostgreSQL cannot be reached: .*\n$/,
    );
  });
});
