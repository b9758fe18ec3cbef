import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { ConnectionError } from '../../src/store/engine/errors.ts';
import { openPostgres } from '../../src/store/engine/postgres.ts';
import { server as argumentsOf, start } from '../server-process.ts';
import { PostgresCluster } from './cluster.ts';
import { addNote, note, notes } from './notes.ts';
import { severalServers } from './several-servers.ts';

const servers = severalServers();

// U-229, U-230, U-231, U-241
describe('PostgreSQL that stops', () => {
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

  test('the store reports that PostgreSQL cannot be reached while it is down, and works again after a restart', async () => {
    await cluster.run('create database restarted');
    const store = await openPostgres(cluster.url('restarted'));
    await note(store, 'before');
    await cluster.stop();
    await expect(note(store, 'during')).rejects.toBeInstanceOf(ConnectionError);
    await cluster.start();
    await note(store, 'after');
    expect(await notes(store)).toEqual(['after', 'before']);
    await store.close();
  });

  test('a transaction is lost in a crash although a later one gets its number and is committed', async () => {
    await cluster.run('create database crashed');
    const store = await openPostgres(cluster.url('crashed'));
    await cluster.run('checkpoint');
    const lost = store.write(async (tx) => {
      await addNote(tx, 'lost');
      await tx.get('select 1');
      await cluster.stop();
      await cluster.start();
      for (let i = 0; i < 20; i++) await note(store, `later${i}`, '2');
    }, '1');
    await expect(lost).rejects.toBeInstanceOf(ConnectionError);
    expect(await notes(store)).toHaveLength(20);
    await store.close();
  });
});
