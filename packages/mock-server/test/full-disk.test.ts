import { expect, test } from 'vitest';
import { enqueue } from '../src/domain/queue.ts';
import { type Site, startRuntime } from '../src/runtime.ts';
import { UNKNOWN_PLACE } from '../src/store/engine/place.ts';
import type { Store } from '../src/store/engine/store.ts';
import { outcomes } from '../src/store/tables/outcomes.ts';
import { mailingAccount } from './mailing-account.ts';
import { TemporaryFolder } from './temporary-folder.ts';

const ACCOUNT = '9999999';
const COUNT = 50;

const SITE: Site = { baseUrl: () => '', ready: () => Promise.resolve() };

/** Makes SQLite treat the current size of the database as the size of the disk. */
const fillDisk = (store: Store) =>
  store.write(async (tx) => {
    const page = await tx.get<{ page_count: number }>('pragma page_count');
    await tx.all(`pragma max_page_count = ${page?.page_count}`);
  });
const makeRoom = (store: Store) => store.write((tx) => tx.all('pragma max_page_count = 1000000'));

/** The database of a server that has accepted a batch and has no room for its records. */
async function startFull(db: string) {
  const reported: string[] = [];
  const onError = (error: unknown) => void reported.push(String(error));
  const engine = await startRuntime({ db, onError, clock: { now: () => 0 } }, mailingAccount(), SITE);
  const services = engine.allServices.shared;
  await engine.store.write(async (tx) => {
    const records = Array.from({ length: COUNT }, (_, i) => ({
      email: `p${i}@acme.test`,
      city: 'x'.repeat(500),
    }));
    await enqueue({ services, tx, accountId: ACCOUNT, place: UNKNOWN_PLACE }, 'records', {
      operation: 'subscribers.upsertBatch',
      records,
    });
  });
  await fillDisk(engine.store);
  return { engine, reported };
}

const states = (store: Store) =>
  store.read(async (tx) => (await outcomes.list(tx, ACCOUNT)).map(({ state }) => state));

test('a batch is processed once a full disk has room again', async () => {
  using folder = new TemporaryFolder();
  const { engine, reported } = await startFull(folder.file('full.db'));
  await expect(engine.jobs.settle()).rejects.toThrow('database or disk is full');
  expect(reported.join('\n')).toContain('Background work stopped: database or disk is full. No job is lost');
  expect(reported.join('\n')).not.toContain('rollback');
  expect(await states(engine.store)).toEqual([]);
  await makeRoom(engine.store);
  await engine.jobs.settle();
  expect(await states(engine.store)).toEqual(Array.from({ length: COUNT }, () => 'done'));
  await engine.close();
});

test('a batch is processed by the next server on the file after the disk was full', async () => {
  using folder = new TemporaryFolder();
  const db = folder.file('full.db');
  const { engine } = await startFull(db);
  await expect(engine.jobs.settle()).rejects.toThrow('database or disk is full');
  await engine.close();
  const next = await startRuntime({ db }, mailingAccount(), SITE);
  await next.jobs.settle();
  expect(await states(next.store)).toEqual(Array.from({ length: COUNT }, () => 'done'));
  await next.close();
});
