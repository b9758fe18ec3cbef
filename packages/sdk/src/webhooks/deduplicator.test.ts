import { expect, test, vi } from 'vitest';
import { createMemoryStore } from './dedupe-store.ts';
import { Deduplicator } from './deduplicator.ts';

const tell = async () => {};

test('work under way is not done by others, who learn how it ends', async () => {
  const once = new Deduplicator(createMemoryStore(), 10);
  const { promise, resolve } = Promise.withResolvers<void>();
  const run = vi.fn(() => promise);
  const outcomes = [1, 2, 3].map(() => once.run({ key: 'a', run, reportError: tell }));
  resolve();
  expect(await Promise.all(outcomes)).toEqual(['handled', 'duplicate', 'duplicate']);
  expect(run).toHaveBeenCalledOnce();
});

test('when the first fails the others are told to come again, and the work is done then', async () => {
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

test('without a store every delivery is work, and counts', async () => {
  const once = new Deduplicator(false, 2);
  const { promise, resolve } = Promise.withResolvers<void>();
  const run = vi.fn(() => promise);
  const outcomes = [1, 2, 3].map(() => once.run({ key: 'a', run, reportError: tell }));
  resolve();
  expect(await Promise.all(outcomes)).toEqual(['handled', 'handled', 'busy']);
});
