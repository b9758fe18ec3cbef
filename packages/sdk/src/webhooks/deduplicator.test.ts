import { expect, test, vi } from 'vitest';
import { createMemoryStore, Deduplicator } from './deduplicator.ts';

test('if the first delivery fails, the others are answered with a retry, and the next one is handled', async () => {
  const once = new Deduplicator(createMemoryStore(), 10);
  const run = vi.fn().mockRejectedValueOnce(new Error('no'));
  const send = () => once.run({ key: 'a', run, reportError: async () => {} });
  const [first, ...others] = await Promise.allSettled([send(), send(), send()]);
  expect(first?.status).toBe('rejected');
  expect(others).toEqual([
    { status: 'fulfilled', value: 'busy' },
    { status: 'fulfilled', value: 'busy' },
  ]);
  expect(await send()).toBe('handled');
  expect(run).toHaveBeenCalledTimes(2);
});
