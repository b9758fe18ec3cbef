import { describe, expect, test } from 'vitest';
import {
  BulkError,
  type BulkOptions,
  type Checkpoint,
  createClient,
  LimitReachedError,
} from '../src/index.ts';
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
    expect(emailsIn(second.batches).flat()).toEqual(
      subscribers(10)
        .slice(4)
        .map(({ email }) => email),
    );
    expect(summary).toMatchObject({ read: 10, resumed: 4, accepted: 6, position: 10 });
    const third = receiving();
    expect(await third.client.subscribers.upsertMany(subscribers(10), { checkpoint })).toMatchObject({
      resumed: 10,
    });
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

  describe('of a process that died while it sent a chunk', () => {
    const died = (): Checkpoint[] => [
      { operation: 'events.recordMany', position: 2, done: [], pending: [[2, 4]] },
    ];
    const resumed = async (options: BulkOptions) => {
      const { client, batches } = receiving();
      const job = client.events.recordMany(purchases(6), {
        chunkSize: 2,
        checkpoint: memory(died()),
        ...options,
      });
      const end = await Promise.resolve(job).catch((reason: unknown) => reason);
      return { end, sent: emailsIn(batches).map(([first]) => first) };
    };

    test('stops', async () => {
      const { end, sent } = await resumed({});
      expect(end).toBeInstanceOf(BulkError);
      expect(String(end)).toContain('it is unknown whether records 2 to 3 were accepted');
      expect(sent).toEqual([]);
    });

    test('skips', async () => {
      const { end, sent } = await resumed({ onUnknown: 'skip' });
      expect(end).toMatchObject({
        resumed: 4,
        accepted: 2,
        failures: [{ from: 2, to: 4, outcome: 'unknown' }],
      });
      expect(sent).toEqual(['p4@x.io']);
    });

    test('repeats', async () => {
      const { end, sent } = await resumed({ onUnknown: 'repeat' });
      expect(end).toMatchObject({ resumed: 2, accepted: 4 });
      expect(sent).toEqual(['p2@x.io', 'p4@x.io']);
    });
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

  test('is saved by one write at a time', async () => {
    let saving = 0;
    let most = 0;
    const { client } = receiving();
    const checkpoint = {
      load: async () => undefined,
      save: async () => {
        most = Math.max(most, ++saving);
        await new Promise(setImmediate);
        saving -= 1;
      },
    };
    await client.subscribers.upsertMany(subscribers(20), { chunkSize: 1, concurrency: 5, checkpoint });
    expect(most).toBe(1);
  });
});

describe('a chunk that waits for the hourly limit', () => {
  /** A job whose second chunk has to wait. */
  function limited(wait: Partial<BulkOptions>) {
    const checkpoint = memory();
    const waiting = Promise.withResolvers<void>();
    const tight = createClient({
      ...{ baseUrl: 'https://api.test', accountId: '9', apiKey: 'key', limits: { batch: 1 } },
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
