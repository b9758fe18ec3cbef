import { describe, expect, it, vi } from 'vitest';
import { bench } from '../../test/runner-bench.ts';

describe('JobRunner', () => {
  it('runs the parts of a job in transactions of their own, before later jobs of its account', async () => {
    const { log, runner, add, store } = bench();
    await add('records', 'long in 3 parts');
    await add('records', 'later');
    const write = vi.spyOn(store, 'write');
    const settled = runner.settle();
    await settled;
    expect(log).toEqual([
      'long in 3 parts at 0',
      'long in 2 parts at 0',
      'long in 1 parts at 0',
      'later at 0',
    ]);
    expect(runner.done).toBe(2);
    // The last part may share one with the later job.
    expect(write.mock.calls.length).toBeGreaterThanOrEqual(3);
  });

  // U-312
  it.each([3, 60])('gives accounts turns, if %i jobs of the first one are due', async (count) => {
    const { log, runner, add } = bench();
    for (let i = 0; i < count; i++) await add('records', `first${i} in 2 parts`);
    await add('records', 'second', { account: '2', at: -1 });
    await add('records', 'third', { account: '3' });
    await runner.settle();
    const others = [log.indexOf('second at 0'), log.indexOf('third at 0')];
    // Before the second part of the first job.
    expect(Math.max(...others)).toBeLessThan(3);
    expect(log).toHaveLength(2 * count + 2);
  });

  it('runs the jobs of an account that somebody settles first, however many jobs others have', async () => {
    const { log, runner, add } = bench();
    for (let i = 0; i < 60; i++) await add('records', `other${i}`);
    for (let i = 0; i < 30; i++) await add('records', `mine${i}`, { account: '2' });
    await runner.settleScope({ accountId: '2' });
    expect(log.slice(0, 30)).toEqual(Array.from({ length: 30 }, (_, i) => `mine${i} at 0`));
    await runner.settle();
    expect(log).toHaveLength(90);
  });

  it('runs the jobs of other accounts while a settled one waits for a slow response', async () => {
    const { log, gates, runner, add, lines } = bench();
    await add('network', 'mine', { queue: 'q', account: '2' });
    await add('records', 'other');
    const settled = runner.settleScope({ accountId: '2' });
    await lines(2); // a slow response does not keep others waiting
    gates.get('mine')?.('done');
    await settled;
    expect(log).toEqual(['begin mine', 'other at 0', 'done mine']);
  });

  it('claims the jobs of an account together, and ends those together that wait for its transactions', async () => {
    const { gates, runner, add, lines, store } = bench(8);
    for (let i = 0; i < 8; i++) await add('network', `n${i}`, { queue: 'q' });
    const write = vi.spyOn(store, 'write');
    const settled = runner.settle();
    await lines(8);
    expect(write).toHaveBeenCalledTimes(1);
    for (let i = 0; i < 8; i++) gates.get(`n${i}`)?.('done');
    await settled;
    expect(write.mock.calls.length).toBeLessThanOrEqual(3); // the first that is done does not wait for the others
    expect(runner.done).toBe(8);
  });

  it('leaves slots to other accounts, however many jobs one has', async () => {
    const { log, gates, runner, add, lines } = bench(8);
    for (let queue = 0; queue < 10; queue++) {
      for (let i = 0; i < 8; i++) await add('network', `a${queue}-${i}`, { queue: `a${queue}` });
    }
    await add('network', 'other', { queue: 'b', account: '2' });
    const settled = runner.settle();
    await lines(33);
    expect(log).toContain('begin other');
    for (let i = 0; i < 81; i++) {
      await expect.poll(() => gates.size).toBeGreaterThan(i);
      [...gates.values()][i]?.('done');
    }
    await settled;
    expect(runner.done).toBe(81);
  });
});
