import { expect, test, vi } from 'vitest';
import { answered, failed, never } from './answered-client.ts';
import { withOwnTimers } from './own-timers.ts';

test('timers of a test are counted until they fire or are cleared', () =>
  withOwnTimers(async (count) => {
    const fired: string[] = [];
    setTimeout((name: string) => fired.push(name), 100, 'first');
    const second = setTimeout(() => fired.push('second'), 200);
    expect(count()).toBe(2);
    await vi.advanceTimersByTimeAsync(100);
    expect([count(), fired]).toEqual([1, ['first']]);
    clearTimeout(second);
    await vi.advanceTimersByTimeAsync(1000);
    expect([count(), fired]).toEqual([0, ['first']]);
  }));

test('timers of a call that an earlier test has left under way are not counted', async () => {
  const { setImmediate: soon } = globalThis;
  const answer = Promise.withResolvers<Response>();
  const retried = Promise.withResolvers<void>();
  const { client, requests } = answered([() => answer.promise, never], {
    ...{ timeout: 60_000, retries: 1 },
    onRetry: () => retried.resolve(),
  });
  const left = client.tags.list().catch(() => {});
  await expect.poll(() => requests.length).toBe(1);
  await withOwnTimers(async (count) => {
    // The timer of the first attempt is real, and that of the second one is not.
    answer.resolve(failed());
    await retried.promise;
    await new Promise<void>((resolve) => soon(resolve));
    expect(vi.getTimerCount()).toBeGreaterThan(0); // other files may have left calls under way too
    expect(count()).toBe(0);
    await vi.runAllTimersAsync();
    await left;
  });
});
