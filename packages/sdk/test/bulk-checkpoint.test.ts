import { describe, expect, test } from 'vitest';
import { type BulkOptions, type Checkpoint, LimitReachedError } from '../src/index.ts';
import { clientOf } from './answered-client.ts';
import { emailsIn, memory, purchases, receiving, status, stopOf, subscribers } from './bulk-receiving.ts';

describe('a checkpoint', () => {
  test('lets another run continue where one stopped', async () => {
    const checkpoint = memory();
    const first = receiving((_, index) => (index === 2 ? status(401) : undefined));
    await stopOf(first.client.subscribers.upsertMany(subscribers(10), { chunkSize: 2, checkpoint }));
    expect(checkpoint.saved.at(-1)).toEqual({
      ...{ operation: 'subscribers.upsertMany', position: 4, done: [], pending: [] },
    });
    const second = receiving();
    const summary = await second.client.subscribers.upsertMany(subscribers(10), { chunkSize: 3, checkpoint });
    expect(second.batches.flat()).toEqual(subscribers(10).slice(4));
    expect(summary).toMatchObject({ read: 10, resumed: 4, accepted: 6, position: 10 });
    const third = receiving();
    const whole = await third.client.subscribers.upsertMany(subscribers(10), { checkpoint });
    expect(whole.resumed).toBe(10);
    expect(third.batches).toEqual([]);
  });

  test('knows the finished records after a failed chunk', async () => {
    const checkpoint = memory();
    const first = receiving((records) => (records[0]?.email === 'p2@x.io' ? status(422) : undefined));
    await first.client.subscribers.upsertMany(subscribers(8), { chunkSize: 2, concurrency: 3, checkpoint });
    expect(checkpoint.saved.at(-1)).toMatchObject({ position: 2, done: [[4, 8]] });
    const second = receiving();
    await second.client.subscribers.upsertMany(subscribers(9), { chunkSize: 5, checkpoint });
    expect(emailsIn(second.batches)).toEqual([['p2@x.io', 'p3@x.io', 'p8@x.io']]);
  });

  test('is saved before a chunk that must not be sent twice', async () => {
    const checkpoint = memory();
    const pending: unknown[] = [];
    const { client } = receiving(() => {
      pending.push(checkpoint.saved.at(-1)?.pending);
      return undefined;
    });
    await client.events.recordMany(purchases(4), { chunkSize: 2, checkpoint });
    expect(pending).toEqual([[[0, 2]], [[2, 4]]]);
    expect(checkpoint.saved.at(-1)).toMatchObject({ position: 4, done: [], pending: [] });
  });

  const stopped = { message: expect.stringContaining('it is unknown whether records 2 to 3 were accepted') };
  test.each<[BulkOptions['onUnknown'], object, string[]]>([
    [undefined, { name: 'BulkError', ...stopped }, []],
    ['skip', { resumed: 4, accepted: 2, failures: [{ from: 2, to: 4, outcome: 'unknown' }] }, ['p4@x.io']],
    ['repeat', { resumed: 2, accepted: 4 }, ['p2@x.io', 'p4@x.io']],
  ])('of a process that died while it sent a chunk, with onUnknown: %s', async (onUnknown, end, sent) => {
    const died = { operation: 'events.recordMany', position: 2, done: [], pending: [[2, 4]] } as const;
    const { client, batches } = receiving();
    const options = { chunkSize: 2, checkpoint: memory([died]), onUnknown };
    const job = client.events.recordMany(purchases(6), options);
    expect(await Promise.resolve(job).catch((reason: unknown) => reason)).toMatchObject(end);
    expect(emailsIn(batches).map(([first]) => first)).toEqual(sent);
  });

  test.each<[string, unknown, string]>([
    ['another method', { operation: 'orders.upsertMany', position: 0, done: [], pending: [] }, 'belongs to'],
    ['something else', { position: 3 }, 'is invalid'],
  ])('of %s is refused', async (_, saved, message) => {
    const { client, batches } = receiving();
    const checkpoint = memory([saved as Checkpoint]);
    const error = await stopOf(client.subscribers.upsertMany(subscribers(2), { checkpoint }));
    expect(error.message).toContain(message);
    expect(batches).toEqual([]);
  });

  test('stops the job if it cannot be saved', async () => {
    const { client, batches } = receiving();
    const checkpoint = {
      load: async () => undefined,
      save: () => Promise.reject(new Error('The disk is full.')),
    };
    const error = await stopOf(client.subscribers.upsertMany(subscribers(6), { chunkSize: 2, checkpoint }));
    expect(error.message).toContain('The disk is full.');
    expect(error.summary.accepted).toBe(2);
    expect(batches).toHaveLength(1);
  });
});

describe('a chunk that waits for the hourly limit', () => {
  /** A job whose second chunk has to wait. */
  function limited(wait: Partial<BulkOptions>) {
    const checkpoint = memory();
    const waiting = Promise.withResolvers<void>();
    const tight = clientOf({
      limits: { batch: 1 },
      fetch: () => new Response(null, { status: 204 }),
      onWait: () => waiting.resolve(),
    });
    const job = tight.events.recordMany(purchases(4), { chunkSize: 2, checkpoint, ...wait } as never);
    return { job, checkpoint, waiting: waiting.promise };
  }

  test('is not sent yet: a process that dies then leaves nothing unknown', async () => {
    const { job, checkpoint, waiting } = limited({});
    await waiting;
    expect(job.progress).toMatchObject({ read: 4, sent: 2, accepted: 2 });
    expect(checkpoint.saved.at(-1)).toMatchObject({ position: 2, pending: [] });
    job.abort(new Error('enough'));
    await expect(job).rejects.toThrow('enough');
    expect(job.progress).toMatchObject({ accepted: 2, failed: 2, unknown: 0 });
    expect(checkpoint.saved.at(-1)).toMatchObject({ position: 2, pending: [] });
  });

  test('stops the job if the wait is too long', async () => {
    const { job, checkpoint } = limited({ maxWait: 0 });
    const error = await stopOf(job);
    expect(error.cause).toBeInstanceOf(LimitReachedError);
    expect(error).toMatchObject({ isRetryable: true, summary: { accepted: 2, failed: 2, unknown: 0 } });
    expect(checkpoint.saved.at(-1)).toMatchObject({ position: 2, pending: [] });
  });
});
