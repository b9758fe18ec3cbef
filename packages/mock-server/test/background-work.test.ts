import { DatabaseSync } from 'node:sqlite';
import { describe, expect, test, vi } from 'vitest';
import { ANN } from './boat-shop.ts';
import { outcomesOf, requestIdOf, scenarios, startServer } from './harness.ts';
import { rows, TemporaryFolder } from './temporary-folder.ts';

const batchOf = (...subscribers: readonly object[]) => ({ batches: [{ subscribers }] });
scenarios('background work', (start) => {
  // proves: note Batch endpoints process in the background
  // proves: note Failures of background records are kept and readable
  // proves: endpoint POST /v2/{account_id}/subscribers/batches
  test('a batch is accepted at once and processed record by record, of which refused ones change nothing', async () => {
    await using server = await start();
    const before = await server.subscriber(ANN.id);
    const half = { tags: ['half'], custom_fields: { half: 'yes' } };
    const accepted = await server.post(
      'subscribers/batches',
      batchOf(
        { email: 'a@acme.test', tags: ['new'] },
        { email: 'b' },
        {},
        { email: ANN.email, first_name: 'Anna', new_email: 'bob@acme.test', ...half },
        { email: 'bob@acme.test', user_id: 'u-88', ...half },
        { id: 'nobody', ...half },
        { email: ANN.email, last_name: 'Oddly' },
      ),
    );
    expect([accepted.status, accepted.text]).toEqual([201, '{}']);
    await server.settle();
    expect(await outcomesOf(server, requestIdOf(accepted))).toEqual([
      'done',
      'refused email: email_error',
      'refused email: presence_error',
      'refused new_email: uniqueness_error',
      'refused user_id: uniqueness_error',
      'refused undefined: not_found_error',
      'done',
    ]);
    expect(await server.subscriber('a@acme.test')).toMatchObject({ tags: ['new'] });
    expect(await server.subscriber(ANN.id)).toEqual({ ...before, last_name: 'Oddly' });
    for (const path of ['tags', 'custom_field_identifiers']) {
      expect((await server.get(path)).text).not.toContain('half');
    }
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
      subscribers.map((_, i) => (i === 70 ? 'refused tags: length_error' : 'done')),
    );
    const refused = await server.subscriber('n70@acme.test');
    expect([refused.tags.length, refused.custom_fields]).toEqual([1000, {}]);
    expect((await server.get('custom_field_identifiers')).text).not.toContain('boat');
    const created = await server.events({ event: 'subscriber.created' });
    expect(new Set(created.map(({ subscriberId }) => subscriberId)).size).toBe(created.length);
    expect((await server.get('subscribers/n119@acme.test')).status).toBe(200);
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

/** A temporary database file with records to process, which no server has open: each with its id and time. */
async function fileWith(
  ...jobs: readonly (readonly [id: string, runAt: string, record: object, operation?: string])[]
) {
  const folder = new TemporaryFolder();
  const db = folder.file('work.db');
  await (await startServer({ db })).server.close();
  const database = new DatabaseSync(db);
  const insert = database.prepare(
    "insert into jobs (account_id, id, kind, run_at, input) values ('9999999', ?, 'records', ?, ?)",
  );
  for (const [id, runAt, record, operation = 'subscribers.upsertBatch'] of jobs) {
    insert.run(id, Date.parse(runAt), JSON.stringify({ operation, records: [record] }));
  }
  database.close();
  return { db, [Symbol.dispose]: () => folder[Symbol.dispose]() };
}

const waitingIn = (db: string) =>
  rows(db, "select id, failure from jobs where kind = 'records' order by seq");

describe('background work on this machine', () => {
  test('background work runs in a test with fake timers', async () => {
    await using server = await startServer({ limits: {} });
    vi.useFakeTimers();
    try {
      await server.post('subscribers/batches', batchOf({ email: 'a@acme.test' }));
      expect((await server.upsert({ email: ANN.email, city: 'Kiel' })).status).toBe(200);
      await server.settle();
      expect((await server.get('subscribers/a@acme.test')).status).toBe(200);
    } finally {
      vi.useRealTimers();
    }
  });

  // proves: note Background work survives a restart
  test('accepted background work in a database file runs once after a restart', async () => {
    using folder = await fileWith();
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
    expect(waitingIn(folder.db)).toEqual([]);
  });

  test('background work in a database file starts when a server opens the file', async () => {
    using folder = await fileWith(['left', '2026-03-06T11:00:00Z', { email: 'left@acme.test' }]);
    await using server = await startServer({ db: folder.db });
    await expect.poll(async () => (await server.get('subscribers/left@acme.test')).status).toBe(200);
  });

  test('background work in a database file runs when due and not before', async () => {
    using folder = await fileWith(
      ['third', '2026-03-06T15:00:00Z', { email: ANN.email, city: 'Third' }],
      ['second', '2026-03-06T14:00:00Z', { email: ANN.email, city: 'Second', zip: '2' }],
      ['first', '2026-03-06T13:00:00Z', { email: ANN.email, city: 'First', zip: '1', state: 'First' }],
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
    const later = '2026-03-06T13:00:00Z';
    using folder = await fileWith(
      ...Array.from({ length: 10 }, (_, i) => [`job${i}`, later, { email: `p${i}@acme.test` }] as const),
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
    using folder = await fileWith(
      ['strange', '2026-03-06T10:00:00Z', {}, 'boats.launch'],
      ['good', '2026-03-06T11:00:00Z', { email: 'good@acme.test' }],
    );
    {
      await using server = await startServer({ db: folder.db });
      await server.settle();
      expect((await server.get('subscribers/good@acme.test')).status).toBe(200);
      expect(server.errors.splice(0).map(String)).toEqual([expect.stringContaining('boats.launch')]);
    }
    expect(waitingIn(folder.db)).toEqual([
      { id: 'strange', failure: expect.stringContaining('boats.launch') },
    ]);
    await using server = await startServer({ db: folder.db });
    expect(await server.settle()).toBe(0);
    expect(server.errors).toEqual([]);
  });
});
