import { ReadableStream as WebStream } from 'node:stream/web';
import { describe, expect, test } from 'vitest';
import {
  BulkError,
  type BulkOptions,
  type BulkProgress,
  InputError,
  type RejectedRecord,
  type SubscriberInput,
} from '../src/index.ts';
import { clientOf, failureOf, unhandledRejections } from './answered-client.ts';
import { emailsIn, memory, purchases, receiving, status, stopOf, subscribers } from './bulk-receiving.ts';

describe('sources', () => {
  const three = subscribers(3);
  async function* late() {
    yield* three;
  }

  test.each<[string, () => Iterable<SubscriberInput> | AsyncIterable<SubscriberInput>]>([
    ['an array', () => three],
    ['an iterable', () => new Set(three)],
    ['an async iterable', late],
    ['a stream', () => WebStream.from(three)],
  ])('%s is sent in chunks', async (_, source) => {
    const { client, batches } = receiving();
    const summary = await client.subscribers.upsertMany(source(), { chunkSize: 2 });
    expect(emailsIn(batches)).toEqual([['p0@x.io', 'p1@x.io'], ['p2@x.io']]);
    expect(summary).toEqual({
      ...{ read: 3, resumed: 0, rejected: 0, sent: 3, accepted: 3, failed: 0, unknown: 0, position: 3 },
      ...{ rejections: [], failures: [] },
    });
  });

  test('a stream that is not iterable is read, and cancelled when the job ends early', async () => {
    let isCancelled = false;
    const { client } = receiving(() => status(401));
    const stream = new ReadableStream<SubscriberInput>({
      pull: (controller) => controller.enqueue({ email: 'a@x.io' }),
      cancel: () => {
        isCancelled = true;
      },
    });
    const bare = { getReader: () => stream.getReader() } as ReadableStream<SubscriberInput>;
    await stopOf(client.subscribers.upsertMany(bare, { chunkSize: 2 }));
    expect(isCancelled).toBe(true);
  });

  test('an empty source sends nothing', async () => {
    const { client, batches } = receiving();
    expect(await client.subscribers.upsertMany([])).toMatchObject({ read: 0, accepted: 0, position: 0 });
    expect(batches).toEqual([]);
  });

  test.each([true, false])('a Date is sent as text, with validate: %j', async (validate) => {
    const { client, batches } = receiving();
    const time = new Date('2026-01-31T09:00:00Z');
    const event = { email: 'a@x.io', action: 'Bought', occurred_at: time };
    const invalid = { ...event, occurred_at: new Date(Number.NaN) };
    const summary = await client.events.recordMany([event, invalid], { validate });
    const sent = { ...event, occurred_at: '2026-01-31T09:00:00.000Z' };
    expect(batches).toEqual([validate ? [sent] : [sent, { ...event, occurred_at: null }]]);
    expect(summary.rejections).toEqual(
      validate
        ? [{ index: 1, record: invalid, issues: [expect.objectContaining({ attribute: 'occurred_at' })] }]
        : [],
    );
    expect(event.occurred_at).toBe(time);
  });

  test.each(['a string', 1, null, {}])('%j is not a source', async (source) => {
    const { client } = receiving();
    const error = await failureOf(client.subscribers.upsertMany(source as never), InputError);
    expect(error.message).toContain('iterable');
  });

  test('a source that fails stops the job, and sent records stay reported', async () => {
    const { client } = receiving();
    function* failing() {
      yield* subscribers(2);
      throw new Error('The file is broken.');
    }
    const error = await stopOf(client.subscribers.upsertMany(failing(), { chunkSize: 2 }));
    expect(error.message).toBe(
      'client.subscribers.upsertMany stopped with 2 records accepted, at record 2: The file is broken.',
    );
    expect(error).toMatchObject({ cause: { message: 'The file is broken.' }, isRetryable: false });
  });

  test('no more records are read than are being sent', async () => {
    let read = 0;
    let most = 0;
    let accepted = 0;
    function* counted() {
      for (const subscriber of subscribers(100)) {
        read += 1;
        most = Math.max(most, read - accepted);
        yield subscriber;
      }
    }
    const { client } = receiving((records) => {
      accepted += records.length;
      return undefined;
    });
    await client.subscribers.upsertMany(counted(), { chunkSize: 5, concurrency: 3 });
    expect(read).toBe(100);
    expect(most).toBeLessThanOrEqual(15);
  });

  test('`concurrency` is the number of simultaneous requests', async () => {
    const open: (() => void)[] = [];
    let most = 0;
    let underWay = 0;
    const { client } = receiving(async () => {
      underWay += 1;
      most = Math.max(most, underWay);
      await new Promise<void>((resolve) => {
        open.push(resolve);
        setImmediate(() => open.shift()?.());
      });
      underWay -= 1;
      return new Response(null, { status: 204 });
    });
    await client.subscribers.upsertMany(subscribers(20), { chunkSize: 1, concurrency: 4 });
    expect(most).toBe(4);
  });
});

describe('invalid records', () => {
  test('are left out and reported with their index, and chunks are filled up', async () => {
    const { client, batches } = receiving();
    const rejected: RejectedRecord<SubscriberInput>[] = [];
    const source = [
      { email: 'a@x.io' },
      { email: 'no' },
      { emial: 'b@x.io' } as never,
      { email: 'c@x.io' },
      null as never,
      { subscribers: [{ email: 'd@x.io' }] } as never,
    ];
    const summary = await client.subscribers.upsertMany(source, {
      chunkSize: 2,
      onRejected: (one) => void rejected.push(one),
    });
    expect(emailsIn(batches)).toEqual([['a@x.io', 'c@x.io']]);
    expect(summary).toMatchObject({ read: 6, rejected: 4, accepted: 2, position: 6 });
    expect(summary.rejections).toEqual(rejected);
    expect(rejected.map(({ index, issues }) => [index, issues[0]?.code])).toEqual([
      [1, 'email_error'],
      [2, 'presence_error'],
      [4, 'format_error'],
      [5, 'shape_error'],
    ]);
    expect(rejected[0]?.record).toBe(source[1]);
  });

  test('are kept up to a number', async () => {
    const { client } = receiving();
    const all: number[] = [];
    const source = Array.from({ length: 50 }, () => ({ email: 'no' }));
    const onRejected = ({ index }: RejectedRecord) => void all.push(index);
    const summary = await client.subscribers.upsertMany(source, { keep: 3, onRejected });
    expect(summary.rejected).toBe(50);
    expect(summary.rejections.map(({ index }) => index)).toEqual([0, 1, 2]);
    expect(all).toHaveLength(50);
  });

  test('are found even if only the serialization fails', async () => {
    const { client, batches } = receiving();
    const properties: Record<string, unknown> = {};
    properties.self = properties;
    const source = [
      { email: 'a@x.io', action: 'A' },
      { email: 'b@x.io', action: 'B', properties },
      { email: 'c@x.io', action: 'C' },
    ];
    const summary = await client.events.recordMany(source);
    expect(emailsIn(batches)).toEqual([['a@x.io', 'c@x.io']]);
    expect(summary).toMatchObject({ sent: 2, accepted: 2, rejected: 1, position: 3 });
    expect(summary.rejections[0]).toMatchObject({ index: 1, issues: [{ code: 'format_error' }] });
  });

  test('are sent with validate: false', async () => {
    const { client, batches } = receiving();
    await client.subscribers.upsertMany([{ email: 'no' }], { validate: false });
    expect(emailsIn(batches)).toEqual([['no']]);
    const sent: string[] = [];
    const lenient = clientOf({
      validate: false,
      fetch: async (request) => {
        sent.push(await request.text());
        return new Response(null, { status: 204 });
      },
    });
    await lenient.subscribers.upsertMany([{ email: 'no' }]);
    expect(sent).toEqual(['{"batches":[{"subscribers":[{"email":"no"}]}]}']);
  });
});

describe('a job', () => {
  test('reports its progress and its end', async () => {
    const { client } = receiving();
    const job = client.subscribers.upsertMany(subscribers(6), { chunkSize: 2 });
    const seen: BulkProgress[] = [];
    for await (const progress of job) seen.push(progress);
    expect(seen.at(-1)).toMatchObject({ accepted: 6, position: 6 });
    expect(seen.map(({ accepted }) => accepted)).toEqual(seen.map(({ accepted }) => accepted).toSorted());
    expect(job.progress).toEqual(seen.at(-1));
    expect(await job).toMatchObject({ accepted: 6 });
  });

  test('continues when the loop over its progress is left', async () => {
    const { client } = receiving();
    const job = client.subscribers.upsertMany(subscribers(6), { chunkSize: 2 });
    for await (const _ of job) break;
    expect((await job).accepted).toBe(6);
  });

  test('that fails reports its error once, by its loop or its promise', async () => {
    const unhandled = unhandledRejections();
    const { client } = receiving(() => status(401));
    const job = client.subscribers.upsertMany(subscribers(1));
    const loop = async () => {
      for await (const _ of job);
    };
    await expect(loop()).rejects.toThrow(BulkError);
    await new Promise(setImmediate);
    expect(unhandled).toEqual([]);
    await expect(job).rejects.toThrow(BulkError);
    await expect(job.finally(() => {})).rejects.toThrow(BulkError);
  });

  test('that is aborted ends with the reason, as do its requests', async () => {
    const signals: AbortSignal[] = [];
    const asked = Promise.withResolvers<void>();
    const client = clientOf({
      fetch: ({ signal }) => {
        signals.push(signal);
        asked.resolve();
        return new Promise<never>(() => {});
      },
    });
    const job = client.subscribers.upsertMany(subscribers(4), { chunkSize: 2 });
    await asked.promise;
    job.abort(new Error('enough'));
    await expect(job).rejects.toThrow('enough');
    expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
    expect(job.progress).toMatchObject({ accepted: 0, position: 0 });
  });

  test('does not wait for a source that is stuck when the signal ends it', async () => {
    const { client } = receiving();
    const controller = new AbortController();
    const asked = Promise.withResolvers<void>();
    const stuck: AsyncIterable<SubscriberInput> = {
      [Symbol.asyncIterator]: () => ({
        next: () => {
          asked.resolve();
          return new Promise<never>(() => {});
        },
      }),
    };
    const job = client.subscribers.upsertMany(stuck, { signal: controller.signal });
    await asked.promise;
    controller.abort(new Error('enough'));
    await expect(job).rejects.toThrow('enough');
  });

  test('whose signal has ended sends nothing', async () => {
    const { client, batches } = receiving();
    const signal = AbortSignal.abort(new Error('enough'));
    await expect(client.subscribers.upsertMany(subscribers(2), { signal })).rejects.toThrow('enough');
    expect(batches).toEqual([]);
  });

  test('that is aborted leaves chunks that must not be sent twice to the caller', async () => {
    const checkpoint = memory();
    const asked = Promise.withResolvers<void>();
    const { client } = receiving(() => {
      asked.resolve();
      return new Promise<never>(() => {});
    });
    const job = client.events.recordMany(purchases(2), { checkpoint, onUnknown: 'skip' });
    await asked.promise;
    job.abort(new Error('enough'));
    await expect(job).rejects.toThrow('enough');
    expect(checkpoint.saved.at(-1)).toMatchObject({ position: 0, pending: [[0, 2]] });
  });

  test('whose callback fails stops, and its chunk counts as finished', async () => {
    const checkpoint = memory();
    const { client } = receiving();
    const onChunk = () => Promise.reject(new Error('Out of paper.'));
    const error = await stopOf(client.events.recordMany(purchases(2), { checkpoint, onChunk }));
    expect(error.message).toContain('Out of paper.');
    expect(checkpoint.saved.at(-1)).toMatchObject({ position: 2, pending: [] });
  });

  test.each<[BulkOptions, string]>([
    [{ chunkSize: 1001 }, '`chunkSize` must be a whole number from 1 to 1000.'],
    [{ concurrency: 0 }, '`concurrency` must be a whole number from 1.'],
    [{ stopAfter: 0.5 }, '`stopAfter`'],
    [{ onUnknown: 'no' as never }, '`onUnknown`'],
    [{ chunksize: 5 } as never, 'unknown option chunksize. There are '],
  ])('with the options %j is refused', async (options, message) => {
    const { client, batches } = receiving();
    const call = client.subscribers.upsertMany(subscribers(1), options as never);
    expect((await failureOf(call, InputError)).message).toContain(message);
    expect(batches).toEqual([]);
  });
});
