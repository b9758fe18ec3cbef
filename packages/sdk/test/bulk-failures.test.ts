import { describe, expect, test } from 'vitest';
import { AuthenticationError } from '../src/index.ts';
import { clientOf } from './answered-client.ts';
import { emailsIn, purchases, receiving, status, stopOf, subscribers } from './bulk-receiving.ts';

describe('chunks that fail', () => {
  test('are reported, and the job continues', async () => {
    const { client } = receiving((_, index) => (index === 1 ? status(422) : undefined));
    const chunks: unknown[] = [];
    const summary = await client.subscribers.upsertMany(subscribers(6), {
      chunkSize: 2,
      onChunk: ({ from, to, outcome, records }) => void chunks.push([from, to, outcome, records.length]),
    });
    expect(summary).toMatchObject({ accepted: 4, failed: 2, unknown: 0, position: 2 });
    expect(summary.failures).toMatchObject([{ from: 2, to: 4, outcome: 'failed', error: { status: 422 } }]);
    expect(chunks).toEqual([
      [0, 2, 'accepted', 2],
      [2, 4, 'failed', 2],
      [4, 6, 'accepted', 2],
    ]);
  });

  test('stop the job when several fail in a row', async () => {
    const { client, batches } = receiving((_, index) => (index === 0 ? undefined : status(503)));
    const error = await stopOf(client.subscribers.upsertMany(subscribers(10), { chunkSize: 1 }));
    expect(batches).toHaveLength(4);
    expect(error.message).toContain('3 chunks failed in a row.');
    expect(error).toMatchObject({ isRetryable: true, summary: { accepted: 1, unknown: 3, position: 1 } });
  });

  test('do not stop the job when others in between are accepted', async () => {
    const { client } = receiving((_, index) => (index % 3 === 0 ? undefined : status(503)));
    const summary = await client.subscribers.upsertMany(subscribers(9), { chunkSize: 1 });
    expect(summary).toMatchObject({ accepted: 3, unknown: 6, position: 1 });
  });

  test('stop the job and the reading at once if every other chunk would fail too', async () => {
    const read = Promise.withResolvers<void>();
    async function* slow() {
      yield* subscribers(3);
      read.resolve();
      await new Promise<never>(() => {});
    }
    const { client, batches } = receiving(async () => {
      await read.promise;
      return status(401);
    });
    const error = await stopOf(client.subscribers.upsertMany(slow(), { chunkSize: 2, concurrency: 2 }));
    expect(error.cause).toBeInstanceOf(AuthenticationError);
    expect(emailsIn(batches)).toEqual([['p0@x.io', 'p1@x.io']]);
  });

  test('have the request ids of shopper activity if they do not fail', async () => {
    const client = clientOf({ fetch: () => Response.json({ request_ids: ['r1'] }, { status: 202 }) });
    const ids: string[] = [];
    const cart = { provider: 'shop', email: 'a@x.io', action: 'created', cart_id: '1' } as const;
    const { accepted } = await client.shopperActivity.cartMany([{ ...cart, cart_url: 'https://x.io' }], {
      onChunk: ({ result }) => void ids.push(...(result?.request_ids ?? [])),
    });
    expect(accepted).toBe(1);
    expect(ids).toEqual(['r1']);
  });
});

describe('a chunk that must not be sent twice, without a response', () => {
  const lost: Parameters<typeof receiving>[0] = (_, index) => {
    if (index === 1) throw new TypeError('fetch failed');
    return undefined;
  };

  test('stops the job and is reported', async () => {
    const { client, batches } = receiving(lost);
    const error = await stopOf(client.events.recordMany(purchases(6), { chunkSize: 2, retries: 2 }));
    expect(batches).toHaveLength(2);
    expect(error.message).toContain('it is unknown whether records 2 to 3 were accepted');
    expect(error.summary).toMatchObject({ accepted: 2, unknown: 2, position: 2 });
  });

  test('is skipped with onUnknown: skip', async () => {
    const { client, batches } = receiving(lost);
    const summary = await client.events.recordMany(purchases(6), { chunkSize: 2, onUnknown: 'skip' });
    expect(emailsIn(batches).map(([first]) => first)).toEqual(['p0@x.io', 'p2@x.io', 'p4@x.io']);
    expect(summary).toMatchObject({ accepted: 4, unknown: 2, position: 6 });
    expect(summary.failures).toMatchObject([{ from: 2, to: 4, outcome: 'unknown' }]);
  });

  test('is sent again with onUnknown: repeat', async () => {
    const { client, batches } = receiving(lost);
    const options = { chunkSize: 2, retries: 1, onUnknown: 'repeat' } as const;
    const summary = await client.events.recordMany(purchases(6), options);
    expect(emailsIn(batches).map(([first]) => first)).toEqual(['p0@x.io', 'p2@x.io', 'p2@x.io', 'p4@x.io']);
    expect(summary).toMatchObject({ sent: 6, accepted: 6, unknown: 0 });
  });
});
