import { expect, test, vi } from 'vitest';
import { createMemoryStore, Deduplicator } from './deduplicator.ts';

const tell = async () => {};

test('if the first delivery fails, the others are answered with a retry, and the next one is handled', async () => {
  const once = new Deduplicator(createMemoryStore(), 10);
  const run = vi.fn().mockRejectedValueOnce(new Error('no'));
  const [first, ...others] = await Promise.allSettled(
    [1, 2, 3].map(() => once.run({ key: 'a', run, reportError: tell })),
  );
  expect(first?.status).toBe('rejected');
  expect(others).toEqual([
    { status: 'fulfilled', value: 'busy' },
    { status: 'fulfilled', value: 'busy' },
  ]);
  expect(await once.run({ key: 'a', run, reportError: tell })).toBe('handled');
  expect(run).toHaveBeenCalledTimes(2);
});

test('without a store, every delivery is handled and counts towards the concurrency', async () => {
  const once = new Deduplicator(false, 2);
  const { promise, resolve } = Promise.withResolvers<void>();
  const run = vi.fn(() => promise);
  const outcomes = [1, 2, 3].map(() => once.run({ key: 'a', run, reportError: tell }));
  resolve();
  expect(await Promise.all(outcomes)).toEqual(['handled', 'handled', 'busy']);
});
