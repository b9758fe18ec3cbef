import { spawnSync } from 'node:child_process';
import { hostname } from 'node:os';
import { threadId } from 'node:worker_threads';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { TemporaryFolder } from '../../../test/temporary-folder.ts';
import { systemClock } from '../../shared/platform/timers.ts';
import { UNKNOWN_PLACE } from '../../store/engine/place.ts';
import { openSqlite } from '../../store/engine/sqlite.ts';
import { NO_ACCOUNT, type Store } from '../../store/engine/store.ts';
import { instances } from '../../store/tables/instances.ts';
import { claimJobs, insertJob } from '../../store/tables/jobs.ts';
import { Instance } from './instance.ts';

const ignore = () => undefined;

describe('a server that opens a database file', () => {
  let folder: TemporaryFolder;
  let store: Store;

  beforeEach(() => {
    folder = new TemporaryFolder();
    store = openSqlite(folder.file('shared.db'));
  });

  afterEach(async () => {
    await store.close();
    folder[Symbol.dispose]();
  });

  /** Lets a server claim a job. */
  const claimFor = (id: string) =>
    store.write(async (tx) => {
      const job = { accountId: '1', id: 'job', kind: 'webhook', clockId: '', queue: 'q', lane: null };
      await insertJob(tx, { ...job, runAt: 0, payload: {}, ...UNKNOWN_PLACE });
      await claimJobs(tx, [1], id);
    });

  const claims = () => store.read((tx) => tx.all('select claimed_by from jobs where claimed_by is not null'));

  const now = () => systemClock.now();
  const here = hostname();

  it.each([
    ['ended', () => ({ host: here, process: `${spawnSync(process.execPath, ['-v']).pid}/0`, seenAt: now() })],
    ['had the same process id', () => ({ host: here, process: `${process.pid}/${threadId}`, seenAt: now() })],
    [
      'sent no heartbeat for a minute on another machine',
      () => ({ host: 'other', process: '1/0', seenAt: now() - 61_000 }),
    ],
    [
      'left its process id to another program',
      () => ({ host: here, process: `${process.ppid}/0`, seenAt: 0 }),
    ],
    ['is not registered', undefined],
    ['runs on this machine', () => ({ host: here, process: `${process.ppid}/0`, seenAt: now() - 30_000 })],
    ['runs on another machine', () => ({ host: 'other', process: '1/0', seenAt: now() - 30_000 })],
  ])('a new server releases the claims of a server that %s, unless that runs', async (is, registration) => {
    const row = registration?.();
    if (row) await store.write((tx) => instances.put(tx, NO_ACCOUNT, { id: 'other', ...row }));
    await claimFor('other');
    const instance = new Instance(store, true);
    await instance.open(ignore, ignore);
    expect(await claims()).toEqual(is.startsWith('runs') ? [{ claimed_by: 'other' }] : []);
    await instance.close();
  });

  it('a server keeps the claims of another server of its process until that one closes', async () => {
    const [first, second] = [new Instance(store, true), new Instance(store, true)];
    await first.open(ignore, ignore);
    await claimFor(first.id);
    await second.open(ignore, ignore);
    expect(await claims()).toHaveLength(1);
    await first.close();
    expect(await claims()).toEqual([]);
    await second.close();
    expect(await store.read((tx) => tx.all('select id from instances'))).toEqual([]);
  });
});
