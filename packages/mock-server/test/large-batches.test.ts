import { expect, test } from 'vitest';
import { requestIdOf, scenarios, startServer } from './harness.ts';
import { TemporaryFolder } from './temporary-folder.ts';

const COUNT = 300;
const emailOf = (i: number) => `n${i}@acme.test`;
const batchOf = (count: number, more: object = {}) => ({
  batches: [{ subscribers: Array.from({ length: count }, (_, i) => ({ email: emailOf(i), ...more })) }],
});
scenarios('a large batch', (start) => {
  // U-312
  test('waits in several jobs, and is one request with one outcome for each record, in order', async () => {
    await using server = await start();
    const totalOf = async () => Number((await server.get('subscribers?per_page=1')).body.meta?.total_count);
    const before = await totalOf();
    const requestId = requestIdOf(await server.post('subscribers/batches', batchOf(COUNT)));
    const { tables } = await server.exportState();
    const jobs = (tables.jobs ?? []).filter(({ kind }) => kind === 'records');
    const sizes = jobs.map(({ input }) => JSON.parse(String(input)).records.length);
    expect([sizes.length > 1, Math.max(...sizes) <= 50]).toEqual([true, true]);
    await server.settle();
    const status = await server.requestStatus(requestId);
    expect(status?.state).toBe('done');
    expect(status?.records.map(({ position, state }) => `${position} ${state}`)).toEqual(
      Array.from({ length: COUNT }, (_, i) => `${i} done`),
    );
    expect(await totalOf()).toBe(before + COUNT);
  });

  // U-312
  test('of large records waits in jobs of limited length', async () => {
    await using server = await start();
    await server.post('subscribers/batches', batchOf(40, { custom_fields: { long: 'x'.repeat(4000) } }));
    const { tables } = await server.exportState();
    const lengths = (tables.jobs ?? []).map(({ input }) => String(input).length);
    expect([lengths.length > 1, Math.max(...lengths) < 70_000]).toEqual([true, true]);
  });

  // U-312
  test('with records that are refused applies each record once, and keeps the ids of activities', async () => {
    await using server = await start();
    const activities = Array.from({ length: 120 }, (_, i) => ({
      provider: 'acme',
      email: i % 10 === 7 ? 'x' : emailOf(i),
      action: 'created',
      cart_id: `c${i}`,
      cart_url: 'https://acme.test/carts/c1',
    }));
    const accepted = await server.post('/v3/9999999/shopper_activity/cart/batch', { carts: activities });
    const ids: readonly string[] = accepted.body.request_ids ?? [];
    expect(ids).toHaveLength(120);
    await server.settle();
    for (const [i, id] of ids.entries()) {
      const state = i % 10 === 7 ? 'refused' : 'done';
      expect((await server.requestStatus(id))?.records).toMatchObject([{ position: 0, state }]);
    }
  });
});

// U-312
test('a server that closes within a large batch applies the rest after its next start, each record once', async () => {
  using folder = new TemporaryFolder();
  const db = folder.file('batch.db');
  let requestId: string;
  {
    await using server = await startServer({ db });
    requestId = requestIdOf(await server.post('subscribers/batches', batchOf(COUNT, { tags: ['a', 'b'] })));
  }
  await using server = await startServer({ db });
  await server.settle();
  const records = (await server.requestStatus(requestId))?.records ?? [];
  expect(records.map(({ position }) => position)).toEqual(Array.from({ length: COUNT }, (_, i) => i));
  const applied = await server.events({ event: 'subscriber.applied_tag' });
  expect(applied.filter(({ properties }) => properties.tag === 'b')).toHaveLength(COUNT);
});
