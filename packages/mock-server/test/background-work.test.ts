import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, test, vi } from 'vitest';
import { ANN } from './boat-shop.ts';
import { type Answer, scenarios, startServer, type TestServer } from './harness.ts';

const batchOf = (...subscribers: readonly object[]) => ({ batches: [{ subscribers }] });
const requestIdOf = ({ headers }: Answer) => headers.get('location')?.split('/').at(-1) ?? '';

/** The outcome of each record of a batch, in short form. */
async function outcomesOf(server: TestServer, requestId: string): Promise<string[]> {
  const outcomes = await server.outcomes({ requestId });
  return outcomes.map(
    ({ position, state, errors }) =>
      `${position} ${state}${errors.map(({ code, attribute }) => ` ${attribute}: ${code}`).join('')}`,
  );
}

scenarios('background work', (start) => {
  // proves: note Batch endpoints process in the background
  // proves: endpoint POST /v2/{account_id}/subscribers/batches
  test('a batch is accepted at once and processed record by record, each with its outcome', async () => {
    await using server = await start();
    const accepted = await server.post(
      'subscribers/batches',
      batchOf({ email: 'a@acme.test' }, { email: 'b' }, { email: 'c@acme.test', tags: ['new'] }, {}),
    );
    expect([accepted.status, accepted.text]).toEqual([201, '{}']);
    await server.settle();
    expect(await outcomesOf(server, requestIdOf(accepted))).toEqual([
      '0 done',
      '1 refused email: email_error',
      '2 done',
      '3 refused email: presence_error',
    ]);
    expect(await server.subscriber('c@acme.test')).toMatchObject({ tags: ['new'] });
  });

  test('an outcome has its operation and time, and the outcomes of all requests can be listed', async () => {
    await using server = await start({ now: '2026-03-07T08:00:00Z' });
    await server.post('subscribers/batches', batchOf({ email: 'a@acme.test' }));
    await server.post('events/batches', {
      batches: [{ events: [{ email: 'a@acme.test', action: 'Rowed' }] }],
    });
    await server.settle();
    const outcomes = await server.outcomes();
    expect(outcomes.map(({ operation }) => operation).sort()).toEqual([
      'events.recordBatch',
      'subscribers.upsertBatch',
    ]);
    expect(outcomes.map(({ finishedAt }) => finishedAt)).toEqual(Array(2).fill('2026-03-07T08:00:00Z'));
    expect(new Set(outcomes.map(({ requestId }) => requestId)).size).toBe(2);
    expect(await server.outcomes({ accountId: '8888888' })).toEqual([]);
  });

  test('a record that is rejected after its first changes leaves nothing behind, and all others are processed', async () => {
    await using server = await start();
    const tags = (from: number) => Array.from({ length: 250 }, (_, i) => `t${from + i}`);
    for (let from = 0; from < 1000; from += 250)
      await server.save({ email: 'n70@acme.test', tags: tags(from) });
    const subscribers = Array.from({ length: 120 }, (_, i) => ({
      email: `n${i}@acme.test`,
      ...(i === 70 && { tags: ['one more'], custom_fields: { boat: 'dinghy' } }),
    }));
    const accepted = await server.post('subscribers/batches', batchOf(...subscribers));
    await server.settle();
    expect(await outcomesOf(server, requestIdOf(accepted))).toEqual(
      subscribers.map((_, i) => (i === 70 ? '70 refused tags: length_error' : `${i} done`)),
    );
    const refused = await server.subscriber('n70@acme.test');
    expect([refused.tags.length, refused.custom_fields]).toEqual([1000, {}]);
    expect((await server.get('custom_field_identifiers')).text).not.toContain('boat');
    const created = await server.events({ event: 'subscriber.created' });
    expect(new Set(created.map(({ subscriberId }) => subscriberId)).size).toBe(created.length);
    expect((await server.get('subscribers/n119@acme.test')).status).toBe(200);
  });

  // proves: note Failures of background records are kept and readable
  test('a refused record changes nothing and does not stop the next', async () => {
    await using server = await start();
    const before = await server.subscriber(ANN.id);
    const accepted = await server.post(
      'subscribers/batches',
      batchOf(
        {
          email: ANN.email,
          first_name: 'Anna',
          tags: ['half'],
          custom_fields: { half: 'yes' },
          new_email: 'bob@acme.test',
        },
        { email: 'bob@acme.test', user_id: 'u-88', tags: ['half'] },
        { id: 'nobody', tags: ['half'] },
        { email: ANN.email, last_name: 'Oddly' },
      ),
    );
    await server.settle();
    expect(await outcomesOf(server, requestIdOf(accepted))).toEqual([
      '0 refused new_email: uniqueness_error',
      '1 refused user_id: uniqueness_error',
      '2 refused undefined: not_found_error',
      '3 done',
    ]);
    expect(await server.subscriber(ANN.id)).toEqual({ ...before, last_name: 'Oddly' });
    expect((await server.get('tags')).body.tags).not.toContain('half');
    expect((await server.get('custom_field_identifiers')).body.custom_field_identifiers).not.toContain(
      'half',
    );
  });

  test('background work runs in the order it was accepted', async () => {
    await using server = await start();
    for (let i = 1; i <= 9; i++) {
      await server.post(
        'subscribers/batches',
        batchOf({ email: ANN.email, city: `City ${i}` }, { email: ANN.email, zip: `${i}` }),
      );
    }
    await server.settle();
    expect(await server.subscriber(ANN.id)).toMatchObject({ city: 'City 9', zip: '9' });
  });

  test('background work starts without a call to settle', async () => {
    await using server = await start();
    await server.post('subscribers/batches', batchOf({ email: 'a@acme.test' }));
    await expect.poll(async () => (await server.get('subscribers/a@acme.test')).status).toBe(200);
  });

  // proves: endpoint POST /v2/{account_id}/events/batches
  test('concurrent calls to settle run background work once', async () => {
    await using server = await start();
    const events = Array.from({ length: 20 }, () => ({ email: ANN.email, action: 'Rowed' }));
    await Promise.all([1, 2, 3].map(() => server.post('events/batches', { batches: [{ events }] })));
    await Promise.all([server.settle(), server.settle(), server.settle()]);
    expect(await server.events({ event: 'subscriber.performed_custom_event' })).toHaveLength(60);
    expect(await server.settle()).toBe(0);
  });

  test('background work does not lock subscribers for requests', async () => {
    await using server = await start({ limits: {} });
    const batch = batchOf(...Array.from({ length: 200 }, (_, i) => ({ email: ANN.email, zip: `${i}` })));
    await server.post('subscribers/batches', batch);
    expect((await server.upsert({ email: ANN.email, city: 'Kiel' })).status).toBe(200);
    await server.settle();
    expect(await server.subscriber(ANN.id)).toMatchObject({ city: 'Kiel', zip: '199' });
  });

  test('a reset discards background work', async () => {
    await using server = await start();
    await server.post('subscribers/batches', batchOf({ email: 'a@acme.test' }));
    await server.reset();
    await server.settle();
    expect(await server.outcomes()).toEqual([]);
    expect((await server.get('subscribers/a@acme.test')).status).toBe(404);
  });
});

/** Work stored in a database that no server has open. */
interface Job {
  readonly id: string;
  readonly runAt: string;
  readonly payload: unknown;
}

/** A temporary database file. */
class Folder implements AsyncDisposable {
  readonly db: string;
  readonly #path: string;

  private constructor(path: string) {
    this.#path = path;
    this.db = join(path, 'work.db');
  }

  static async make(): Promise<Folder> {
    return new Folder(await mkdtemp(join(tmpdir(), 'trickle-work-')));
  }

  put(...jobs: readonly Job[]): void {
    const database = new DatabaseSync(this.db);
    const insert = database.prepare(
      'insert into jobs (account_id, id, kind, run_at, input) values (?, ?, ?, ?, ?)',
    );
    for (const { id, runAt, payload } of jobs) {
      insert.run('9999999', id, 'records', Date.parse(runAt), JSON.stringify(payload));
    }
    database.close();
  }

  waiting(): unknown[] {
    const database = new DatabaseSync(this.db);
    const rows = database.prepare("select id, failure from jobs where kind = 'records' order by seq").all();
    database.close();
    return rows.map((row) => ({ ...row }));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await rm(this.#path, { recursive: true });
  }
}

const jobFor = (id: string, runAt: string, record: object): Job => ({
  id,
  runAt,
  payload: { operation: 'subscribers.upsertBatch', records: [record] },
});

describe('background work', () => {
  test('background work runs in a test with fake timers', async () => {
    await using server = await startServer({ limits: {} });
    vi.useFakeTimers();
    try {
      await server.post('subscribers/batches', batchOf({ email: 'a@acme.test' }));
      expect((await server.upsert({ email: ANN.email, city: 'Kiel' })).status).toBe(200);
      await server.settle();
      expect(await server.subscriber('a@acme.test')).toMatchObject({ email: 'a@acme.test' });
    } finally {
      vi.useRealTimers();
    }
  });
});

describe('background work in a database file', () => {
  // proves: note Background work survives a restart
  test('accepted background work in a database file runs once after a restart', async () => {
    await using folder = await Folder.make();
    const numbers = Array.from({ length: 300 }, (_, i) => i);
    {
      await using server = await startServer({ db: folder.db });
      for (let i = 0; i < 3; i++) {
        const events = numbers.map((number) => ({ email: ANN.email, action: `Rowed ${i} ${number}` }));
        await server.post('events/batches', { batches: [{ events }] });
      }
    }
    await using server = await startServer({ db: folder.db });
    await server.settle();
    expect(await server.events({ event: 'subscriber.performed_custom_event' })).toHaveLength(900);
    expect((await server.get('event_actions')).body.meta).toMatchObject({ total_count: 900 });
    expect(folder.waiting()).toEqual([]);
  });

  test('background work in a database file starts when a server opens the file', async () => {
    await using folder = await Folder.make();
    await (await startServer({ db: folder.db })).server.close();
    folder.put(jobFor('left', '2026-03-06T11:00:00Z', { email: 'left@acme.test' }));
    await using server = await startServer({ db: folder.db });
    await expect.poll(async () => (await server.get('subscribers/left@acme.test')).status).toBe(200);
  });

  test('background work in a database file runs when due and not before', async () => {
    await using folder = await Folder.make();
    await (await startServer({ db: folder.db })).server.close();
    folder.put(
      jobFor('third', '2026-03-06T15:00:00Z', { email: ANN.email, city: 'Third' }),
      jobFor('second', '2026-03-06T14:00:00Z', { email: ANN.email, city: 'Second', zip: '2' }),
      jobFor('first', '2026-03-06T13:00:00Z', { email: ANN.email, city: 'First', zip: '1', state: 'First' }),
    );
    await using server = await startServer({ db: folder.db });
    expect(await server.settle()).toBe(0);
    server.clock.set('2026-03-06T14:00:00Z');
    expect(await server.settle()).toBe(2);
    expect(await server.subscriber(ANN.id)).toMatchObject({ state: 'First', city: 'Second', zip: '2' });
    server.clock.set('2026-03-06T15:00:00Z');
    expect(await server.settle()).toBe(1);
    expect(await server.subscriber(ANN.id)).toMatchObject({ city: 'Third' });
  });

  test('network requests are handled between two background jobs', async () => {
    await using folder = await Folder.make();
    await (await startServer({ db: folder.db })).server.close();
    const later = '2026-03-06T13:00:00Z';
    folder.put(
      ...Array.from({ length: 10 }, (_, i) => jobFor(`job${i}`, later, { email: `p${i}@acme.test` })),
    );
    await using server = await startServer({ db: folder.db });
    server.clock.set(later);
    let passes = 0;
    let isOver = false;
    const pass = () => {
      passes++;
      if (!isOver) setImmediate(pass);
    };
    setImmediate(pass);
    // Sends a batch, and a notification of each record to the shop's webhook.
    expect(await server.settle()).toBe(20);
    isOver = true;
    expect(passes).toBeGreaterThanOrEqual(10);
  });

  test('a failed background job is set aside and reported once while others continue', async () => {
    await using folder = await Folder.make();
    await (await startServer({ db: folder.db })).server.close();
    folder.put(
      { id: 'strange', runAt: '2026-03-06T10:00:00Z', payload: { operation: 'boats.launch', records: [{}] } },
      jobFor('good', '2026-03-06T11:00:00Z', { email: 'good@acme.test' }),
    );
    {
      await using server = await startServer({ db: folder.db });
      await server.settle();
      expect((await server.get('subscribers/good@acme.test')).status).toBe(200);
      expect(server.errors.splice(0).map(String)).toEqual([expect.stringContaining('boats.launch')]);
    }
    expect(folder.waiting()).toEqual([{ id: 'strange', failure: expect.stringContaining('boats.launch') }]);
    await using server = await startServer({ db: folder.db });
    expect(await server.settle()).toBe(0);
    expect(server.errors).toEqual([]);
  });
});
