import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { describe, expect, onTestFinished, test } from 'vitest';
import { TIME_LIMIT } from '../../../../scripts/setup/time-limit.ts';
import { LockTimeoutError } from '../../src/store/engine/errors.ts';
import { openPostgres } from '../../src/store/engine/postgres.ts';
import { DEFAULT_TIMES } from '../../src/store/engine/postgres-driver.ts';
import { lockOf } from '../../src/store/engine/postgres-locks.ts';
import { boatShop } from '../boat-shop.ts';
import type { TestServer } from '../harness.ts';
import { addNote, note, notes } from './notes.ts';
import { severalServers } from './several-servers.ts';

const ACCOUNT = '9999999';
const freezing = fileURLToPath(new URL('./freezing-server.ts', import.meta.url));

const servers = severalServers();

/** A lock that no server takes. */
const LOCK = 'select pg_advisory_xact_lock(1)';

/** Times that no machine is too slow for. */
const PATIENT = { ...DEFAULT_TIMES, lock: TIME_LIMIT, idle: TIME_LIMIT, silence: TIME_LIMIT };

/** Holds a lock in a session that no server knows, until the returned function is called. */
async function hold(db: string, lock: pg.QueryConfig | string): Promise<() => Promise<void>> {
  const client = new pg.Client({ connectionString: db });
  await client.connect();
  await client.query('begin');
  await client.query(lock);
  return () => client.end();
}

/** A server's gauges of waits for locks. */
async function lockGauges(server: TestServer): Promise<{ waiting: number; age: number }> {
  const { text } = await server.get('/metrics');
  const value = (name: string) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1]);
  return {
    waiting: value('trickle_database_lock_waiting'),
    age: value('trickle_database_lock_oldest_wait_seconds'),
  };
}

// U-300
describe('a server that stops in a transaction', () => {
  test('keeps others from its account for seconds, from other accounts not at all, and recovers', async () => {
    const db = await servers.newDatabase();
    const server = await servers.open(db, {
      seed: { accounts: [...(boatShop().accounts ?? []), { id: '2' }] },
    });
    const child = spawn(process.execPath, ['--conditions=trickle-source', freezing, db, ACCOUNT], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    onTestFinished(() => void child.kill('SIGKILL'));
    const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
    expect((await lines.next()).value).toBe('locked');
    const order: string[] = [];
    const inOrder = async (name: string, work: Promise<unknown>) => {
      await work;
      order.push(name);
    };
    await Promise.all([
      inOrder('the account of the frozen server', server.save({ email: 'patient@acme.test' })),
      inOrder(
        'another account',
        server.extend({ subscribers: [{ email: 'ann@acme.test' }] }, { accountId: '2' }),
      ),
      inOrder('a new account', server.createAccount({ seed: { id: '3' } })),
    ]);
    expect(order.at(-1)).toBe('the account of the frozen server');
    child.kill('SIGCONT');
    expect((await lines.next()).value).toBe('an outage');
    await once(child, 'exit');
    const found = await servers.rows(db, 'select identifier from custom_fields');
    expect(found).not.toContainEqual({ identifier: 'frozen' });
    expect(found).toContainEqual({ identifier: 'thawed' });
  });

  test('a server whose link is cut fails its requests, gives up its lock, and recovers', async () => {
    const db = await servers.newDatabase();
    const near = await openPostgres(db, { times: PATIENT });
    const proxy = await servers.proxy(db);
    const far = await openPostgres(proxy.url, { times: { ...PATIENT, idle: 1000, silence: 300 } });
    const lost = far.write(async (tx) => {
      await addNote(tx, 'lost');
      await tx.get('select 1');
      proxy.swallow();
      await tx.get('select 1');
    }, '1');
    const failure = expect(lost).rejects.toMatchObject({ name: 'ConnectionError' });
    await note(near, 'kept');
    await failure;
    await expect(far.read((tx) => tx.get('select 1'))).rejects.toMatchObject({ name: 'ConnectionError' });
    proxy.accept();
    await note(far, 'mended');
    expect(await notes(near)).toEqual(['kept', 'mended']);
    await Promise.all([near.close(), far.close()]);
  });

  test('a connection that works for long is not taken for a cut one', async () => {
    const db = await servers.newDatabase();
    const proxy = await servers.proxy(db);
    const store = await openPostgres(proxy.url, { times: { ...PATIENT, silence: 100 } });
    const release = await hold(db, LOCK);
    const written = store.write(async (tx) => {
      await tx.get(LOCK);
      await addNote(tx, 'slow');
    }, '1');
    // It is looked up again and again, each time on a new connection.
    await expect.poll(() => proxy.connections).toBeGreaterThan(5);
    await release();
    await written;
    expect(await notes(store)).toEqual(['slow']);
    await store.close();
  });
});

// U-300, U-241
describe('a lock that is not free in time', () => {
  test('fails all transactions that wait for it, and no others', async () => {
    const db = await servers.newDatabase();
    const store = await openPostgres(db, { times: { ...PATIENT, lock: 300 } });
    const release = await hold(db, lockOf('1'));
    const waiting = ['a', 'b', 'c'].map((name) => note(store, name).catch((error: unknown) => error));
    expect(store.pool?.()).toMatchObject({ lockWaits: 3 });
    await note(store, 'other', '2');
    for (const error of await Promise.all(waiting)) expect(error).toBeInstanceOf(LockTimeoutError);
    expect(store.pool?.()).toMatchObject({ lockWaits: 0, oldestLockWait: 0 });
    await release();
    await note(store, 'free');
    expect(await notes(store)).toEqual(['free', 'other']);
    await store.close();
  });

  test('is left to others by work that does not wait', async () => {
    const db = await servers.newDatabase();
    const store = await openPostgres(db);
    const release = await hold(db, lockOf('1'));
    expect(await store.tryWrite(async () => 'done', '1')).toBeUndefined();
    expect(await store.tryWrite(async () => 'done', '2')).toBe('done');
    await release();
    await expect.poll(() => store.tryWrite(async () => 'done', '1')).toBe('done');
    await store.close();
  });

  test('is answered with 503 and Retry-After, background work waits for it, and the metrics show the wait', async () => {
    const db = await servers.newDatabase();
    const errors: unknown[] = [];
    const server = await servers.open(db, { metrics: true, onError: (error) => errors.push(error) });
    await server.save({ email: 'ann@acme.test' });
    await server.settle();
    const release = await hold(db, lockOf(ACCOUNT));
    const answer = server.upsert({ email: 'bob@acme.test' });
    await expect.poll(() => lockGauges(server)).toMatchObject({ waiting: 1, age: expect.closeTo(5, -1) });
    const { status, headers } = await answer;
    expect([status, headers.get('retry-after')]).toEqual([503, '1']);
    expect(errors).toContainEqual(expect.any(LockTimeoutError));
    await release();
    expect((await server.upsert({ email: 'bob@acme.test' })).status).toBe(200);
    expect((await lockGauges(server)).waiting).toBe(0);
  });
});

// U-300
test('changes of one account, or of none, continue while another account is locked', async () => {
  const db = await servers.newDatabase();
  const [first, second] = [await servers.open(db), await servers.open(db)];
  await first.settle();
  const release = await hold(db, lockOf(ACCOUNT));
  const tenant = await first.createAccount({ clock: { now: '2031-01-01T00:00:00Z', speed: 0 } });
  await tenant.advance({ days: 1 });
  const checkpoint = await tenant.snapshot();
  await tenant.restore(checkpoint.id);
  await tenant.importState(await tenant.exportState());
  await second.extend({ users: [{ email: 'user@acme.test' }] }, { accountId: tenant.accountId });
  const { client_id: id } = await second.applications.register({ name: 'Sailmaker' });
  await second.applications.update(id, { name: 'Sails' });
  await second.applications.remove(id);
  await second.faults.add({ path: '/nowhere', status: 500 });
  await second.time.freeze();
  await tenant.remove();
  await (await servers.open(db))[Symbol.asyncDispose](); // registers itself, and says that it ends
  await release();
  expect((await first.accounts()).map(({ id: account }) => account)).not.toContain(tenant.accountId);
});
