import { expect, test, vi } from 'vitest';
import { answered, never } from './answered-client.ts';
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

test('so are those of a call that it makes', () =>
  withOwnTimers(async (count) => {
    const { client } = answered([never], { timeout: 1000, retries: 0 });
    const call = client.tags.list().catch(() => {});
    await vi.advanceTimersByTimeAsync(999);
    expect(count()).toBe(1);
    await vi.advanceTimersByTimeAsync(1);
    await call;
    expect(count()).toBe(0);
  }));

test('timers of a call that an earlier test has left under way are not counted', async () => {
  const { setImmediate: soon } = globalThis;
  const sent = Promise.withResolvers<void>();
  const failed = Promise.withResolvers<void>();
  const { client } = answered([never], {
    ...{ timeout: 20, retries: 1 },
    onRequest: () => void soon(sent.resolve),
    onRetry: () => failed.resolve(),
  });
  const left = client.tags.list().catch(() => {});
  await sent.promise;
  await withOwnTimers(async (count) => {
    // The time-out of the first attempt is real. After it, the call sets a timer that is not.
    await failed.promise;
    await new Promise<void>((resolve) => soon(resolve));
    expect([vi.getTimerCount(), count()]).toEqual([1, 0]);
    await vi.runAllTimersAsync();
    await left;
  });
});
